"""What a list says of people, column by column: what repeats itself is formatted once, whatever the file."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from federation.files.spreadsheets import safe_cells
from federation.files.unique_values import map_unique
from ratings.exports.snapshot import COLUMNS, Columns, Snapshot


def safe_table(snapshot: Snapshot) -> dict[str, Sequence[Any]]:
    """The public table of a list, no cell of which is taken for a formula; the last column names it by its digest."""
    people = snapshot.listed
    digests = [snapshot.list.digest] * len(people["matricule"])
    return {**{name: safe_cells(people[name]) for name in COLUMNS}, "list_digest": digests}


def or_zero(column: Sequence[int | None]) -> list[int]:
    """0 for what there is none of, as most programs write it."""
    return [value or 0 for value in column]


def dates_as_text(dates: Sequence[dt.date | None]) -> list[str | None]:
    """Return the dates as ISO text."""
    return map_unique(lambda date: None if date is None else date.isoformat(), dates)


def titles(people: Columns) -> list[str]:
    return map_unique(str.upper, people["title"])


def federations(people: Columns) -> list[str]:
    """Three letters: the federation at FIDE, else the nationality."""
    return [at_fide or own for at_fide, own in zip(people["fide_federation"], people["nationality"], strict=True)]


def club_titles(people: Columns) -> list[str]:
    """``101-Tour Blanche`` as the lists for pairing programs call a club; empty without one."""
    names = dict(zip(people["club"], people["club_name"], strict=True))
    return map_unique(lambda number: "" if number is None else f"{number}-{names[number]}", people["club"])
