"""What if a pool had other rules: its lists are recalculated in memory and compared. No list changes."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import numpy as np
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background.kinds import Report, no_progress
from ratings.backtests.backtest import lists_digests
from ratings.backtests.statistics import BAND, evidence, plain
from ratings.backtests.trial import Forecasts, Trial, days, run
from ratings.errors import RatingError
from ratings.games.players import look_up
from ratings.lists.rating_run import Writing
from ratings.models import PoolRules, RatingPool, WhatIf
from ratings.pools.rules import RulesOfDay, parameters_of, rules_of, system_of
from ratings.systems.common.prediction_scores import log_losses, paired_difference
from ratings.systems.period import NONE, Ints

REAL = noop("Calculating the actual lists")
COPY = noop("Calculating the lists with the other rules")
MOVERS = 10
EDGES = (-200, -100, -50, -25, -10, 0, 1, 11, 26, 51, 101, 201)  # lower ends of the classes of differences


def rules_by_day(
    pool: RatingPool, lists: list[dt.date], profile: str, parameters: Mapping[str, Any]
) -> dict[dt.date, tuple[PoolRules, Any]]:
    """Return the rules of each day with the changes; without a profile they are applied to the pool's rules of the day.

    Raise `RatingError` with the system's sentence if the rules are invalid.
    """
    system = system_of(pool)
    found = {}
    for day in lists:
        if profile:
            rules = PoolRules(profile=profile, parameters=dict(parameters))
        else:
            own = rules_of(pool, day)
            rules = PoolRules(profile=own.profile, parameters={**own.parameters, **parameters})
        found[day] = rules, parameters_of(rules, system)
    return found


def days_since(pool: RatingPool, since: dt.date) -> list[dt.date]:
    """Return the days of the pool's lists from this day on. Raise `RatingError` if there is none."""
    lists = days(pool, timezone.localdate(), since)
    if not lists:
        raise RatingError(
            noop("The rating type %(pool)s has no list of %(date)s or later."), pool=pool.slug, date=since
        )
    return lists


def check(pool: RatingPool, since: dt.date, profile: str, parameters: Mapping[str, Any]) -> None:
    """Raise `RatingError` if the what-if cannot be calculated: there are no lists, or the rules make no sense."""
    rules_by_day(pool, days_since(pool, since), profile, parameters)


def compute(what_if: WhatIf, *, report: Report = no_progress, writing: Writing = transaction.atomic) -> WhatIf:
    """Calculate the lists as they are and with the other rules, and store what differs. Raise `RatingError`.

    Besides what `compared` returns, store all ``rules`` of the last list, ``real`` and ``copy``.
    """
    pool = what_if.pool
    digest = lists_digests([pool])[pool.pk]
    lists = days_since(pool, what_if.since)
    other: RulesOfDay = rules_by_day(pool, lists, what_if.profile, what_if.parameters).__getitem__
    real = run(pool, lists, report=lambda percent, _step: report(percent // 2, REAL))
    copy = run(pool, lists, rules_of_day=other, report=lambda percent, _step: report(50 + percent // 2, COPY))
    last = lists[-1]
    rules = {"real": parameters_of(rules_of(pool, last), system_of(pool)).as_dict(), "copy": other(last)[1].as_dict()}
    what_if.result = {**compared(real, copy), "rules": rules}
    what_if.lists_digest, what_if.computed_at = digest, timezone.now()
    with writing():  # it may have been deleted meanwhile
        WhatIf.objects.filter(pk=what_if.pk).update(
            result=what_if.result, lists_digest=digest, computed_at=what_if.computed_at
        )
    return what_if


def compared(real: Trial, copy: Trial) -> dict[str, Any]:
    """Both trials as `evidence.Evidence`, and what differs between them.

    - ``shared``: games that both predicted, and the difference of log-loss a game, copy less real, with its interval
    - ``ratings``: how the last lists differ, see `_ratings`
    """
    return {
        "real": evidence(real),
        "copy": evidence(copy),
        "shared": _shared(real.forecasts, copy.forecasts),
        "ratings": _ratings(real, copy),
    }


def _shared(real: Forecasts, copy: Forecasts) -> dict[str, Any]:
    _both, left, right = np.intersect1d(real.pairing, copy.pairing, return_indices=True)
    losses = [log_losses(each.expected, each.half_points) for each in (copy.take(right), real.take(left))]
    found = paired_difference(*losses)
    return {"games": len(left), "difference": plain(found) | {"is_clear": found.is_clear} if found else None}


def _ratings(real: Trial, copy: Trial) -> dict[str, Any]:
    """Compare the last lists member by member: who gains and loses most, how many by how much, and by band.

    Members are given by their ids. A class has ``low`` and ``high`` (included; None at the ends).
    """
    both = np.intersect1d(real.last.member, copy.last.member)
    before, after = (look_up(each.last.member, each.last.rating, both, missing=NONE) for each in (real, copy))
    change = after - before
    by_change = np.lexsort((both, -change))
    gains, losses = by_change[change[by_change] > 0], by_change[::-1][change[by_change[::-1]] < 0]
    return {
        "members": len(both),
        "only_real": len(real.last.member) - len(both),
        "only_copy": len(copy.last.member) - len(both),
        "changed": int(np.count_nonzero(change)),
        "mean": round(float(change.mean()), 2) if len(change) else 0.0,
        "mean_distance": round(float(np.abs(change).mean()), 2) if len(change) else 0.0,
        "classes": _classes(change),
        "bands": _bands(before, change, BAND[real.pool.discipline]),
        "gains": _movers(gains[:MOVERS], both, before, after),
        "losses": _movers(losses[:MOVERS], both, before, after),
    }


def _classes(change: Ints) -> list[dict[str, Any]]:
    counts = np.bincount(np.searchsorted(EDGES, change, side="right"), minlength=len(EDGES) + 1).tolist()
    lows = (None, *EDGES)
    highs = (*(edge - 1 for edge in EDGES), None)
    return [{"low": low, "high": high, "members": count} for low, high, count in zip(lows, highs, counts, strict=True)]


def _bands(before: Ints, change: Ints, width: int) -> list[dict[str, Any]]:
    keys, place = np.unique(before // width, return_inverse=True)
    counts = np.bincount(place, minlength=len(keys))
    means = np.bincount(place, change, len(keys)) / np.maximum(counts, 1)
    distances = np.bincount(place, np.abs(change), len(keys)) / np.maximum(counts, 1)
    rows = zip(keys.tolist(), counts.tolist(), means.tolist(), distances.tolist(), strict=True)
    return [
        {"low": key * width, "high": (key + 1) * width, "members": count, "mean": round(mean, 2),
         "mean_distance": round(distance, 2)}
        for key, count, mean, distance in rows
    ]  # fmt: skip


def _movers(rows: Ints, member: Ints, before: Ints, after: Ints) -> list[dict[str, int]]:
    columns = (member[rows].tolist(), before[rows].tolist(), after[rows].tolist())
    return [{"member": who, "real": was, "copy": would} for who, was, would in zip(*columns, strict=True)]
