"""Days come before months, as in every other language of the site: 02/01/2026 is the second of January."""

from federation.date_formats import DAYS

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y H:i"
TIME_FORMAT = "H:i"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
FIRST_DAY_OF_WEEK = 1
DATE_INPUT_FORMATS = ["%Y-%m-%d", *DAYS]
DATETIME_INPUT_FORMATS = [
    *("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S.%f", "%Y-%m-%d %H:%M"),
    *("%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M:%S.%f", "%d/%m/%Y %H:%M"),
]
