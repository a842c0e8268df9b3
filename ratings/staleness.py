"""Published lists that no longer fit the facts, because a tournament came late or was corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from federation.models import Member
from ratings.games import cut
from ratings.gather import counts_after
from ratings.models import PoolRules, RatedTournament, RatingList, RatingPool
from ratings.parts import ratings_of
from ratings.reckoning import previous_list, rules_of
from ratings.sources import Sources, read_sources
from tournaments.models import Tournament


@dataclass(frozen=True)
class StaleList:
    """A published list and what changed since."""

    rating_list: RatingList
    tournaments: tuple[Tournament, ...]  # that were added, left out or changed
    previous_changed: bool
    rules_changed: bool
    order_changed: bool  # the games are the same, but are counted in another order
    records_merged: bool  # it has a line of a record that was merged into another since

    @property
    def causes(self) -> list[str]:
        """What changed, a sentence each, in the reader's language."""
        found = [gettext("Tournament changed or added: %(name)s.") % {"name": event.name} for event in self.tournaments]
        if self.previous_changed:
            found.append(gettext("The list before it was revised."))
        if self.rules_changed:
            found.append(gettext("The rules of the pool were changed."))
        if self.order_changed:
            found.append(gettext("The games are counted in another order."))
        if self.records_merged:
            found.append(gettext("Two records of one person were merged."))
        return found


def stale_lists(pool: RatingPool, sources: Sources | None = None) -> list[StaleList]:
    """The published lists of the pool that a new run would make differently, the earliest first.

    A list that follows on a stale one is not yet stale: it becomes so when the revision is published. Imported
    starting lists never are. ``sources``: the games of all lists, where they have been read; lists of days after the
    last of theirs are left out. A constant number of queries, and one more for each list that is stale.
    """
    lists = pool.lists.published().select_related("previous").order_by("date")
    published = list(lists.filter(date__lte=sources.last) if sources else lists)
    reckoned = [each for each in published if not each.imported]
    if not reckoned:
        return []
    sources = sources or read_sources(pool, None, reckoned[-1].date, reckoned[-1].date)
    rated, merged = _rated_tournaments(reckoned), _with_merged_records(reckoned)
    rules = list(pool.rules.order_by("valid_from"))
    found = []
    for place, rating_list in enumerate(published):
        if not rating_list.imported:
            before = published[place - 1] if place else None
            holds = next((each for each in reversed(rules) if each.valid_from <= rating_list.date), None)
            now = _Now(before, holds, rated[rating_list.pk], rating_list.pk in merged)
            found.append(_changes(rating_list, sources, now))
    return [stale for stale in found if stale]


def staleness(rating_list: RatingList) -> StaleList | None:
    """What changed since the list was reckoned, draft or published; None where it still fits the facts."""
    if rating_list.imported:
        return None
    pool, date = rating_list.pool, rating_list.date
    sources = read_sources(pool, counts_after(rating_list.previous), date, date)
    rated = _rated_tournaments([rating_list])[rating_list.pk]
    now = _Now(previous_list(pool, date), rules_of(pool, date), rated, bool(_with_merged_records([rating_list])))
    return _changes(rating_list, sources, now)


class _Now(NamedTuple):
    """What a list is compared with, beside the games."""

    previous: RatingList | None  # the list on which a new run would follow
    rules: PoolRules | None
    rated: set[tuple[int, str]]  # id and digest of the tournaments that went into the list
    records_merged: bool


def _changes(rating_list: RatingList, sources: Sources, now: _Now) -> StaleList | None:
    previous = rating_list.previous
    games = cut(sources.archive, sources.people, counts_after(previous), rating_list.date)
    stored = rating_list.manifest
    changed = {event for event, _ in now.rated ^ {(each.id, each.digest) for each in games.tournaments}}
    named = (stored["rules"]["profile"], stored["rules"]["parameters"])
    stale = StaleList(
        rating_list=rating_list,
        tournaments=tuple(Tournament.objects.filter(pk__in=changed).order_by("start", "name")) if changed else (),
        previous_changed=_digest(now.previous) != _digest(previous),
        rules_changed=now.rules is None or named != (now.rules.profile, now.rules.parameters),
        order_changed=not changed and games.digest != stored["games"]["digest"],
        records_merged=now.records_merged,
    )
    return stale if changed or stale.causes else None


def _digest(rating_list: RatingList | None) -> str:
    return rating_list.digest if rating_list else ""


def _with_merged_records(lists: list[RatingList]) -> set[int]:
    """Ids of the lists that are the first with a line of a record that was merged: reckoned anew it is the other's.

    Such a list may hold no game of the two, so that no tournament tells. Two queries.
    """
    before = [each.previous for each in lists if each.previous and not each.previous.imported]
    merged = set(Member.objects.exclude(merged_into=None).order_by().values_list("pk", flat=True))
    found = set(ratings_of({*lists, *before}, merged)[0].tolist()) if merged else set()
    return {each.pk for each in lists if each.pk in found and each.previous_id not in found}


def _rated_tournaments(lists: list[RatingList]) -> dict[int, set[tuple[int, str]]]:
    """By id of the list: id and digest of its tournaments. One query."""
    found: dict[int, set[tuple[int, str]]] = {each.pk: set() for each in lists}
    rows = RatedTournament.objects.filter(list__in=lists).values_list("list", "tournament", "digest")
    for rating_list, tournament, digest in rows.iterator():
        found[rating_list].add((tournament, digest))
    return found
