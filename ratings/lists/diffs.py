"""Compare a list with another one: changes, new and lost ratings, ranks. Shown before a list is published."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from django.db.models import QuerySet

from federation.identity.member_numbers import form
from federation.models import Member
from ratings.calculation import store
from ratings.models import Rating, RatingList
from ratings.systems.period import Ints, Status

SHOWN_AT_MOST = 50
FIRST_PLACES = 10
LINE = ("key", "rating", "games", "rank", "status")
SIDE = np.dtype([("rating", "i8"), ("games", "i8"), ("rank", "i8"), ("is_rated", "?")])
Side = tuple[int, int, int, bool]


@dataclass(frozen=True)
class Change:
    """The change of one member. None means no rating."""

    number: str
    name: str
    before: int | None
    after: int | None
    games: int  # counted up to the list, minus those up to the other

    @property
    def change(self) -> int | None:
        """Return the change in rating points; None if a rating is missing."""
        return None if self.before is None or self.after is None else self.after - self.before


class Place(NamedTuple):
    """A change among the first ranks. None means no rank."""

    number: str
    name: str
    before: int | None
    after: int | None


class Counts(NamedTuple):
    """The number of members of each kind of change."""

    rated: int  # with a rating in the list
    up: int
    down: int
    new: int  # with a rating here and none there
    gone: int  # the other way round
    largest: int  # change, without its sign


@dataclass(frozen=True)
class Differences:
    """What differs in a list: at most `SHOWN_AT_MOST` rows of each kind, the largest changes first."""

    counts: Counts
    changes: list[Change]
    new: list[Change]
    gone: list[Change]
    places: list[Place]  # in their order

    @property
    def change_count(self) -> int:
        """Return the number of changed ratings, shown or not."""
        return self.counts.up + self.counts.down

    @property
    def is_empty(self) -> bool:
        return not (self.changes or self.new or self.gone)


@dataclass(frozen=True)
class Diff(Differences):
    """A list compared with another."""

    rating_list: RatingList
    base: RatingList | None


def against_previous(rating_list: RatingList) -> Diff:
    """Compare with the previous list."""
    return against(rating_list, rating_list.previous)


def against_revised(rating_list: RatingList) -> Diff | None:
    """Compare with the revision that this one replaces; None if there is none."""
    same_day = RatingList.objects.filter(pool=rating_list.pool_id, date=rating_list.date)
    replaced = same_day.filter(revision__lt=rating_list.revision).order_by("-revision").first()
    return against(rating_list, replaced) if replaced else None


def against(rating_list: RatingList, base: RatingList | None) -> Diff:
    """Compare two lists of a pool. Three queries."""
    before, after = (store.columns_of(rows, *LINE) for rows in (_ratings(base), _ratings(rating_list)))
    return Diff(**vars(differences(before, after)), rating_list=rating_list, base=base)


def _ratings(rating_list: RatingList | None) -> QuerySet[Rating]:
    return rating_list.ratings.all() if rating_list else Rating.objects.none()


def differences(before: np.ndarray, after: np.ndarray, *, public: bool = False) -> Differences:
    """Compare records with the fields of `LINE`. One query.

    If ``public``, hidden members are not named.
    """
    keys = np.union1d(before["key"], after["key"])
    old, new = (_beside(keys, lines) for lines in (before, after))
    change = np.where(old["is_rated"] & new["is_rated"], new["rating"] - old["rating"], 0)
    rows = {
        "changes": np.flatnonzero(change)[np.argsort(-np.abs(change[change != 0]), kind="stable")],
        "new": _highest(new, without=old),
        "gone": _highest(old, without=new),
    }
    shown = {kind: found[:SHOWN_AT_MOST] for kind, found in rows.items()}
    moved = _moved(old["rank"], new["rank"])
    names = _names(keys[np.concatenate([*shown.values(), moved])], public=public)
    columns = (keys, old, new)
    made = {
        kind: [_change(*line, names) for line in zip(*(column[found].tolist() for column in columns), strict=True)]
        for kind, found in shown.items()
    }
    counts = Counts(
        rated=int(new["is_rated"].sum()),
        up=int((change > 0).sum()),
        down=int((change < 0).sum()),
        new=len(rows["new"]),
        gone=len(rows["gone"]),
        largest=int(np.abs(change).max(initial=0)),
    )
    placed = zip(*(column[moved].tolist() for column in (keys, old["rank"], new["rank"])), strict=True)
    places = [
        Place(form().number(who), names.get(who, ""), before or None, after or None) for who, before, after in placed
    ]
    return Differences(counts, **made, places=places)


def _beside(keys: Ints, lines: np.ndarray) -> np.ndarray:
    """Return the fields of `SIDE` for all these members; zeros where there is no line."""
    found = np.zeros(len(keys), SIDE)
    place = np.searchsorted(keys, lines["key"])
    for name in ("rating", "games", "rank"):
        found[name][place] = lines[name]
    found["is_rated"][place] = lines["status"] != Status.UNRATED
    return found


def _highest(some: np.ndarray, *, without: np.ndarray) -> Ints:
    """Return who is rated in ``some`` but not in the other, the best first."""
    found = np.flatnonzero(some["is_rated"] & ~without["is_rated"])
    return found[np.argsort(-some["rating"][found], kind="stable")]


def _moved(before: Ints, after: Ints) -> Ints:
    """Return who entered, left or moved within the first ranks, by rank, those without one last.

    Nobody, if the other list has no ranks: then all of them are new.
    """
    last = max(before.max(initial=0), after.max(initial=0)) + 1
    was, comes = (np.where(ranks > 0, ranks, last) for ranks in (before, after))
    shown = np.flatnonzero((was != comes) & (np.minimum(was, comes) <= FIRST_PLACES) & before.any())
    return shown[np.lexsort((was[shown], comes[shown]))]


def _names(keys: Ints, *, public: bool) -> dict[int, str]:
    found = Member.objects.filter(key__in=keys.tolist())
    members = found.only("key", "number", "last_name", "first_name", "hidden")
    return {member.key: member.public_name if public else member.name for member in members}


def _change(key: int, before: Side, after: Side, names: dict[int, str]) -> Change:
    (old, games_before, _rank, had), (new, games_after, _rank, has) = before, after
    name = names.get(key, "")
    return Change(form().number(key), name, old if had else None, new if has else None, games_after - games_before)
