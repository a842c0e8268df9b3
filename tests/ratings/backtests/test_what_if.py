"""A pool with other rules, beside what it is."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.background import worker
from federation.models import Job
from ratings.backtests.what_if import check, compute, rules_by_day
from ratings.errors import RatingError
from ratings.lists.job_queue import queue_what_if
from ratings.models import PoolRules, Rating, RatingList, RatingPool, WhatIf
from tests.cases import long_after
from tests.ratings import scene, stored, trials

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> RatingPool:
    return trials.of_two_lists()


@pytest.mark.parametrize("system", long_after(1, ["frbe", "fqe", "fics", "ffg"]))
def test_where_nothing_changes_nothing_differs(system: str) -> None:
    rating_pool = trials.of_go() if system == "ffg" else trials.of_two_lists(system, system)
    found = compute(trials.what_if(rating_pool)).result
    assert found["real"] == found["copy"]
    assert found["ratings"]["changed"] == 0
    assert [row["members"] for row in found["ratings"]["classes"] if row["members"]] == [found["ratings"]["members"]]
    assert (found["ratings"]["gains"], found["ratings"]["losses"]) == ([], [])
    assert found["shared"]["difference"] == {"mean": 0.0, "low": 0.0, "high": 0.0, "is_clear": False}


def test_the_real_side_is_what_is_published(pool: RatingPool) -> None:
    found = compute(trials.what_if(pool, parameters={"k_by_games": [[10_000, 64]]})).result
    published = {line.member_id: line.rating for line in stored.lines(pool.lists.get(date=scene.NEXT)).values()}
    movers = found["ratings"]["gains"] + found["ratings"]["losses"]
    assert {row["member"]: row["real"] for row in movers} == {row["member"]: published[row["member"]] for row in movers}
    assert movers


def test_a_greater_k_moves_who_played_and_nobody_else(pool: RatingPool) -> None:
    found = compute(trials.what_if(pool, parameters={"k_by_games": [[10_000, 64]]})).result
    played = {entry.member_id for each in pool.lists.all() for entry in stored.entries(each) if entry.k > 0}
    assert 0 < found["ratings"]["changed"] <= len(played)
    spread = [found[side]["lists"][-1]["deviation"] for side in ("real", "copy")]
    assert spread[0] != spread[1]


def test_a_higher_floor_lifts_who_stands_below_it(pool: RatingPool) -> None:
    ratings = compute(trials.what_if(pool, parameters={"floor": 1400})).result["ratings"]
    [lifted] = [row for row in ratings["gains"] if row["copy"] == 1400]
    assert lifted["real"] < 1400
    assert ratings["bands"][0]["low"] == 1000
    assert ratings["bands"][0]["mean"] > 200


def test_the_change_holds_from_its_day_on(pool: RatingPool) -> None:
    found = compute(trials.what_if(pool, since=scene.NEXT, parameters={"floor": 1400})).result
    assert [row["date"] for row in found["real"]["lists"]] == ["2027-01-01"]
    assert found["shared"]["games"] == 4


def test_without_a_profile_the_rules_of_each_day_stay_beside_the_changes(pool: RatingPool) -> None:
    PoolRules.objects.create(pool=pool, valid_from=scene.NEXT, profile="2015", parameters={"floor": 1300})
    found = rules_by_day(pool, [scene.LIST, scene.NEXT], "", {"difference_cap": 200})
    assert [(rules.difference_cap, rules.floor) for _rules, rules in found.values()] == [(200, 1150), (200, 1300)]
    assert [rules.highest_percent for _rules, rules in found.values()] == [99, 92]


def test_a_profile_stands_in_place_of_the_pools_rules(pool: RatingPool) -> None:
    PoolRules.objects.filter(pool=pool).update(parameters={"floor": 1300})
    [(_rules, found)] = rules_by_day(pool, [scene.LIST], "2009", {"big_change": 90}).values()
    assert (found.highest_percent, found.big_change, found.floor) == (89, 90, 1150)


def test_rules_that_make_no_sense_are_refused_in_the_systems_sentence(pool: RatingPool) -> None:
    with pytest.raises(RatingError, match="unknown parameter 'flor'; known are: difference_cap"):
        check(pool, scene.LIST, "", {"flor": 1400})
    with pytest.raises(RatingError, match="floor must be at least 1, not 0"):
        check(pool, scene.LIST, "", {"floor": 0})
    with pytest.raises(RatingError, match="unknown profile '1887': one of seed, 1996, 2006, 2007"):
        check(pool, scene.LIST, "1887", {})


def test_there_must_be_a_list(pool: RatingPool) -> None:
    with pytest.raises(RatingError, match="The rating type elo has no list of 2030-01-01 or later"):
        check(pool, dt.date(2030, 1, 1), "", {})


def test_nothing_of_the_real_lists_is_touched(pool: RatingPool) -> None:
    before = (list(RatingList.objects.values()), list(Rating.objects.values()), list(PoolRules.objects.values()))
    compute(trials.what_if(pool, parameters={"floor": 1400}))
    assert before == (
        list(RatingList.objects.values()),
        list(Rating.objects.values()),
        list(PoolRules.objects.values()),
    )


def test_a_rating_that_only_one_side_has_is_counted(pool: RatingPool) -> None:
    # 10009 has played two who are rated: only rules that take so few rate her.
    found = compute(trials.what_if(pool, parameters={"games_for_provisional": 2, "games_for_rating": 2})).result
    assert (found["ratings"]["only_real"], found["ratings"]["only_copy"]) == (0, 1)
    assert found["copy"]["lists"][-1]["rated"] == found["real"]["lists"][-1]["rated"] + 1


def test_classes_hold_everybody_once(pool: RatingPool) -> None:
    ratings = compute(trials.what_if(pool, parameters={"k_by_games": [[10_000, 64]]})).result["ratings"]
    assert sum(row["members"] for row in ratings["classes"]) == ratings["members"]
    assert sum(row["members"] for row in ratings["bands"]) == ratings["members"]
    nobody = next(row for row in ratings["classes"] if row["low"] == row["high"] == 0)
    assert nobody["members"] == ratings["members"] - ratings["changed"]


def test_who_gains_and_who_loses_most_come_first(pool: RatingPool) -> None:
    ratings = compute(trials.what_if(pool, parameters={"k_by_games": [[10_000, 64]]})).result["ratings"]
    gains, losses = ([row["copy"] - row["real"] for row in ratings[key]] for key in ("gains", "losses"))
    assert gains == sorted(gains, reverse=True)
    assert losses == sorted(losses)
    assert gains[0] > gains[-1] > 0 > losses[-1] > losses[0]


# As a job


def test_a_job_calculates_it(pool: RatingPool) -> None:
    asked = trials.what_if(pool, parameters={"floor": 1400})
    job = worker.run(queue_what_if(asked).pk)
    asked.refresh_from_db()
    assert (job.state, asked.job, asked.result["ratings"]["changed"]) == (Job.State.DONE, job, 1)


def test_one_that_was_deleted_meanwhile_is_no_failure(pool: RatingPool) -> None:
    asked = trials.what_if(pool)
    job = queue_what_if(asked)
    asked.delete()
    assert worker.run(job.pk).state == Job.State.DONE
    assert not WhatIf.objects.exists()


def test_rules_that_went_bad_meanwhile_are_the_jobs_sentence(pool: RatingPool) -> None:
    asked = trials.what_if(pool, parameters={"floor": 0})
    job = worker.run(queue_what_if(asked).pk)
    assert (job.state, job.failure) == (Job.State.FAILED, "floor must be at least 1, not 0")
