"""Find the lists that no longer fit the facts, because a tournament came late or was corrected.

The digest of a list's inputs covers the facts of the tournaments that may have games in it, with the digest of each
tournament's games (`tournaments.models.GamesDigest`), its days, and the member number for which every known record
counts, so that a merge shows. Its rules and its previous list are compared directly.

A list that fits these inputs always will, since neither changes. So the digest is kept with a list when it is computed,
and when its games were compared and found the same. If the digest differs, the games are compared.
"""

import datetime as dt
import marshal
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from django.utils.translation import gettext

from federation.database import bulk
from federation.models import Member
from ratings.calculation.earlier_digests import games_of
from ratings.calculation.former_keys import keys_in
from ratings.calculation.period_builder import counts_after
from ratings.games.archive import (
    WHOLE_TOURNAMENTS,
    Archive,
    Event,
    ListGames,
    read_archive,
    read_events,
    window,
)
from ratings.games.players import People, read_people
from ratings.models import PoolRules, RatedTournament, Rating, RatingList, RatingPool
from ratings.models.lists import RatingListQuerySet
from ratings.systems.period import Ints
from tournaments.models import Stage, Tournament

ASKED_OF_LISTS = (
    *("pool", "date", "imported", "digest", "manifest", "fits", "fits_members", "computed_at"),
    *(f"previous__{name}" for name in ("pool", "date", "state", "imported", "digest")),
)
VERSION = 2  # of what `archive` and `digest_records` make of games: a new version compares all games again
WITHOUT_REFERENCES = 2  # as which `marshal` writes equal values alike, in a fifth of the time that JSON takes

Lists = dict[RatingList, dt.date | None]  # each with the day before its games


class Span(NamedTuple):
    """The days whose games are in a list, and the highest id of a member when it was computed."""

    after: dt.date | None
    until: dt.date
    members: int


@dataclass(frozen=True)
class Inputs:
    """The tournaments that feed a pool, by id and without their games, and all members."""

    events: list[Event]
    people: People
    whole: bool  # tournaments are rated as a whole

    @property
    def members(self) -> int:
        """Return the highest id of a member."""
        return int(self.people.known_ids.max(initial=0))

    @cached_property
    def _days(self) -> tuple[Ints, Ints]:
        """Beside the tournaments: none of their games counts before the first day or after the other."""
        first, last = np.array([event.days for event in self.events], np.int64).reshape(-1, 2).T
        ends = np.array([event.end for event in self.events], np.int64)
        return np.maximum(first, ends) if self.whole else first, last

    def digests(self, spans: Iterable[Span]) -> list[str]:
        """Return the digest of the inputs of a list for each of these spans."""
        spans, people, (first, last) = list(spans), self.people, self._days
        whose = np.column_stack((people.known_ids, people.keys[people.known_rows])).astype("<i8")
        ends = {span.members: np.searchsorted(people.known_ids, span.members, side="right") for span in spans}
        identities = {members: sha256(whose[:end]).hexdigest() for members, end in ends.items()}
        found = []
        for span in spans:
            after, until = span.after.toordinal() if span.after else 0, span.until.toordinal()
            places = np.flatnonzero((first <= until) & (last > after)).tolist()
            events = [tuple(self.events[place]) for place in places]
            facts = [VERSION, self.whole, after, until, identities[span.members], events]
            found.append(sha256(marshal.dumps(facts, WITHOUT_REFERENCES)).hexdigest())
        return found

    def known_to_fit(self, lists: Lists) -> set[RatingList]:
        """Return the lists that are known to fit: none if the digest of a tournament's games is not known."""
        if not all(event.games_digest for event in self.events):
            return set()
        digests = self.digests(Span(after, each.date, each.fits_members) for each, after in lists.items())
        return {each for each, digest in zip(lists, digests, strict=True) if each.fits == digest}

    def keep(self, lists: Lists) -> None:
        """Keep with these lists that they fit: their games were compared with those of the tournaments."""
        digests = self.digests(Span(after, each.date, self.members) for each, after in lists.items())
        for each, digest in zip(lists, digests, strict=True):
            each.fits, each.fits_members = digest, self.members
        bulk.update(list(lists), ("fits", "fits_members"))


