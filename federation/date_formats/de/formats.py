"""Days as German readers write and paste them."""

from federation.date_formats import DAYS

DATE_INPUT_FORMATS = ["%d.%m.%Y", *DAYS]
