"""Affiliation years: 1 September to 31 August, named by the year of their January-August part (R10)."""

import datetime as dt

FIRST_MONTH = 9
ENROLMENT_MONTH = 6  # A02: members who enrol from June on are affiliated until the end of the next season


def season_year(day: dt.date) -> int:
    """Return the season of a day: 31 August 2026 is in 2026, 1 September 2026 in 2027."""
    return day.year + (1 if day.month >= FIRST_MONTH else 0)


def bounds(year: int) -> tuple[dt.date, dt.date]:
    """Return the first and last day of a season."""
    return dt.date(year - 1, FIRST_MONTH, 1), dt.date(year, FIRST_MONTH - 1, 31)


def enrolment_year(day: dt.date) -> int:
    """Return the season for which members enrol on the day (A02): from June on the next one."""
    return day.year + (1 if day.month >= ENROLMENT_MONTH else 0)


def enrolment_end(day: dt.date) -> dt.date:
    """Return the last day of an affiliation that starts on the day (A02)."""
    return bounds(enrolment_year(day))[1]


def season_name(year: int) -> str:
    """Return the season as people write it: 2026-2027."""
    return f"{year - 1}-{year}"
