"""Days as French readers write and paste them."""

from federation.formats import DAYS

DATE_INPUT_FORMATS = DAYS
