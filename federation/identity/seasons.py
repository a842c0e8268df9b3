"""Seasons, the years of affiliations, by the profile of the federation (R10). Each is named by a year."""

import calendar
import datetime as dt

from federation.profiles.days import JANUARY
from federation.profiles.membership import Season
from federation.profiles.reading import profile

ONE_DAY = dt.timedelta(days=1)


def season_year(day: dt.date) -> int:
    """Return the season of a day. From September on, named by the second year: 1 September 2026 is in 2027."""
    rule = profile().on(day).season
    return rule.first.on_or_before(day).year + _years_ahead(rule)


def bounds(year: int) -> tuple[dt.date, dt.date]:
    """Return the first and last day of a season."""
    return _first_day(year), _first_day(year + 1) - ONE_DAY


def enrolment_year(day: dt.date) -> int:
    """Return the season for which members enrol on the day (A02): late in a season, the next one."""
    year, rule = season_year(day), profile().on(day).season
    if rule.enrol_from is None:
        return year
    return year + (day >= rule.enrol_from.on_or_after(bounds(year)[0]))


def enrolment_end(day: dt.date) -> dt.date:
    """Return the last day of an affiliation that starts on the day (A02)."""
    months = profile().on(day).season.months_from_enrolment
    return bounds(enrolment_year(day))[1] if months is None else months_later(day, months) - ONE_DAY


def season_name(year: int) -> str:
    """Return the season as people write it: 2026-2027."""
    first, last = bounds(year)
    return profile().on(first).season.text.format(first=first.year, second=last.year)


def _first_day(year: int) -> dt.date:
    """Return the first day of a season: the one that the rule of that very day names."""
    rules = [row.season for row in map(profile().on, (dt.date(year - 1, 1, 1), dt.date(year, 12, 31)))]
    days = [rule.first.in_year(year - _years_ahead(rule)) for rule in rules]
    return next((day for rule, day in zip(rules, days, strict=True) if profile().on(day).season is rule), days[-1])


def _years_ahead(rule: Season) -> int:
    """Return how many years a season's name is ahead of its first day's."""
    return int(rule.named == "second_year" and rule.first != JANUARY)


def months_later(day: dt.date, months: int) -> dt.date:
    """Return the same day so many months later, before for a negative number; in a shorter month its last day."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
