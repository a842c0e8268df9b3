"""What a list changes against another one: who, by how much, who is new, who is gone. The look before the click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from federation.models import Member
from ratings.entries import RatingLines
from ratings.models import RatingList
from ratings.parts import read_ratings
from ratings.people import look_up
from ratings.systems.period import Ints

SHOWN_AT_MOST = 50


@dataclass(frozen=True)
class Change:
    """What a list does to one member. None: no rating there."""

    matricule: int
    name: str
    before: int | None
    after: int | None
    games: int  # counted up to the list, minus those up to the other

    @property
    def change(self) -> int | None:
        """Rating points, where there are both ratings."""
        return None if self.before is None or self.after is None else self.after - self.before


class Counts(NamedTuple):
    """How many members of each kind a diff has."""

    rated: int  # with a rating in the list
    up: int
    down: int
    new: int  # with a rating here and none there
    gone: int  # the other way round
    largest: int  # change, without its sign


@dataclass(frozen=True)
class Diff:
    """A list against another. The rows are at most `SHOWN_AT_MOST` of each kind, the largest changes first."""

    rating_list: RatingList
    base: RatingList | None
    counts: Counts
    changes: list[Change]
    new: list[Change]
    gone: list[Change]

    @property
    def change_count(self) -> int:
        """How many ratings change, the shown ones among them."""
        return self.counts.up + self.counts.down

    @property
    def is_empty(self) -> bool:
        """No rating differs."""
        return not (self.changes or self.new or self.gone)


def against_previous(rating_list: RatingList) -> Diff:
    """Against the list that it was reckoned from."""
    return against(rating_list, rating_list.previous)


def against_revised(rating_list: RatingList) -> Diff | None:
    """Against the state of the same list that it replaces or replaced; None where there was none."""
    same_day = RatingList.objects.filter(pool=rating_list.pool_id, date=rating_list.date)
    earlier = same_day.filter(revision__lt=rating_list.revision).exclude(state=RatingList.State.DRAFT)
    replaced = earlier.order_by("-revision").first()
    return against(rating_list, replaced) if replaced else None


def against(rating_list: RatingList, base: RatingList | None) -> Diff:
    """One list against another of the same pool. Three queries."""
    after = read_ratings(rating_list)
    before = read_ratings(base) if base else after.take(slice(0, 0))
    matricules = np.union1d(before.matricule, after.matricule)
    old, new = (_column(lines, "rating", matricules) for lines in (before, after))
    had, has = (_column(lines, "is_rated", matricules) > 0 for lines in (before, after))
    played = _column(after, "games", matricules) - _column(before, "games", matricules)
    change = np.where(had & has, new - old, 0)
    rows = {
        "changes": np.flatnonzero(change)[np.argsort(-np.abs(change[change != 0]), kind="stable")],
        "new": _highest(~had & has, new),
        "gone": _highest(had & ~has, old),
    }
    shown = {kind: found[:SHOWN_AT_MOST] for kind, found in rows.items()}
    names = _names(matricules[np.concatenate(list(shown.values()))])
    columns = [column.tolist() for column in (matricules, old, had, new, has, played)]
    made = {kind: [_change(row, columns, names) for row in found.tolist()] for kind, found in shown.items()}
    counts = Counts(
        rated=int(has.sum()),
        up=int((change > 0).sum()),
        down=int((change < 0).sum()),
        new=len(rows["new"]),
        gone=len(rows["gone"]),
        largest=int(np.abs(change).max(initial=0)),
    )
    return Diff(rating_list, base, counts, **made)


def _column(lines: RatingLines, name: str, matricules: Ints) -> Ints:
    return look_up(lines.matricule, getattr(lines, name), matricules, missing=0)


def _highest(wanted: np.ndarray, rating: Ints) -> Ints:
    found = np.flatnonzero(wanted)
    return found[np.argsort(-rating[found], kind="stable")]


def _names(matricules: Ints) -> dict[int, str]:
    found = Member.objects.filter(matricule__in=matricules.tolist()).only("matricule", "last_name", "first_name")
    return {member.matricule: member.name for member in found}


def _change(row: int, columns: list[list[int]], names: dict[int, str]) -> Change:
    matricule, before, had, after, has, games = (column[row] for column in columns)
    return Change(matricule, names.get(matricule, ""), before if had else None, after if has else None, games)
