"""What a list says of people, column by column: what repeats itself is formatted once, whatever the file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from federation.distinct import each_once
from ratings.exports.rows import COLUMNS, Columns, Snapshot


def table(snapshot: Snapshot) -> Columns:
    """The public table of a list: what it says of who has a line in it; the last column names it by its digest."""
    people = snapshot.listed
    digests = [snapshot.list.digest] * len(people["matricule"])
    return {**{name: people[name] for name in COLUMNS}, "list_digest": digests}


def or_zero(column: Sequence[int | None]) -> list[int]:
    """0 for what there is none of, as most programs write it."""
    return [value or 0 for value in column]


def dates_as_text(dates: Sequence[dt.date | None]) -> list[str | None]:
    """ISO dates."""
    return each_once(lambda date: None if date is None else date.isoformat(), dates)


def titles(people: Columns) -> list[str]:
    """Titles in capitals."""
    return each_once(str.upper, people["title"])


def federations(people: Columns) -> list[str]:
    """Three letters: the federation at FIDE, else the nationality."""
    return [at_fide or own for at_fide, own in zip(people["fide_federation"], people["nationality"], strict=True)]


def club_titles(people: Columns) -> list[str]:
    """``101-Tour Blanche`` as the lists for pairing programs call a club; empty without one."""
    return each_once(_club_title, list(zip(people["club"], people["club_name"], strict=True)))


def _club_title(club: tuple[int | None, str]) -> str:
    number, name = club
    return "" if number is None else f"{number}-{name}"