def read_inputs(pool: RatingPool, people: People, after: dt.date | None, until: dt.date) -> Inputs:
    """Return the inputs between two days: one query."""
    return Inputs(read_events(window(pool, after, until)), people, pool.system in WHOLE_TOURNAMENTS)


def of_archive(archive: Archive) -> Inputs:
    """Return the inputs of games that were read."""
    return Inputs(sorted(archive.events, key=attrgetter("id")), archive.people, archive.whole)


@dataclass(frozen=True)
class StaleList:
    """A list and what changed since."""

    rating_list: RatingList
    tournaments: tuple[Tournament, ...]  # that were added, left out or changed
    previous_changed: bool
    rules_changed: bool
    order_changed: bool  # the games are the same, but are counted in another order
    records_merged: bool  # it has a line of a record that was merged into another since

    @property
    def causes(self) -> list[str]:
        """Return what changed, one sentence each, in the reader's language."""
        found = [_changed(event) for event in self.tournaments]
        if self.previous_changed:
            found.append(gettext("The previous list was revised."))
        if self.rules_changed:
            found.append(gettext("The rules were changed."))
        if self.order_changed:
            found.append(gettext("The order of the games has changed."))
        if self.records_merged:
            found.append(gettext("Two records of the same person were merged."))
        return found


class _Games(NamedTuple):
    """How a list differs from its games as they are today."""

    tournaments: tuple[Tournament, ...] = ()
    order_changed: bool = False
    records_merged: bool = False


AS_THEY_WERE = _Games()


def stale_lists(
    pool: RatingPool, people: People | None = None, *, until: dt.date = dt.date.max, remember: bool = False
) -> list[StaleList]:
    """Return the published lists of the pool up to a day that a new run would make differently, the earliest first.

    A list that follows on a stale one is not yet stale: it becomes so when the revision is published. ``people``: where
    they have been read. Games are read only of lists that are not known to fit (`Inputs`); ``remember``: of those that
    do it is known from then on. A constant number of queries, and one more for each list that is stale.
    """
    return _stale(pool, pool.lists.published().filter(date__lte=until), people, remember=remember)


def stale_drafts(pool: RatingPool, people: People | None = None, *, remember: bool = False) -> list[StaleList]:
    """Return the drafts of the pool that a new run would make differently, the earliest first.

    A draft that was calculated from another one fits as long as that one is there: they are published in their order.
    ``people``, ``remember`` and queries: as for `stale_lists`.
    """
    return _stale(pool, pool.lists.filter(state=RatingList.State.DRAFT), people, remember=remember)


def staleness(rating_list: RatingList) -> StaleList | None:
    """Return what changed since the list was calculated, draft or published; None if it still fits the facts."""
    stale = _stale(rating_list.pool, RatingList.objects.filter(pk=rating_list.pk), None, remember=False)
    return stale[0] if stale else None


def _stale(pool: RatingPool, lists: RatingListQuerySet, people: People | None, *, remember: bool) -> list[StaleList]:
    """Return the stale ones of these lists. Imported starting lists never are."""
    calculated = lists.filter(imported=False).select_related("previous").only(*ASKED_OF_LISTS).order_by("date")
    after = {each: counts_after(each.previous) for each in calculated}
    if not after:
        return []
    games = _games(pool, people or read_people(), after, remember=remember)
    rules = list(pool.rules.order_by("valid_from"))
    published = list(pool.lists.published().only("pool", "date", "digest").order_by("-date"))
    found = []
    for each in after:
        is_built_on_draft = each.previous and each.previous.state == RatingList.State.DRAFT
        before = next((other for other in published if other.date < each.date), None)
        previous = each.previous if is_built_on_draft else before
        found.append(_changes(each, games.get(each, AS_THEY_WERE), previous, _rules_of(rules, each.date)))
    return [stale for stale in found if stale]


