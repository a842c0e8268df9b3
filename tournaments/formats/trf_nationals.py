"""What the national records of TRF26 add to the players: matricules and births (formats/trf 2.4)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.formats.trf_dates import Birth
from tournaments.formats.trf_rows import NationalRows


def in_turn(rows: NationalRows, home: Collection[str]) -> NationalRows:
    """The records of the federations of the event before all others."""
    if len(set(rows.federations)) <= 1:
        return rows
    order = sorted(range(len(rows.federations)), key=lambda place: rows.federations[place] not in home)
    return NationalRows._make([column[place] for place in order] for column in rows)


def matricules_of(rows: NationalRows) -> tuple[dict[int, str], dict[int, str]]:
    """The first and the second national number by start number. Zeros are none."""
    first: dict[int, str] = {}
    second: dict[int, str] = {}
    for number, matricule in zip(rows.numbers, rows.matricules, strict=True):
        if matricule.strip("0"):
            (second if number in first else first).setdefault(number, matricule)
    return first, second


def completed(births: Sequence[Birth], numbers: Sequence[int], rows: NationalRows) -> Sequence[Birth]:
    """The births of the players with these start numbers; what is missing comes from the first record that has it."""
    told = [(number, birth) for number, birth in zip(rows.numbers, rows.births, strict=True) if birth != (None, None)]
    if not told:
        return births
    dates = {number: date for number, (date, _year) in reversed(told) if date}
    years = {number: year for number, (_date, year) in reversed(told) if year}
    dated = [(date or dates.get(number), year) for number, (date, year) in zip(numbers, births, strict=True)]
    return [
        (date, None if date else year or years.get(number)) for number, (date, year) in zip(numbers, dated, strict=True)
    ]
