"""The back-test: what each pool expected of its games compared with their results, stored until it is run again.

Pools are compared on the games that all of them predicted; see `_groups`.
"""

import hashlib
import io
from collections.abc import Iterable
from functools import reduce
from typing import Any

import numpy as np
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background.kinds import Report, no_progress
from ratings.backtests.statistics import DIGITS, baselines, evidence, plain
from ratings.backtests.trial import Forecasts, days, run
from ratings.errors import NothingToTest
from ratings.lists.rating_run import Writing
from ratings.models import Backtest, PoolComparison, RatingList, RatingPool
from ratings.systems.common.prediction_scores import calibration, calibration_error, log_losses, paired_difference
from ratings.systems.period import POINT, Ints

STEP = noop("Recalculating the lists")
NOT_KEPT = np.zeros(0, np.int64)  # years and levels, which a comparison does not need


def compute(pool: RatingPool, *, report: Report = no_progress, writing: Writing = transaction.atomic) -> Backtest:
    """Recalculate all lists of the pool, store how good its predictions were, and compare it with other pools.

    Raise `NothingToTest` without games, or another `RatingError` if the lists cannot be calculated.
    """
    digest = lists_digests([pool])[pool.pk]
    lists = days(pool, timezone.localdate())
    trial = run(pool, lists, report=lambda percent, _step: report(percent * 9 // 10, STEP))
    if not len(trial.forecasts):
        raise NothingToTest(noop("The rating type %(pool)s has not predicted any games yet."), pool=pool.slug)
    found = {
        "result": evidence(trial),
        "games": packed(trial.forecasts),
        "lists_digest": digest,
        "computed_at": timezone.now(),
    }
    with writing():
        list(RatingPool.objects.select_for_update().order_by("pk"))  # one at a time, because all pools are compared
        kept, _created = Backtest.objects.update_or_create(pool=pool, defaults=found)
        _compare()
    return kept


def is_of_today(test: Backtest) -> bool:
    """Return whether no list of the pool was published or revised since. One query."""
    return bool(test.lists_digest == lists_digests([test.pool])[test.pool_id])


def lists_digests(pools: Iterable[RatingPool]) -> dict[int, str]:
    """Return a digest of all published lists of each pool, by id. If it differs, a test is out of date."""
    wholes = {pool.pk: hashlib.sha256() for pool in pools}
    lists = RatingList.objects.published().filter(pool__in=list(wholes)).order_by("pool", "date")
    for pool, date, digest in lists.values_list("pool_id", "date", "digest"):
        wholes[pool].update(f"{date} {digest}\n".encode())
    return {pool: whole.hexdigest() for pool, whole in wholes.items()}


def packed(games: Forecasts) -> bytes:
    """Return pairing, expected score in ten-thousandths and half points of each game, compressed."""
    file = io.BytesIO()
    expected = np.rint(games.expected * POINT).astype(np.uint16)
    columns = {"pairing": games.pairing, "expected": expected, "half_points": games.half_points.astype(np.uint8)}
    np.savez_compressed(file, **columns)
    return file.getvalue()


def unpacked(data: bytes) -> Forecasts:
    """Return what `packed` was given, by ascending pairing, without years and levels."""
    with np.load(io.BytesIO(data), allow_pickle=False) as columns:
        order = np.argsort(columns["pairing"])
        return Forecasts(
            pairing=columns["pairing"][order],
            year=NOT_KEPT,
            expected=columns["expected"][order] / POINT,
            half_points=columns["half_points"][order].astype(np.int64),
            level=NOT_KEPT,
        )


def compared(tested: dict[str, Forecasts]) -> dict[str, Any] | None:
    """Return the comparison of pools (by short name) on the games that all of them predicted, the best first.

    Return None if there are no such games. ``behind`` is how much more than the best a pool loses a game, with its
    interval.
    """
    shared = reduce(np.intersect1d, [games.pairing for games in tested.values()])
    if not len(shared):
        return None
    rows = {slug: _on(games, shared) for slug, games in tested.items()}
    losses = {slug: log_losses(games.expected, games.half_points) for slug, games in rows.items()}
    best, *others = sorted(rows, key=lambda slug: float(losses[slug].mean()))
    found = baselines(rows[best])
    pools = [_row(slug, rows[slug], paired_difference(losses[slug], losses[best])) for slug in others]
    return {"half": found["half"], "white": found["white"], "pools": [_row(best, rows[best], None), *pools]}


def _on(games: Forecasts, pairings: Ints) -> Forecasts:
    rows = np.searchsorted(games.pairing, pairings)
    return Forecasts(games.pairing[rows], NOT_KEPT, games.expected[rows], games.half_points[rows], NOT_KEPT)


def _row(slug: str, games: Forecasts, behind: Any) -> dict[str, Any]:
    bins = calibration(games.expected, games.half_points)
    return {
        "pool": slug,
        "score": baselines(games)["score"],
        "calibration_error": round(calibration_error(bins), DIGITS),
        "behind": plain(behind) | {"is_clear": behind.is_clear} if behind else None,
    }


def _compare() -> None:
    """Remake all comparisons from the stored back-tests: those of the public pools, and those with staff pools."""
    tests = Backtest.objects.select_related("pool").order_by("pool__position", "pool__slug")
    tested = {test.pool: unpacked(bytes(test.games)) for test in tests}
    PoolComparison.objects.all().delete()
    now = timezone.now()
    groups = _groups([pool for pool in tested if pool.public])
    for group in [*groups, *(each for each in _groups(list(tested)) if each not in groups)]:
        if found := compared({pool.slug: tested[pool] for pool in group}):
            PoolComparison.objects.create(result=found, computed_at=now)


def _groups(pools: list[RatingPool]) -> list[list[RatingPool]]:
    """Return pools that may share games: of one discipline, and of the paces that one of them takes."""
    groups: list[list[RatingPool]] = []
    for pool in pools:
        same = [other for other in pools if other.discipline == pool.discipline and _takes(other, pool)]
        if len(same) > 1 and same not in groups:
            groups.append(same)
    return groups


def _takes(pool: RatingPool, other: RatingPool) -> bool:
    """Return whether the pool counts every game of the other's paces."""
    return not pool.paces or (bool(other.paces) and set(other.paces) <= set(pool.paces))
