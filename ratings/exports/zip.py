"""Archives of the files of a list."""

from collections.abc import Iterable

from federation.files import zip_writer
from ratings.models import RatingList

CONTENT_TYPE = "application/zip"


def zipped(rating_list: RatingList, files: Iterable[tuple[str, Iterable[bytes]]]) -> bytes:
    """Return an archive of files (name and parts), dated like the list; its comment is the digest of the list."""
    return zip_writer.zipped(files, rating_list.date, rating_list.digest)
