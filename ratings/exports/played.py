"""The ledger of a list with its games, for the checklist and the individual sheets: three queries."""

from __future__ import annotations

import datetime as dt
from typing import Any, NamedTuple

from federation.models import Member
from ratings.listed import LedgerEntry, entries
from ratings.models import RatingList
from ratings.parts import read_ledger
from ratings.systems.period import Kind
from tournaments.models import Pairing, rating_day

CHUNK = 10_000


class Entry(NamedTuple):
    """An entry of a member's ledger, as `ratings.listed.LedgerEntry`, with its game. None, 0, "": there is none."""

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


_PAIRING = (
    *("pk", "date", "white__member", "white__member__merged_into", "white__file_last_name", "white__file_first_name"),
    *("black__file_last_name", "black__file_first_name", "tournament__name", "tournament__start", "tournament__end"),
    *("tournament__counts_from", "tournament__club__number"),
)


def read_entries(rating_list: RatingList) -> list[Entry]:
    """Everything in the ledger, by matricule and number."""
    pairings = Pairing.objects.filter(tournament__rated_in__list=rating_list).order_by()
    games = {row[0]: _Game(*row) for row in pairings.values_list(*_PAIRING).iterator(CHUNK)}
    names = Member.objects.order_by().values_list("pk", "matricule", "last_name", "first_name", "hidden")
    people = {row[0]: row[1:] for row in names.iterator(CHUNK)}
    lines = read_ledger(rating_list)
    return [
        _entry(matricule, entry, games.get(entry.pairing_id), people)
        for matricule, entry in zip(lines.matricule.tolist(), entries(lines), strict=True)
    ]


class _Game(NamedTuple):
    """The fields of `_PAIRING`."""

    pairing: int
    date: dt.date | None
    white: int | None
    white_merged_into: int | None
    white_last: str | None
    white_first: str | None
    black_last: str | None
    black_first: str | None
    tournament: str
    start: dt.date | None
    end: dt.date | None
    counts_from: dt.date | None
    club: int | None


def _entry(matricule: int, entry: LedgerEntry, game: _Game | None, people: dict[int, tuple[Any, ...]]) -> Entry:
    opponent = people.get(entry.opponent_id)
    is_white = game is not None and entry.member_id in (game.white, game.white_merged_into)
    name = _name(opponent, game, is_white)
    played = ("", None, "", None)
    if game is not None:
        day = rating_day(game.date, game.start, game.end, game.counts_from)
        played = ("W" if is_white else "B", day, game.tournament, game.club)
    return Entry(
        *(matricule, entry.kind, entry.reason, opponent[0] if opponent else None, name, entry.opponent_rating),
        *(entry.expected, entry.k, entry.half_points, entry.change, entry.game_number, entry.pairing_id, *played),
    )


def _name(opponent: tuple[Any, ...] | None, game: _Game | None, is_white: bool) -> str:
    """The member's name of today, else what the file called him."""
    if opponent is not None:
        _matricule, last, first, hidden = opponent
        return "" if hidden else _joined(last, first)
    if game is None:
        return ""
    return _joined(game.black_last, game.black_first) if is_white else _joined(game.white_last, game.white_first)


def _joined(last: str | None, first: str | None) -> str:
    return f"{last}, {first}" if first else str(last or "")


def is_game(entry: Entry) -> bool:
    """Of a game; else of a special rule, or of the time before a game."""
    return entry.kind in _GAMES


_GAMES = {Kind.GAME, Kind.COLLECTED, Kind.NOT_COUNTED}
