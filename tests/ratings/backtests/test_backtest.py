"""The back-test as it is kept, and pools side by side."""

from __future__ import annotations

import datetime as dt
import json
from io import StringIO
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from federation.background import worker
from federation.background.worker import claim
from federation.models import Job
from ratings.backtests.backtest import compared, compute, is_of_today, lists_digests, packed, unpacked
from ratings.backtests.trial import Forecasts
from ratings.errors import RatingError
from ratings.lists.job_queue import queue_backtest
from ratings.models import Backtest, PoolComparison, RatingPool
from ratings.tasks import compute_backtest
from tests import cast
from tests.ratings import scene, trials

pytestmark = pytest.mark.django_db


def forecasts(*games: tuple[int, float, int]) -> Forecasts:
    """Return games as pairing, expected score and half points."""
    pairing, expected, half_points = zip(*games, strict=True)
    nothing = np.zeros(0, np.int64)
    return Forecasts(np.array(pairing), nothing, np.array(expected), np.array(half_points), nothing)


def groups() -> list[list[str]]:
    """Return the pools of all comparisons, by name."""
    return sorted(sorted(row["pool"] for row in each.result["pools"]) for each in PoolComparison.objects.all())


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("backtest", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.long
def test_it_is_kept_with_what_it_was_made_of() -> None:
    pool = trials.of_two_lists()
    kept = compute(pool)
    assert kept.result["score"]["games"] == 10
    assert kept.result["unpredicted"] == 3
    assert [row["date"] for row in kept.result["lists"]] == ["2026-07-01", "2027-01-01"]
    assert kept.lists_digest == lists_digests([pool])[pool.pk]


def test_a_pool_has_one_the_latest() -> None:
    pool = trials.of_two_lists()
    first = compute(pool)
    second = compute(pool)
    assert Backtest.objects.get() == first == second
    assert second.computed_at > first.computed_at
    assert second.result == first.result


def test_another_list_makes_another_digest() -> None:
    pool, other = trials.of_two_lists(), scene.pool("other")
    before = lists_digests([pool, other])
    scene.published(pool, dt.date(2027, 7, 1))
    after = lists_digests([pool, other])
    assert before[pool.pk] != after[pool.pk]
    assert before[other.pk] == after[other.pk]


def test_a_pool_without_predictions_has_no_backtest() -> None:
    with pytest.raises(RatingError, match="The rating type elo has not predicted any games yet"):
        compute(scene.pool())
    assert not Backtest.objects.exists()


@pytest.mark.long
def test_every_system_is_tested() -> None:
    found = {system: compute(trials.of_two_lists(system, system)).result for system in ("frbe", "fqe", "fics")}
    assert {system: result["score"]["games"] for system, result in found.items()} == {"frbe": 10, "fqe": 11, "fics": 11}


@pytest.mark.long
def test_a_pool_of_go_is_tested() -> None:
    found = compute(trials.of_go()).result
    # In the autumn there is a jigo, and the newcomer of the spring has a level.
    assert (found["score"]["games"], found["unpredicted"]) == (7, 3)
    assert {(row["low"], row["high"]) for row in found["bands"]} == {(-500, 0), (0, 500)}


def test_forecasts_are_packed_without_loss() -> None:
    games = unpacked(packed(forecasts((9, 0.3333, 0), (7, 0.5, 1), (8, 1.0, 2))))
    assert games.pairing.tolist() == [7, 8, 9]
    assert games.expected.tolist() == [0.5, 1.0, 0.3333]
    assert games.half_points.tolist() == [1, 2, 0]


# Pools side by side


def test_pools_are_compared_on_the_games_they_share() -> None:
    sharp = forecasts((1, 0.9, 2), (2, 0.9, 2), (3, 0.1, 0), (4, 0.99, 0))
    dull = forecasts((0, 0.01, 2), (1, 0.6, 2), (2, 0.6, 2), (3, 0.4, 0))
    found = compared({"dull": dull, "sharp": sharp})
    best, other = found["pools"]
    assert (best["pool"], best["score"]["games"], best["behind"]) == ("sharp", 3, None)
    assert (other["pool"], other["score"]["games"]) == ("dull", 3)
    assert other["behind"]["mean"] == pytest.approx(np.log(0.9 / 0.6), abs=1e-5)
    assert other["behind"]["is_clear"]
    assert found["half"]["games"] == 3


def test_pools_that_share_nothing_are_not_compared() -> None:
    assert compared({"one": forecasts((1, 0.5, 2)), "other": forecasts((2, 0.5, 2))}) is None


@pytest.mark.long
def test_a_backtest_compares_the_pool_with_the_others() -> None:
    pools = [trials.of_two_lists(system, system) for system in ("frbe", "fqe", "fics")]
    compute(pools[0])
    assert groups() == []
    compute(pools[1])
    assert groups() == [["fqe", "frbe"]]
    compute(pools[2])
    assert groups() == [["fics", "fqe", "frbe"]]
    [row] = {row["score"]["games"] for row in PoolComparison.objects.get().result["pools"]}
    assert row == 10


@pytest.mark.long
def test_pools_of_other_paces_are_compared_where_they_share_games() -> None:
    for slug, paces in (("slow", ["standard"]), ("slow-too", ["standard"]), ("all", []), ("rapid", ["rapid"])):
        pool = trials.of_two_lists(slug, paces=paces)
        if slug != "rapid":  # it has no games
            compute(pool)
    assert groups() == [["all", "slow", "slow-too"]]


@pytest.mark.long
def test_a_pool_that_is_not_public_stands_beside_the_others_and_takes_none_of_their_games() -> None:
    for slug, public in (("one", True), ("other", True), ("secret", False)):
        compute(trials.of_two_lists(slug, public=public))
    assert groups() == [["one", "other"], ["one", "other", "secret"]]


# As a job and as a command


def test_a_job_makes_it() -> None:
    pool = trials.of_two_lists()
    assert queue_backtest(pool) == queue_backtest(pool)
    job = worker.run(queue_backtest(pool).pk)
    assert (job.state, job.result) == (Job.State.DONE, {"backtest": Backtest.objects.get().pk})


def test_a_refusal_is_the_jobs_sentence_in_the_readers_language() -> None:
    finished = worker.run(queue_backtest(scene.pool(), by=cast.rating_officer()).pk)
    assert finished.state == Job.State.FAILED
    with translation.override("fr"):
        assert finished.failure == "Le type de classement elo n’a encore prédit aucune partie."


def test_a_publication_starts_it_once() -> None:
    pool = trials.of_two_lists()
    job = Job.objects.get(kind="backtest")  # of two publications
    assert (job.key, job.created_by) == ("backtest:elo", None)
    worker.run(job.pk)
    assert is_of_today(Backtest.objects.get())
    scene.published(pool, dt.date(2027, 7, 1))
    assert Job.objects.filter(kind="backtest", state=Job.State.QUEUED).count() == 1


def test_a_new_pool_has_nothing_to_test_and_that_is_no_failure() -> None:
    pool = scene.started()
    scene.published(pool)
    finished = worker.run(Job.objects.get(kind="backtest").pk)
    assert (finished.state, finished.result) == (Job.State.DONE, {})
    assert not Backtest.objects.exists()


@pytest.mark.long
def test_a_list_published_meanwhile_is_in_it_too() -> None:
    pool = trials.of_two_lists()
    job = Job.objects.get(kind="backtest")

    def publishes_one_more(_percent: int, _step: str) -> None:
        if not pool.lists.filter(date=dt.date(2027, 7, 1)).exists():
            scene.published(pool, dt.date(2027, 7, 1))

    compute_backtest(claim(job.pk), publishes_one_more)
    kept = Backtest.objects.get()
    assert is_of_today(kept)
    assert [row["date"] for row in kept.result["lists"]] == ["2026-07-01", "2027-01-01", "2027-07-01"]


def test_the_command_prints_what_it_keeps() -> None:
    trials.of_two_lists()
    lines = run("elo").splitlines()
    kept: dict[str, Any] = Backtest.objects.get().result
    assert lines[0] == "elo: 10 games predicted, 3 without a prediction."
    log_loss, brier = kept["score"]["log_loss"], kept["score"]["brier"]
    assert lines[1] == f"The system: log-loss {log_loss:.4f}, Brier score {brier:.4f} over 10 games"
    assert lines[2].startswith("Always one half: log-loss 0.6931")
    assert lines[4].startswith("2026: log-loss")


def test_the_command_gives_facts() -> None:
    trials.of_two_lists()
    facts = json.loads(run("elo", "--json"))
    assert (facts["pool"], facts["score"]["games"], facts["unpredicted"]) == ("elo", 10, 3)


def test_the_command_hands_it_to_the_worker() -> None:
    trials.of_two_lists()
    assert run("elo", "--queue").startswith("Queued: job ")
    assert Job.objects.filter(kind="backtest", arguments__pool="elo").count() == 1


def test_the_command_fails_with_one_sentence() -> None:
    RatingPool.objects.all().delete()
    with pytest.raises(CommandError, match="There is no rating type elo. Known: -"):
        run("elo")
