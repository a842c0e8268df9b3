"""Compute a whole list in memory: players and games, ratings, ledger, digests. Nothing is written."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as noop

from federation.background.kinds import Report, no_progress
from ratings.calculation import previous_ratings
from ratings.calculation.affiliations import belonging, read_intervals, settled_belonging
from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.calculation.inputs_digest import Inputs, of_archive
from ratings.calculation.list_lines import ledger_lines, rating_lines
from ratings.calculation.manifest import columns_of, digest, manifest, records, rules_part
from ratings.calculation.period_builder import Gathered, counts_after, gathered
from ratings.calculation.previous_ratings import Carried
from ratings.calculation.store import read_ratings
from ratings.games.archive import Archive
from ratings.games.players import People, read_people
from ratings.games.selection import ListGames, cut, read_archive
from ratings.models import RatingList, RatingPool
from ratings.pools.rules import RulesOfDay, rules_by_day, system_of
from ratings.systems.period import Outcome

OF_BELONGING = {"club_number", "affiliated", "rank"}  # columns of lines that affiliations decide


@dataclass(frozen=True)
class Facts:
    """The facts behind the lists of a pool."""

    people: People
    archive: Archive
    intervals: np.ndarray  # `affiliations.INTERVAL`
    last: dt.date  # the last day that they hold for

    @cached_property
    def inputs(self) -> Inputs:
        """The same facts without the games."""
        return of_archive(self.archive, self.people)


def read_facts(
    pool: RatingPool, after: dt.date | None, first: dt.date, last: dt.date, people: People | None = None
) -> Facts:
    """Return the facts for lists from ``first`` to ``last``; the games of the first are those after ``after``.

    ``people`` are read if they are None. Eight queries, three of them for people.
    """
    people = people or read_people()
    return Facts(people, read_archive(pool, people, after, last), read_intervals(people, first, last), last)


@dataclass(frozen=True)
class ComputedList:
    """A list that is ready to be stored."""

    pool: RatingPool
    date: dt.date
    previous: RatingList | None
    gathered: Gathered
    ratings: RatingLines
    ledger: LedgerLines
    manifest: dict[str, Any]
    handed_on: Carried  # what the next list begins with

    @property
    def digest(self) -> str:
        """The digest of the list."""
        return digest(self.manifest)

    def is_as(self, published: RatingList) -> bool:
        """Return whether only clubs and affiliations differ from the published list, as they became known since."""
        if any(self.manifest[part] != published.manifest[part] for part in self.manifest if part != "ratings"):
            return False
        names = [name for name in columns_of(RatingLines) if name not in OF_BELONGING]
        return np.array_equal(records(self.ratings, names), records(read_ratings(published), names))


def previous_list(pool: RatingPool, date: dt.date) -> RatingList | None:
    """Return the published list before the day, or None."""
    return pool.lists.before(date).first()


def compute_list(
    pool: RatingPool,
    date: dt.date,
    previous: RatingList | None,
    *,
    before: Carried | None = None,
    once_more: RatingList | None = None,
    settled: bool = False,
    facts: Facts | None = None,
    rules_of_day: RulesOfDay | None = None,
    report: Report = no_progress,
) -> ComputedList:
    """Return the list of the day, calculated from the accepted games and the previous list.

    ``before`` is what the previous list hands on (`ComputedList.handed_on`), ``facts`` the games and members,
    ``rules_of_day`` the rules (`rules_by_day`): each is read if it is None. With all three there is no query, unless a
    list of the day is published or the previous list is an imported one.
    ``once_more`` is the published list of the same day: its FIDE ratings are used again. If ``settled``, so are its
    affiliations, as verification needs them.
    """
    system = system_of(pool)
    rules, parameters = (rules_of_day or rules_by_day(pool))(date)
    report(10, noop("Reading the games"))
    after = counts_after(previous)
    facts = facts or read_facts(pool, after, date, date)
    people = facts.people
    games = cut(facts.archive, people, after, date)
    before = previous_ratings.from_list(previous, people) if before is None else before
    found = gathered(people, before, games, after, date, discipline=pool.discipline, as_published=once_more)
    report(40, noop("Calculating the ratings"))
    outcome = system.rate(found.period, parameters)
    report(60, noop("Writing the list"))
    member = people.ids[found.rows]
    if once_more and settled:
        belongs = settled_belonging(once_more, member)
    else:
        belongs = belonging(facts.intervals, people, found.rows, date)
    ratings = rating_lines(member, found.period.players, outcome, belongs, system)
    ledger = ledger_lines(found, outcome)
    contents = manifest(
        pool,
        date,
        ratings=ratings,
        ledger=ledger,
        previous=previous,
        games=games,
        rules=rules_part(rules, parameters.as_stored()),
        facts=_facts(outcome, games, facts),
    )
    handed_on = previous_ratings.after(before, found.rows, people, outcome)
    return ComputedList(pool, date, previous, found, ratings, ledger, contents, handed_on)


def _facts(outcome: Outcome, games: ListGames, facts: Facts) -> dict[str, Any]:
    """Return what staff must know of the run: the tournaments whose adjustment did not converge (A12)."""
    ids = [games.tournaments[number].id for number in outcome.facts.get("not_converged", [])]
    if not ids:
        return {}
    names = {event.id: event.name for event in facts.archive.events}
    return {"not_converged": [names[number] for number in ids]}
