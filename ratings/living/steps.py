"""The lists of a pool that are to come, each from the previous one: for ratings of today and for what-ifs."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.calculation.arrays import LedgerLines
from ratings.calculation.chain import Facts, Step, step
from ratings.calculation.compute import ledger_lines
from ratings.games.archive import Archive
from ratings.models import RatingPool
from ratings.pools.rules import RulesOfDay


@dataclass(frozen=True)
class Taken:
    """A step, and what the members carried into it."""

    step: Step
    before: np.ndarray


def lists_to_come(
    archive: Archive,
    days: Sequence[dt.date],
    before: np.ndarray,
    after: dt.date | None,
    rules: RulesOfDay,
    *,
    pool: RatingPool,
    ledger: bool = True,
) -> list[Taken]:
    """Return the lists of these days, without those after the last game; at least the first.

    They begin with ``before``, beside the people of the archive, and the games later than ``after``.
    """
    facts, last_day = Facts(archive, days[0], days[-1]), int(archive.pairings["day"].max(initial=0))
    taken: list[Taken] = []
    for day in days:
        if taken and taken[-1].step.date.toordinal() >= last_day:
            break
        taken.append(Taken(step(pool, day, facts, before, after, rules_of_day=rules, ledger=ledger), before))
        before, after = taken[-1].step.handed_on, day
    return taken


def ledger_of(taken: Sequence[Taken]) -> LedgerLines:
    """Return the entries of the lists together, renumbered for each member."""
    found = np.concatenate([ledger_lines(each.step.gathered, each.step.outcome) for each in taken]).view(np.ndarray)
    found = found[np.argsort(found["member"], kind="stable")]
    starts = np.flatnonzero(np.diff(found["member"], prepend=0))
    lengths = np.diff(starts, append=len(found))
    found["number"] = np.arange(1, len(found) + 1) - np.repeat(starts, lengths)
    return found.view(np.recarray)
