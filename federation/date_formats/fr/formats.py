"""Days as French readers write and paste them."""

from federation.date_formats import DAYS

DATE_INPUT_FORMATS = DAYS
DATETIME_FORMAT = "j F Y à H:i"
