"""The ledger of a list with its games, for the checklist and the individual sheets: five queries, columns."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import NamedTuple, Self

from federation.models import Member
from ratings.listed import entry_columns
from ratings.models import RatingList
from ratings.parts import read_ledger
from tournaments.models import Pairing, Participant, Tournament, rating_day

CHUNK = 10_000


@dataclass(frozen=True)
class Entries:
    """The entries of a ledger as columns, as `ratings.listed.LedgerEntry`, with their games. None, 0, "": none."""

    matricule: list[int]
    kind: list[int]
    reason: list[int]
    opponent: list[int | None]  # matricule
    opponent_name: list[str]  # as public pages write it; empty for a hidden member
    opponent_rating: list[int | None]
    expected: list[int]
    k: list[int]
    half_points: list[int | None]
    change: list[int]
    game_number: list[int]
    pairing: list[int | None]  # id
    colour: list[str]  # W, B or ""
    day: list[dt.date | None]
    tournament: list[str]
    club: list[int | None]  # number of the organising club

    def chosen(self, wanted: Sequence[bool]) -> Self:
        """Those that are wanted."""
        return type(self)(*(list(compress(getattr(self, field.name), wanted)) for field in fields(self)))


def read_entries(rating_list: RatingList) -> Entries:
    """Everything in the ledger, by matricule and number."""
    lines = read_ledger(rating_list)
    columns = entry_columns(lines)
    games, people = _games(rating_list), _people()
    played = [games.get(pairing, _NO_GAME) for pairing in columns["pairing_id"]]
    is_white = [member in game.white.members for member, game in zip(columns["member_id"], played, strict=True)]
    others = [game.black if white else game.white for game, white in zip(played, is_white, strict=True)]
    opponents = [people.get(pk, seat) for pk, seat in zip(columns["opponent_id"], others, strict=True)]
    colours = ["W" if white else "B" for white in is_white]
    same = ("kind", "reason", "opponent_rating", "expected", "k", "half_points", "change", "game_number")
    return Entries(
        matricule=lines.matricule.tolist(),
        opponent=[opponent.matricule for opponent in opponents],
        opponent_name=[opponent.name for opponent in opponents],
        pairing=columns["pairing_id"],
        colour=["" if game is _NO_GAME else colour for game, colour in zip(played, colours, strict=True)],
        day=[game.day for game in played],
        tournament=[game.tournament for game in played],
        club=[game.club for game in played],
        **{name: columns[name] for name in same},
    )


class _Player(NamedTuple):
    """Whom a line names: a member, or who sat there according to the file."""

    name: str
    matricule: int | None = None
    members: tuple[int | None, ...] = ()  # id of the member of a seat, and of the one whom he was merged into


class _Game(NamedTuple):
    white: _Player
    black: _Player
    day: dt.date | None
    tournament: str
    club: int | None


_NOBODY = _Player("")
_NO_GAME = _Game(_NOBODY, _NOBODY, None, "", None)


def _people() -> dict[int | None, _Player]:
    """Members by id, as they are called today."""
    rows = Member.objects.order_by().values_list("pk", "matricule", "last_name", "first_name", "hidden")
    return {
        pk: _Player("" if hidden else _name(last, first), matricule)
        for pk, matricule, last, first, hidden in rows.iterator(CHUNK)
    }


def _games(rating_list: RatingList) -> dict[int | None, _Game]:
    """The pairings of the tournaments of the list, by id."""
    of_the_list = Participant.objects.filter(tournament__rated_in__list=rating_list).order_by()
    rows = of_the_list.values_list("pk", "member", "member__merged_into", "file_last_name", "file_first_name")
    seats: dict[int | None, _Player] = {
        pk: _Player(_name(last, first), members=tuple(members)) for pk, *members, last, first in rows.iterator(CHUNK)
    }
    days = ("start", "end", "counts_from")
    tournaments = Tournament.objects.filter(rated_in__list=rating_list).order_by()
    events = {pk: facts for pk, *facts in tournaments.values_list("pk", *days, "name", "club__number")}
    pairings = Pairing.objects.filter(tournament__rated_in__list=rating_list).order_by()
    games: dict[int | None, _Game] = {}
    for pk, date, white, black, tournament in pairings.values_list(
        "pk", "date", "white", "black", "tournament"
    ).iterator(CHUNK):
        *bounds, name, club = events[tournament]
        day = rating_day(date, *bounds)
        games[pk] = _Game(seats.get(white, _NOBODY), seats.get(black, _NOBODY), day, name, club)
    return games


def _name(last: str, first: str) -> str:
    return f"{last}, {first}" if first else last
