"""What the national records of TRF26 add to the players: matricules, births and ratings (formats/trf 2.4)."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import repeat

from tournaments.formats.trf.dates import read_birth
from tournaments.formats.trf.rows import NationalRows


def matricules_of(
    rows: NationalRows, numbers: Sequence[int], home: Collection[str]
) -> tuple[Iterable[str], Iterable[str]]:
    """Return the first and the second national number of the players with these start numbers, "" for none.

    ``home``: the federations of the event, whose records come before all others.
    """
    if [*rows.numbers] == numbers:
        return rows.matricules, repeat("")
    rows = _in_turn(rows, home)
    first: dict[int, str] = {}
    second: dict[int, str] = {}
    for number, matricule in zip(rows.numbers, rows.matricules, strict=True):
        if matricule:
            (second if number in first else first).setdefault(number, matricule)
    return _values(first, numbers), _values(second, numbers)


def _in_turn(rows: NationalRows, home: Collection[str]) -> NationalRows:
    federations = rows.federations
    if len({*federations}) <= 1:
        return rows
    order = sorted(range(len(federations)), key=lambda place: federations[place] not in home)
    return NationalRows._make([column[place] for place in order] for column in rows)


def _values(found: Mapping[int, str], numbers: Sequence[int]) -> Iterable[str]:
    return map(found.get, numbers, repeat("")) if found else repeat("")


def completed(
    dates: Sequence[dt.date | None],
    years: Sequence[int | None],
    numbers: Sequence[int],
    rows: NationalRows,
    home: Collection[str],
) -> tuple[Sequence[dt.date | None], Sequence[int | None]]:
    """Return dates and years of birth of the players with these start numbers.

    What is missing comes from the first record that has it; ``home`` as above.
    """
    if all(dates):
        return dates, years
    rows = _in_turn(rows, home)
    lacking = {number for number, date in zip(numbers, dates, strict=True) if not date}
    records = zip(rows.numbers, rows.births, strict=True)
    births = [(number, read_birth(birth)) for number, birth in records if number in lacking]
    other_dates = {number: date for number, (date, _year) in reversed(births) if date}
    other_years = {number: year for number, (_date, year) in reversed(births) if year}
    all_dates = [date or other_dates.get(number) for number, date in zip(numbers, dates, strict=True)]
    all_years = [year or other_years.get(number) for number, year in zip(numbers, years, strict=True)]
    return all_dates, [None if date else year for date, year in zip(all_dates, all_years, strict=True)]


def rated(
    ratings: Sequence[int | None], numbers: Sequence[int], rows: NationalRows, home: Collection[str]
) -> Sequence[int | None]:
    """Return the ratings of the players with these start numbers: FIDE's, else the national one; ``home`` as above."""
    if None not in ratings or not rows.numbers:
        return ratings
    rows = _in_turn(rows, home)
    national: dict[int, int] = {}
    for number, rating in zip(rows.numbers, rows.ratings, strict=True):
        if rating.isdecimal() and int(rating):
            national.setdefault(number, int(rating))
    return [national.get(number) if own is None else own for number, own in zip(numbers, ratings, strict=True)]
