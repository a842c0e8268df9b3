"""Age categories of a calendar year, as chess and go federations use them. Pure: takes birth years, not birth dates."""

import datetime as dt

YOUTH = (8, 10, 12, 14, 16, 18, 20)
VETERANS = (50, 65)
SENIOR = "senior"

# U8 .. U20, senior, S50, S65: from the youngest to the oldest.
CATEGORIES = (*(f"U{age}" for age in YOUTH), SENIOR, *(f"S{age}" for age in VETERANS))


def category(birth_year: int | None, day: dt.date) -> str:
    """Return the narrowest category on a day for a birth year: "U12", "senior", "S50"; "" if it is unknown.

    The age reached within the calendar year counts: U12 is for those who turn 12 or less, S50 for those who turn 50 or
    more.
    """
    if birth_year is None:
        return ""
    age = day.year - birth_year
    for limit in YOUTH:
        if age <= limit:
            return f"U{limit}"
    for limit in reversed(VETERANS):
        if age >= limit:
            return f"S{limit}"
    return SENIOR


def is_grown_up(birth_year: int | None, day: dt.date) -> bool:
    """Return whether a person is too old for all youth categories; False for an unknown birth year."""
    return birth_year is not None and day.year - birth_year > YOUTH[-1]


def birth_years(name: str, day: dt.date) -> tuple[int | None, int | None]:
    """Return the first and last birth year that may play in a category on a day; None: no limit.

    A child of 9 may play in U12 and a player of 70 in S50; "senior" is everybody between youth and veterans.
    Raise ValueError for a name that is not in `CATEGORIES`.
    """
    if name == SENIOR:
        return day.year - VETERANS[0] + 1, day.year - YOUTH[-1] - 1
    if name not in CATEGORIES:
        raise ValueError(f"no age category {name!r}")
    age = int(name[1:])
    return (day.year - age, None) if name.startswith("U") else (None, day.year - age)
