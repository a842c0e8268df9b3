"""TRF files of events in Belgium."""

from functools import partial

from tournaments.formats.trf import writer

write = partial(writer.write, federation="BEL")
