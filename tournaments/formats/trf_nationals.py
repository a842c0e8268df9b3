"""What the national records of TRF26 add to the players: matricules and births (formats/trf 2.4)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from tournaments.formats.trf_dates import Birth, read_birth
from tournaments.formats.trf_rows import NationalRows


def in_turn(rows: NationalRows, home: Collection[str]) -> NationalRows:
    """The records of the federations of the event before all others."""
    if len(set(rows.federations)) <= 1:
        return rows
    order = sorted(range(len(rows.federations)), key=lambda place: rows.federations[place] not in home)
    return NationalRows._make([column[place] for place in order] for column in rows)


def matricules_of(rows: NationalRows) -> tuple[dict[int, str], dict[int, str]]:
    """The first and the second national number by start number. Zeros are none."""
    if len({*rows.numbers}) == len(rows.numbers):
        return {number: told for number, told in zip(rows.numbers, rows.matricules, strict=True) if told.strip("0")}, {}
    first: dict[int, str] = {}
    second: dict[int, str] = {}
    for number, matricule in zip(rows.numbers, rows.matricules, strict=True):
        if matricule.strip("0"):
            (second if number in first else first).setdefault(number, matricule)
    return first, second


def completed(
    births: Sequence[Birth], numbers: Sequence[int], rows: NationalRows
) -> tuple[Sequence[dt.date | None], Sequence[int | None]]:
    """Dates and years of birth of the players with these start numbers, one at least.

    What is missing comes from the first record that has it.
    """
    dates, years = zip(*births, strict=True)
    if all(dates):
        return dates, years
    lacking = {number for number, date in zip(numbers, dates, strict=True) if not date}
    records = zip(rows.numbers, rows.births, strict=True)
    told = [(number, read_birth(birth)) for number, birth in records if number in lacking]
    other_dates = {number: date for number, (date, _year) in reversed(told) if date}
    other_years = {number: year for number, (_date, year) in reversed(told) if year}
    all_dates = [date or other_dates.get(number) for number, date in zip(numbers, dates, strict=True)]
    all_years = [year or other_years.get(number) for number, year in zip(numbers, years, strict=True)]
    return all_dates, [None if date else year for date, year in zip(all_dates, all_years, strict=True)]
