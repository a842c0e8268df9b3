"""What a list says of people, column by column: repeated values are formatted once for every file."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from federation.files.spreadsheets import safe_cells
from federation.files.unique_values import map_unique
from federation.identity.member_numbers import as_shown
from ratings.exports.snapshot import COLUMNS, Columns, Snapshot


def safe_table(snapshot: Snapshot) -> dict[str, Sequence[Any]]:
    """Return the public table of a list with no cell that looks like a formula; the last column is the digest."""
    people = snapshot.listed
    digests = [snapshot.list.digest] * len(people["matricule"])
    columns = {name: safe_cells(people[name]) for name in COLUMNS}
    return {**columns, "matricule": as_shown(people["matricule"]), "list_digest": digests}


def or_zero(column: Sequence[int | None]) -> list[int]:
    """Return 0 for missing values, as most programs write them."""
    return [value or 0 for value in column]


def dates_as_text(dates: Sequence[dt.date | None]) -> list[str | None]:
    """Return the dates as ISO text."""
    return map_unique(lambda date: None if date is None else date.isoformat(), dates)


def titles(people: Columns) -> list[str]:
    return map_unique(str.upper, people["title"])


def federations(people: Columns) -> list[str]:
    """Return three letters: the federation at FIDE, else the nationality."""
    return [at_fide or own for at_fide, own in zip(people["fide_federation"], people["nationality"], strict=True)]


def club_titles(people: Columns) -> list[str]:
    """Return the club as lists for pairing programs write it, ``101-Tour Blanche``; empty without a club."""
    names = dict(zip(people["club"], people["club_name"], strict=True))
    return map_unique(lambda number: "" if number is None else f"{number}-{names[number]}", people["club"])
