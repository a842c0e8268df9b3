"""Calculate many lists of a pool in memory, each from the previous one. Nothing is written."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import Min
from django.utils.translation import gettext_noop as noop

from ratings.calculation import previous_ratings
from ratings.calculation.period_builder import Gathered, counts_after, gathered
from ratings.errors import RatingError
from ratings.games.players import People, read_people
from ratings.games.selection import Pairings, cut, read_archive, tournaments_of
from ratings.models import RatingList, RatingPool
from ratings.pools.rules import rules_by_day, system_of
from ratings.systems.period import Ints, Outcome, Period

RulesOfDay = Callable[[dt.date], Any]  # the rules of a day, as the pool's system takes them


@dataclass(frozen=True)
class Step:
    """One list: its facts, its rules, its outcome."""

    date: dt.date
    gathered: Gathered
    rules: Any  # as the system takes them
    outcome: Outcome

    @property
    def period(self) -> Period:
        """The input of the system."""
        return self.gathered.period

    @property
    def people(self) -> People:
        """All members; the same for all steps."""
        return self.gathered.people

    @property
    def rows(self) -> Ints:
        """The rows of ``people`` beside ``period.players``."""
        return self.gathered.rows

    @property
    def counted(self) -> Pairings:
        """The pairings beside ``period.games``, with their ids."""
        return self.gathered.counted


def steps(
    pool: RatingPool,
    dates: Iterable[dt.date],
    *,
    start: RatingList | None = None,
    rules_of_day: RulesOfDay | None = None,
    ledger: bool = True,
) -> Iterator[Step]:
    """Yield the lists of these days, in ascending order.

    They follow ``start``, a list of an earlier day, or begin from nothing: then every game counts. FIDE ratings are
    those of the list published for the day, else those of today. The pool's own rules hold unless ``rules_of_day``
    gives others. Raise `RatingError` if there are none, or if a day does not follow the previous one.
    """
    days = _ascending(dates, start)
    if not days:
        return
    system, people = system_of(pool), read_people()
    published = {each.date: each for each in pool.lists.published().filter(imported=False).defer("manifest")}
    before, after = previous_ratings.from_list(start, people), counts_after(start)
    archive = read_archive(pool, people, after, days[-1])
    own = rules_by_day(pool)
    for date in days:
        rules = rules_of_day(date) if rules_of_day else own(date)[1]
        games = cut(archive, people, after, date, digests=False)
        then = published.get(date)
        found = gathered(people, before, games, after, date, discipline=pool.discipline, as_published=then)
        outcome = system.rate(found.period, rules, ledger=ledger)
        yield Step(date, found, rules, outcome)
        before, after = previous_ratings.after(before, found.rows, people, outcome), date


def _ascending(dates: Iterable[dt.date], start: RatingList | None) -> list[dt.date]:
    days = list(dates)
    for last, date in pairwise([start.date if start else dt.date.min, *days]):
        if date <= last:
            facts = {"date": date, "last": last}
            raise RatingError(noop("The list of %(date)s cannot follow on that of %(last)s."), **facts)
    return days


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
    goes on where it stopped.
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
