"""The ledger of a list with its games, for the checklist and the individual sheets: one query, tuples, no objects."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from ratings.models import LedgerEntry, RatingList
from ratings.systems.period import Kind
from tournaments.models import rating_day

CHUNK = 10_000


class Entry(NamedTuple):
    """An entry of a member's ledger, as `ratings.models.LedgerEntry`, with its game. None, 0, "": there is none."""

    matricule: int
    kind: int
    reason: int
    opponent: int | None  # matricule
    opponent_name: str  # as public pages write it; empty for a hidden member
    opponent_rating: int | None
    expected: int
    k: int
    half_points: int | None
    change: int
    game_number: int
    pairing: int | None  # id
    colour: str  # W, B or ""
    day: dt.date | None
    tournament: str
    club: int | None  # number of the organising club


_FIELDS = (
    *("member", "member__matricule", "kind", "reason", "opponent_rating", "expected", "k", "half_points", "change"),
    *("game_number", "opponent__matricule", "opponent__last_name", "opponent__first_name", "opponent__hidden"),
    *("pairing", "pairing__date", "pairing__white__member", "pairing__white__member__merged_into"),
    *("pairing__white__file_last_name", "pairing__white__file_first_name"),
    *("pairing__black__file_last_name", "pairing__black__file_first_name"),
    *("pairing__tournament__name", "pairing__tournament__start", "pairing__tournament__end"),
    *("pairing__tournament__counts_from", "pairing__tournament__club__number"),
)


def read_entries(rating_list: RatingList) -> list[Entry]:
    """Everything in the ledger, by matricule and number."""
    entries = LedgerEntry.objects.filter(list=rating_list).order_by("member__matricule", "number")
    made = []
    for row in entries.values_list(*_FIELDS).iterator(CHUNK):
        member, matricule, kind, reason, opponent_rating, expected, k, half_points, change, number, *opponent = row[:14]
        pairing, date, white, merged_white, *seats, tournament, start, end, counts_from, club = row[14:]
        is_white = member in (white, merged_white)
        made.append(
            Entry(
                *(matricule, kind, reason, opponent[0], _opponent(opponent, seats[2:] if is_white else seats[:2])),
                *(opponent_rating, expected, k, half_points, change, number, pairing),
                "" if pairing is None else "W" if is_white else "B",
                rating_day(date, start, end, counts_from) if pairing else None,
                *(tournament or "", club),
            )
        )
    return made


def _opponent(member: list[object], seat: list[str | None]) -> str:
    """The member's name of today, else what the file called him."""
    matricule, last, first, hidden = member
    if matricule is None:
        last, first = seat
    elif hidden:
        return ""
    return f"{last}, {first}" if first else str(last or "")


def is_game(entry: Entry) -> bool:
    """Of a game; else of a special rule, or of the time before a game."""
    return entry.kind in _GAMES


_GAMES = {Kind.GAME, Kind.COLLECTED, Kind.NOT_COUNTED}
