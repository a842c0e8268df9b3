"""What a change of facts would do to the ratings, before it is made: in which lists, by how much, which ranks.

The change is made and rolled back (`federation.web.dry_run`). With it and without it, the engine calculates the
published lists from the first one that it affects, and those to come by the pool's calendar.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import ModuleType

import numpy as np

from federation.web.dry_run import Change, rolled_back
from ratings.calculation.chain import Step, steps
from ratings.calculation.compute import ranks
from ratings.calculation.members import belonging
from ratings.errors import RatingError
from ratings.games.players import People, read_people
from ratings.lists.diffs import Differences, differences
from ratings.lists.stale_lists import Span, read_inputs
from ratings.models import RatingPool
from ratings.pools.creation import days_to_come
from ratings.pools.rules import RulesOfDay, rules_by_day, system_of

LINE = np.dtype([(name, "i8") for name in ("key", "rating", "games", "rank", "status")])

Lines = list[tuple[dt.date, np.ndarray]]  # lists by their days, each a row of `LINE` for each member


@dataclass(frozen=True)
class Foreseen(Differences):
    """What would differ in one list."""

    pool: RatingPool
    date: dt.date
    is_published: bool  # whether it would be revised; else it is still to come


@dataclass(frozen=True)
class _Plan:
    """A pool and the days of its lists, the published ones first."""

    pool: RatingPool
    days: Sequence[dt.date]
    published: int
    rules: RulesOfDay

    def digests(self, people: People, members: int) -> list[str]:
        """Return digests of what each list is made of, limited to members up to that id. Two queries."""
        if not self.days:
            return []
        spans = [Span(after, until, members) for after, until in pairwise([None, *self.days])]
        return read_inputs(self.pool, people, None, self.days[-1]).digests(spans)

    def first_other(self, digests: list[str], people: People, members: int) -> dt.date | None:
        """Return the first list whose inputs differ from these earlier `digests`."""
        now = self.digests(people, members)
        return next((day for day, old, new in zip(self.days, digests, now, strict=True) if old != new), None)

    def lists(self, since: dt.date, people: People) -> Lines:
        """Return the lists from a day on as they would come out now."""
        days, system = [day for day in self.days if day >= since], system_of(self.pool)
        made = steps(self.pool, days, people=people, rules_of_day=self.rules, ledger=False)
        return [(step.date, _records(step, system)) for step in made]


def foresee(change: Change, pools: Iterable[RatingPool], today: dt.date, *, public: bool) -> list[Foreseen]:
    """Return the lists of these pools in which a rating would differ, the latest of each pool first.

    ``public``: hidden members are not named. Raise what the change raises.
    """
    plans = [_plan(pool, today) for pool in pools]
    people = read_people()
    members = int(people.known_ids.max(initial=0))
    before = [plan.digests(people, members) for plan in plans]
    with rolled_back(change):
        others = read_people()
        firsts = [plan.first_other(digests, others, members) for plan, digests in zip(plans, before, strict=True)]
        otherwise = [
            (plan, first, plan.lists(first, others)) for plan, first in zip(plans, firsts, strict=True) if first
        ]
    found = []
    for plan, first, changed in otherwise:
        for (date, new), (_date, old) in reversed([*zip(changed, plan.lists(first, people), strict=True)]):
            differs = differences(old, new, public=public)
            if not differs.is_empty:
                is_published = date in plan.days[: plan.published]
                found.append(Foreseen(**vars(differs), pool=plan.pool, date=date, is_published=is_published))
    return found


def _plan(pool: RatingPool, today: dt.date) -> _Plan:
    """Plan the lists to come: up to the first one after today, as far as the pool has rules. Two queries."""
    lists = list(pool.lists.published().order_by("date").values_list("date", "imported"))
    published = [date for date, imported in lists if not imported]
    rules = rules_by_day(pool)
    to_come = [day for day in days_to_come(pool, lists[-1][0] if lists else today, today) if _has_rules(rules, day)]
    return _Plan(pool, [*published, *to_come], len(published), rules)


def _has_rules(rules: RulesOfDay, day: dt.date) -> bool:
    try:
        rules(day)
    except RatingError:
        return False
    return True


def _records(step: Step, system: ModuleType) -> np.ndarray:
    players = step.gathered.period.players
    belongs = belonging(step.facts.intervals, step.facts.people, step.gathered.rows, step.date)
    lines = np.zeros(len(players.number), LINE)
    lines["key"], lines["rank"] = players.number, ranks(players, step.outcome, belongs, system)
    for name in ("rating", "games", "status"):
        lines[name] = getattr(step.outcome, name)
    return lines
