"""The ledger of a list with its games as columns, for the checklist and the individual sheets. Four queries."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import compress
from typing import Any, Self

import numpy as np

from federation.database.columns import columns_of, take
from federation.identity.names import whole_name
from ratings.calculation import store
from ratings.games.players import look_up
from ratings.models import LedgerEntry, RatingList
from ratings.systems.period import Flags, Ints
from tournaments.models import Pairing, Participant, Tournament, rating_day


@dataclass(frozen=True)
class Entries:
    """The entries of a ledger as columns, like `LedgerEntry`, with their games."""

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
        return type(self)(*(list(compress(getattr(self, field.name), wanted)) for field in fields(self)))


def read_entries(rating_list: RatingList, ids: Sequence[int], people: Mapping[str, Sequence[Any]]) -> Entries:
    """Return the whole ledger, by matricule and number. ``people``: all members by column, with their ids."""
    lines = store.read_ledger(rating_list)
    columns = {name: column.tolist() for name, column in store.values_of(LedgerEntry, lines).items()}
    games, members = _Games(rating_list), _People(ids, people)
    game = games.places(lines.pairing)
    is_white, is_black, is_partner_of_black = (
        games.seats.are(seats[game], lines.member) for seats in (games.white, games.black, games.black_partner)
    )
    known = members.places(lines.opponent)
    meets_white = is_partner_of_black | (is_black & ~is_white)
    others = np.where(meets_white, games.white[game], games.black[game])
    named = np.where(known > 0, known, len(members.names) + others)
    same = ("kind", "reason", "opponent_rating", "expected", "k", "half_points", "change", "game_number")
    return Entries(
        matricule=lines.key.tolist(),
        opponent=take(members.matricules, known),
        opponent_name=take([*members.names, *games.seats.names], named),
        pairing=columns["pairing"],
        colour=take(["", "B", "W"], np.where(game > 0, 1 + (is_white | is_partner_of_black), 0)),
        day=take(games.days, game),
        tournament=take(games.tournaments, game),
        club=take(games.clubs, game),
        **{name: columns[name] for name in same},
    )


class _People:
    """All members with their names of today; the first is nobody."""

    def __init__(self, ids: Sequence[int], people: Mapping[str, Sequence[Any]]) -> None:
        self._ids = np.array([0, *ids], np.int64)
        self.matricules = [None, *people["key"]]
        self.names = ["", *map(_public_name, people["last_name"], people["first_name"], people["hidden"])]

    def places(self, ids: Ints) -> Ints:
        """Return the rows of these members; 0 is nobody."""
        return look_up(self._ids, np.arange(len(self._ids)), ids, missing=0)


class _Seats:
    """The participants of the tournaments of a list according to their files; the first is nobody."""

    def __init__(self, rating_list: RatingList) -> None:
        seats = Participant.objects.filter(tournament__rated_in__list=rating_list).order_by("pk")
        names = ("pk", "member", "member__merged_into", "file_last_name", "file_first_name")
        ids, members, merged, last, first = columns_of(seats, *names)
        self._ids = _numbers(ids)
        self._members, self._merged = _numbers(members), _numbers(merged)
        self.names = ["", *map(whole_name, last, first)]

    def places(self, ids: Sequence[int | None]) -> Ints:
        """Return the rows of these participants; 0 is nobody."""
        return look_up(self._ids, np.arange(len(self._ids)), _numbers(ids), missing=0)

    def are(self, seats: Ints, members: Ints) -> Flags:
        """Return whether the member, or a record merged into theirs, played there."""
        return (self._members[seats] == members) | (self._merged[seats] == members)


class _Games:
    """The pairings of the tournaments of a list; the first is no pairing."""

    def __init__(self, rating_list: RatingList) -> None:
        self.seats = _Seats(rating_list)
        days = ("start", "end", "counts_from")
        found = Tournament.objects.filter(rated_in__list=rating_list).order_by()
        events = {pk: facts for pk, *facts in found.values_list("pk", *days, "name", "club__key")}
        pairings = Pairing.objects.filter(tournament__rated_in__list=rating_list).order_by("pk")
        names = ("pk", "date", "tournament", "white", "black", "black_partner")
        ids, dates, tournaments, *seats = columns_of(pairings, *names)
        self._ids = _numbers(ids)
        self.white, self.black, self.black_partner = map(self.seats.places, seats)
        day = cache(lambda played, tournament: rating_day(played, *events[tournament][:3]))
        self.days = [None, *map(day, dates, tournaments)]
        self.tournaments = ["", *(events[tournament][3] for tournament in tournaments)]
        self.clubs = [None, *(events[tournament][4] for tournament in tournaments)]

    def places(self, ids: Ints) -> Ints:
        """Return the rows of these pairings; 0 is none."""
        return look_up(self._ids, np.arange(len(self._ids)), ids, missing=0)


def _numbers(values: Sequence[int | None]) -> Ints:
    """Return the numbers after a leading 0, with 0 for None."""
    return np.array([0, *(value or 0 for value in values)], np.int64)


def _public_name(last: str, first: str, hidden: bool) -> str:
    return "" if hidden else whole_name(last, first)
