"""Published lists that no longer fit the facts, because a tournament came late or was corrected."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from ratings.games import ListGames, read_games
from ratings.gather import counts_after
from ratings.models import RatedTournament, RatingList, RatingPool
from ratings.people import People, read_people
from ratings.reckoning import previous_list, rules_of
from tournaments.models import Tournament


@dataclass(frozen=True)
class StaleList:
    """A published list and what changed since."""

    rating_list: RatingList
    tournaments: tuple[Tournament, ...]  # that were added, left out or changed
    previous_changed: bool
    rules_changed: bool
    order_changed: bool  # the games are the same, but are counted in another order

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
        return found


def stale_lists(pool: RatingPool) -> list[StaleList]:
    """The published lists of the pool that a new run would make differently, the earliest first.

    A list that follows on a stale one is not yet stale: it becomes so when the revision is published. Imported
    starting lists never are.
    """
    people = read_people()
    lists = pool.lists.published().filter(imported=False).select_related("previous").order_by("date")
    found = (_changes(pool, rating_list, people) for rating_list in lists)
    return [stale for stale in found if stale]


def staleness(rating_list: RatingList) -> StaleList | None:
    """What changed since the list was reckoned, draft or published; None where it still fits the facts."""
    return None if rating_list.imported else _changes(rating_list.pool, rating_list, read_people())


def _changes(pool: RatingPool, rating_list: RatingList, people: People) -> StaleList | None:
    previous = rating_list.previous
    games = read_games(pool, people, counts_after(previous), rating_list.date)
    stored = rating_list.manifest
    changed = _changed_tournaments(rating_list, games)
    rules = rules_of(pool, rating_list.date)
    named = (stored["rules"]["profile"], stored["rules"]["parameters"])
    stale = StaleList(
        rating_list=rating_list,
        tournaments=tuple(Tournament.objects.filter(pk__in=changed).order_by("start", "name")) if changed else (),
        previous_changed=_digest(previous_list(pool, rating_list.date)) != _digest(previous),
        rules_changed=named != (rules.profile, rules.parameters),
        order_changed=not changed and games.digest != stored["games"]["digest"],
    )
    return stale if changed or stale.causes else None


def _digest(rating_list: RatingList | None) -> str:
    return rating_list.digest if rating_list else ""


def _changed_tournaments(rating_list: RatingList, games: ListGames) -> set[int]:
    then = set(RatedTournament.objects.filter(list=rating_list).values_list("tournament_id", "digest"))
    now = {(tournament.id, tournament.digest) for tournament in games.tournaments}
    return {tournament for tournament, _ in then ^ now}
