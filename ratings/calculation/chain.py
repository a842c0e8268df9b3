"""Calculate the lists of a pool in memory, each from the previous one: facts -> plan -> compute. Nothing is written."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.db.models import Min

from federation.audit.sealing import last_entry
from ratings.calculation.members import carried_after, carried_by, read_intervals
from ratings.calculation.period_builder import Gathered, counts_after, gathered
from ratings.games.archive import Archive, read_archive, tournaments_of
from ratings.games.players import People, read_people
from ratings.models import PoolRules, RatingList, RatingPool
from ratings.pools.rules import RulesOfDay, rules_by_day, system_of
from ratings.systems.period import Outcome


@dataclass(frozen=True)
class Facts:
    """The facts behind the lists of a pool."""

    archive: Archive
    first: dt.date  # the days of the first and of the last list
    last: dt.date
    audit: dict[str, Any] | None = None  # the last entry of the audit, which a new list names

    @property
    def people(self) -> People:
        """Return all members."""
        return self.archive.people

    @cached_property
    def intervals(self) -> np.ndarray:
        """Return the affiliations of these days (`members.INTERVAL`): two queries when they are first asked for."""
        return read_intervals(self.people, self.first, self.last)


@dataclass(frozen=True)
class Step:
    """One list: its facts, its rules, its outcome."""

    date: dt.date
    facts: Facts
    after: dt.date | None  # its games are later than this day
    start: RatingList | None  # the stored list that it was calculated from; None: the previous step, or nothing
    gathered: Gathered
    rules: PoolRules
    parameters: Any  # the rules as the system takes them
    outcome: Outcome
    handed_on: np.ndarray  # what the next list begins with


def read_facts(
    pool: RatingPool, after: dt.date | None, first: dt.date, last: dt.date, people: People | None = None
) -> Facts:
    """Return the facts for lists from ``first`` to ``last``; the games of the first are those after ``after``.

    ``people`` are read if they are None. Seven queries, three of them for people.
    """
    return Facts(read_archive(pool, people or read_people(), after, last), first, last, last_entry())


def steps(
    pool: RatingPool,
    days: Sequence[dt.date],
    *,
    facts: Facts | None = None,
    people: People | None = None,
    published: Mapping[dt.date, RatingList] | None = None,
    rules_of_day: RulesOfDay | None = None,
    ledger: bool = True,
) -> Iterator[Step]:
    """Yield the lists of these days, in ascending order.

    They follow the list published before the first of them, or begin from nothing: then every game counts. An imported
    list starts over. FIDE ratings are those of the list ``published`` for the day, else those of today. Arguments that
    are None are read, and nothing else after the first step, except for published and imported lists. Raise
    `RatingError` if there are no rules for a day.
    """
    if not days:
        return
    lists = pool.lists.published().defer("manifest")
    start = lists.before(days[0]).first()
    imported = list(lists.filter(imported=True, date__gte=days[0]).order_by("-date"))
    if published is None:
        published = {each.date: each for each in lists.filter(imported=False, date__in=days)}
    after = counts_after(start)
    if facts is None:  # without the audit: nothing is stored that names it
        facts = Facts(read_archive(pool, people or read_people(), after, days[-1]), days[0], days[-1])
    before = carried_by(start, facts.people)
    rules = rules_of_day or rules_by_day(pool)
    for day in days:
        while imported and imported[-1].date < day:
            start = imported.pop()
            before = carried_by(start, facts.people)
        then = published.get(day)
        found = step(pool, day, facts, before, after, rules_of_day=rules, start=start, as_published=then, ledger=ledger)
        yield found
        start, before, after = None, found.handed_on, day


def step(
    pool: RatingPool,
    date: dt.date,
    facts: Facts,
    before: np.ndarray,
    after: dt.date | None,
    *,
    rules_of_day: RulesOfDay,
    start: RatingList | None = None,
    as_published: RatingList | None = None,
    ledger: bool = True,
) -> Step:
    """Return the list of the day, calculated from ``before`` and the games later than ``after``."""
    rules, parameters = rules_of_day(date)
    games = facts.archive.between(after, date)
    found = gathered(before, games, after, date, discipline=pool.discipline, as_published=as_published)
    outcome = system_of(pool).rate(found.period, parameters, ledger=ledger)
    handed_on = carried_after(before, found.rows, facts.people, outcome)
    return Step(date, facts, after, start, found, rules, parameters, outcome, handed_on)


def list_dates(pool: RatingPool, until: dt.date) -> list[dt.date]:
    """Return the days up to ``until`` on which lists of the pool fall, in ascending order.

    These are the days of the published lists that were calculated here. If there are none, the first days of the pool's
    months since the first accepted game, if they are later than a starting list.
    """
    published = pool.lists.published().filter(imported=False, date__lte=until)
    days = list(published.order_by("date").values_list("date", flat=True))
    return days or _calendar(pool, until)


def dates_from_zero(pool: RatingPool, until: dt.date) -> list[dt.date]:
    """Return the days up to ``until`` of all lists that the pool has or will have, in ascending order.

    These are those of `list_dates`, then the pool's months after the last published list, so that an interrupted run
    continues where it stopped.
    """
    return sorted({*list_dates(pool, until), *_calendar(pool, until)})


def _calendar(pool: RatingPool, until: dt.date) -> list[dt.date]:
    first = tournaments_of(pool).aggregate(start=Min("start"), end=Min("end"))
    first_day = min((day for day in first.values() if day), default=None)
    if first_day is None:
        return []
    start = pool.lists.published().order_by("-date").first()
    months = sorted(pool.months) or list(range(1, 13))
    days = (dt.date(year, month, 1) for year in range(first_day.year, until.year + 1) for month in months)
    return [day for day in days if first_day <= day <= until and (start is None or start.date < day)]
