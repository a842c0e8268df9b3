"""The lines of a list as arrays: made from an outcome, stored, and read back, always in one canonical order.

What a list says is the same whichever way it was made, so that its digest can be.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any, Self

import numpy as np
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from federation import bulk
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.systems.period import Flags, Floats, Ints, Kind, Status

CHUNK = 10_000


@dataclass(frozen=True)
class Lines:
    """Arrays of the same length; a number 0 stands for "none" where the field says so."""

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def take(self, rows: Any) -> Self:
        """The lines of these rows (or of a mask), in this order."""
        return type(self)(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})

    def parts(self) -> Iterator[Self]:
        """All lines, some at a time: as Python numbers they take many times their room."""
        for start in range(0, len(self), CHUNK):
            yield self.take(slice(start, start + CHUNK))

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[Any, ...]]) -> Self:
        """From tuples in the order of the fields; None becomes 0 (not a number, where the field is a fraction)."""
        kinds = [(field.name, "f8" if field.type == "Floats" else "i8") for field in fields(cls)]
        found = np.fromiter((_numbers(row, kinds) for row in rows), np.dtype(kinds))
        return cls(**{name: np.ascontiguousarray(found[name]) for name, _ in kinds})


def _numbers(row: tuple[Any, ...], kinds: list[tuple[str, str]]) -> tuple[Any, ...]:
    return tuple(
        _number(value, kind) if value is None or isinstance(value, dt.date) else value
        for value, (_, kind) in zip(row, kinds, strict=True)
    )


def _number(value: dt.date | None, kind: str) -> float:
    if value is None:
        return np.nan if kind == "f8" else 0
    return value.toordinal()


@dataclass(frozen=True)
class RatingLines(Lines):
    """One line a member, in order of matricule."""

    member: Ints  # id
    matricule: Ints
    club: Ints  # id; 0 = none
    club_number: Ints
    rating: Ints  # 0 where the status is UNRATED
    games: Ints
    status: Ints
    rank: Ints  # 0 = none
    previous_rating: Ints  # 0 where there was none
    was_rated: Ints  # 0, 1: whether there was one, since 0 is a level of go
    previous_games: Ints
    period_games: Ints
    opponents_sum: Ints
    half_points: Ints
    deviation: Floats  # nan = none
    last_day: Ints  # date ordinal; 0 = never
    last_minute: Ints  # as in `systems.period.TimedPlayers`; 0 = not told
    affiliated: Ints  # 0, 1

    @property
    def is_rated(self) -> Flags:
        """Who has a rating."""
        return self.status != Status.UNRATED


@dataclass(frozen=True)
class LedgerLines(Lines):
    """One line an entry, by matricule and number."""

    member: Ints  # id
    matricule: Ints
    number: Ints
    kind: Ints
    reason: Ints
    pairing: Ints  # id; 0 = none
    opponent: Ints  # id; 0 = none
    opponent_matricule: Ints
    opponent_rating: Ints  # as in `systems.period.Ledger`
    difference: Ints
    expected: Ints
    k: Ints
    half_points: Ints  # -1 = none
    change: Ints
    game_number: Ints


RATING_FIELDS = (
    *("member", "member__matricule", "club", "club__number", "rating", "games", "status", "rank"),
    *("previous_rating", "was_rated", "previous_games", "period_games", "opponents_sum", "half_points", "deviation"),
    *("last_played", "last_minute", "affiliated"),
)
LEDGER_FIELDS = (
    *("member", "member__matricule", "number", "kind", "reason", "pairing", "opponent", "opponent__matricule"),
    *("opponent_rating", "difference", "expected", "k", "half_points", "change", "game_number"),
)


def read_ratings(rating_list: RatingList) -> RatingLines:
    """The ratings of a list as they are stored: one query."""
    was_rated = ExpressionWrapper(Q(previous_rating__isnull=False), BooleanField())
    rows = Rating.objects.filter(list=rating_list).annotate(was_rated=was_rated).order_by("member__matricule")
    return RatingLines.from_rows(rows.values_list(*RATING_FIELDS).iterator(CHUNK))


def read_ledger(rating_list: RatingList) -> LedgerLines:
    """The ledger of a list as it is stored: one query."""
    rows = LedgerEntry.objects.filter(list=rating_list).order_by("member__matricule", "number")
    return LedgerLines.from_rows(_without_points(rows))


def _without_points(entries: QuerySet[LedgerEntry]) -> Iterator[tuple[Any, ...]]:
    place = LEDGER_FIELDS.index("half_points")
    for row in entries.values_list(*LEDGER_FIELDS).iterator(CHUNK):
        yield row if row[place] is not None else (*row[:place], -1, *row[place + 1 :])


def write_ratings(rating_list: RatingList, lines: RatingLines) -> None:
    """Store the ratings of a list."""
    names = tuple(_rating_columns(rating_list, lines.take(slice(0, 0))))
    parts = (_rating_columns(rating_list, part) for part in lines.parts())
    bulk.write(Rating, names, chain.from_iterable(zip(*part.values(), strict=True) for part in parts))


def write_ledger(rating_list: RatingList, lines: LedgerLines) -> None:
    """Store the ledger of a list."""
    names = tuple(_ledger_columns(rating_list, lines.take(slice(0, 0))))
    parts = (_ledger_columns(rating_list, part) for part in lines.parts())
    bulk.write(LedgerEntry, names, chain.from_iterable(zip(*part.values(), strict=True) for part in parts))


def ledger_rows(lines: LedgerLines) -> list[LedgerEntry]:
    """The lines as rows of a list that is not stored."""
    columns = _ledger_columns(RatingList(), lines)
    names = [LedgerEntry._meta.get_field(name).attname for name in columns]
    return [LedgerEntry(**dict(zip(names, row, strict=True))) for row in zip(*columns.values(), strict=True)]


def _rating_columns(rating_list: RatingList, lines: RatingLines) -> dict[str, list[Any]]:
    was_rated = lines.was_rated > 0
    return {
        "list": [rating_list.pk] * len(lines),
        "member": lines.member.tolist(),
        "club": _or_none(lines.club),
        "rating": _or_none(lines.rating, lines.is_rated),
        "games": lines.games.tolist(),
        "status": lines.status.tolist(),
        "rank": _or_none(lines.rank),
        "previous_rating": _or_none(lines.previous_rating, was_rated),
        "previous_games": lines.previous_games.tolist(),
        "change": _or_none(lines.rating - lines.previous_rating, lines.is_rated & was_rated),
        "period_games": lines.period_games.tolist(),
        "opponents_sum": lines.opponents_sum.tolist(),
        "half_points": lines.half_points.tolist(),
        "deviation": _or_none(lines.deviation, ~np.isnan(lines.deviation)),
        "last_played": [dt.date.fromordinal(day).isoformat() if day else None for day in lines.last_day.tolist()],
        "last_minute": _or_none(lines.last_minute),
        "affiliated": lines.affiliated.astype(bool).tolist(),
    }


def _ledger_columns(rating_list: RatingList, lines: LedgerLines) -> dict[str, list[Any]]:
    return {
        "list": [rating_list.pk] * len(lines),
        "member": lines.member.tolist(),
        "number": lines.number.tolist(),
        "kind": lines.kind.tolist(),
        "reason": lines.reason.tolist(),
        "pairing": _or_none(lines.pairing),
        "opponent": _or_none(lines.opponent),
        "opponent_rating": _or_none(lines.opponent_rating, (lines.opponent_rating != 0) | (lines.kind == Kind.GAME)),
        "difference": lines.difference.tolist(),
        "expected": lines.expected.tolist(),
        "k": lines.k.tolist(),
        "half_points": _or_none(lines.half_points, lines.half_points >= 0),
        "change": lines.change.tolist(),
        "game_number": lines.game_number.tolist(),
    }


def _or_none(values: Any, known: Any = None) -> list[Any]:
    """The values, with None where they are not known (by default: where they are 0)."""
    known = values != 0 if known is None else known
    return [value if there else None for value, there in zip(values.tolist(), known.tolist(), strict=True)]
