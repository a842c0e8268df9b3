"""Age categories as the profile of the federation has them. They take birth years, not birth dates."""

import datetime as dt

from federation.profiles.membership import Ages
from federation.profiles.reading import profile

SENIOR = "senior"


def categories(day: dt.date) -> tuple[str, ...]:
    """Return the categories on a day, from the youngest to the oldest: U8 ... U20, senior, S50, S65."""
    ages = profile().on(day).ages
    return (*(f"U{age}" for age in ages.youth), SENIOR, *(f"S{age}" for age in ages.veteran))


def shown(category: str, day: dt.date) -> str:
    """Return the category as the federation writes it; "" for adults between youth and veterans, which have no name."""
    return profile().on(day).ages.names.get(category, "" if category == SENIOR else category)


def category(birth_year: int | None, day: dt.date) -> str:
    """Return the narrowest category on a day for a birth year: "U12", "senior", "S50"; "" if it is unknown.

    The age reached within the year of reference counts: U12 is for those who turn 12 or less, S50 for those who turn 50
    or more.
    """
    if birth_year is None:
        return ""
    ages = profile().on(day).ages
    age = _reference_year(ages, day) - birth_year
    for limit in ages.youth:
        if age <= limit:
            return f"U{limit}"
    for limit in reversed(ages.veteran):
        if age >= limit:
            return f"S{limit}"
    return SENIOR


def adult_ages(day: dt.date) -> tuple[int | None, int | None]:
    """Return the first and last age between youth and veterans; None: no limit."""
    ages = profile().on(day).ages
    return (ages.youth[-1] + 1 if ages.youth else None), (ages.veteran[0] - 1 if ages.veteran else None)


def birth_years(name: str, day: dt.date) -> tuple[int | None, int | None]:
    """Return the first and last birth year that may play in a category on a day; None: no limit.

    A child of 9 may play in U12 and a player of 70 in S50; "senior" is everybody between youth and veterans.
    Raise ValueError for a name that is not among the `categories`.
    """
    year = _reference_year(profile().on(day).ages, day)
    if name == SENIOR:
        youngest, oldest = adult_ages(day)
        return (None if oldest is None else year - oldest), (None if youngest is None else year - youngest)
    if name not in categories(day):
        raise ValueError(f"no age category {name!r}")
    age = int(name[1:])
    return (year - age, None) if name.startswith("U") else (None, year - age)


def youngest_for_search_engines(day: dt.date) -> int:
    """Return the last birth year whose members search engines may index on the day."""
    return day.year - profile().on(day).privacy.search_engines_from


def is_for_search_engines(birth_year: int | None, day: dt.date) -> bool:
    """Return whether search engines may index a person of that birth year; False if it is unknown."""
    return birth_year is not None and birth_year <= youngest_for_search_engines(day)


def _reference_year(ages: Ages, day: dt.date) -> int:
    """Return the year whose age counts: where the year turns in September, the next one from then on."""
    return day.year + (ages.turns_in_month > 1 and day.month >= ages.turns_in_month)