def _changes(
    rating_list: RatingList, games: _Games, previous: RatingList | None, rules: PoolRules | None
) -> StaleList | None:
    """Return what changed. ``previous``: the list that a new run would follow; ``rules``: those that hold for it."""
    stored = rating_list.manifest["rules"]
    named = (stored["profile"], stored["parameters"])
    stale = StaleList(
        rating_list=rating_list,
        previous_changed=_digest(previous) != _digest(rating_list.previous),
        rules_changed=rules is None or named != (rules.profile, rules.parameters),
        **games._asdict(),
    )
    return stale if stale.causes else None


def _rules_of(rules: list[PoolRules], date: dt.date) -> PoolRules | None:
    """``rules``: of one pool, the earliest first."""
    return next((each for each in reversed(rules) if each.valid_from <= date), None)


def _games(pool: RatingPool, people: People, lists: Lists, *, remember: bool) -> dict[RatingList, _Games]:
    """Return what differs in lists that are not known to fit. ``lists``: by date, with the days before their games."""
    first, last = next(iter(lists.values())), next(reversed(lists)).date
    known = read_inputs(pool, people, first, last).known_to_fit(lists)
    doubtful = {each: after for each, after in lists.items() if each not in known}
    if not doubtful:
        return {}
    archive = read_archive(pool, people, next(iter(doubtful.values())), next(reversed(doubtful)).date)
    found = _compared(pool, doubtful, archive)
    if remember:
        of_archive(archive).keep({each: after for each, after in doubtful.items() if found[each] == AS_THEY_WERE})
    return found


def _compared(pool: RatingPool, lists: Lists, archive: Archive) -> dict[RatingList, _Games]:
    """Three queries, and two more for each list that holds other games today. A member's new number makes none."""
    rated, merged = _rated_tournaments(list(lists)), _with_merged_records(list(lists))
    found = {}
    for each, after in lists.items():
        games = games_of(each, archive.between(after, each.date), after)
        if _differ(each, games, rated[each.pk]) and (keys_then := keys_in(each)):
            as_then = read_archive(pool, read_people(keys_then=keys_then), after, each.date)
            games = games_of(each, as_then.between(after, each.date), after)
        changed = _other_tournaments(games, rated[each.pk])
        events = tuple(Tournament.objects.filter(pk__in=changed).order_by("start", "name")) if changed else ()
        found[each] = _Games(events, not changed and _differ(each, games, rated[each.pk]), each.pk in merged)
    return found


def _differ(rating_list: RatingList, games: ListGames, rated: set[tuple[int, str]]) -> bool:
    return bool(_other_tournaments(games, rated)) or games.digest != rating_list.manifest["games"]["digest"]


def _other_tournaments(games: ListGames, rated: set[tuple[int, str]]) -> set[int]:
    """Return the tournaments (ids) that the list has otherwise than the games of today. ``rated``: as the list has."""
    return {event for event, _ in rated ^ {(event.id, event.digest) for event in games.tournaments}}


def _changed(tournament: Tournament) -> str:
    if tournament.stage == Stage.ACCEPTED:
        return gettext("Tournament changed or added: %(name)s.") % {"name": tournament.name}
    return gettext("Tournament withdrawn: %(name)s.") % {"name": tournament.name}


def _digest(rating_list: RatingList | None) -> str:
    return rating_list.digest if rating_list else ""


def _with_merged_records(lists: list[RatingList]) -> set[int]:
    """Return the ids of the first lists with a line of a merged record: a new calculation gives it to the other one.

    Such a list may hold no game of the two, so that no tournament shows it. One query.
    """
    before = [each.previous for each in lists if each.previous and not each.previous.imported]
    merged = Member.objects.exclude(merged_into=None).order_by().values("pk")
    held = Rating.objects.filter(member__in=merged, list__in={*lists, *before})
    found = set(held.order_by().values_list("list", flat=True))
    return {each.pk for each in lists if each.pk in found and each.previous_id not in found}


def _rated_tournaments(lists: list[RatingList]) -> dict[int, set[tuple[int, str]]]:
    """Return id and digest of the tournaments of each list (id). One query."""
    found: dict[int, set[tuple[int, str]]] = {each.pk: set() for each in lists}
    rows = RatedTournament.objects.filter(list__in=lists).values_list("list", "tournament", "digest")
    for rating_list, tournament, digest in rows.iterator():
        found[rating_list].add((tournament, digest))
    return found
