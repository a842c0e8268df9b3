"""What a rating officer checks again before publishing a list."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.members.merging import merge
from ratings.lists.rating_run import rate
from ratings.models import RatingPool
from ratings.review.suspicious_results import Suspicions, suspicions
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def pool() -> RatingPool:
    """Return a pool with ratings from 1150 (10005) to 2210 (10008)."""
    return scene.started()


def look(pool: RatingPool) -> Suspicions:
    return suspicions(rate(pool, scene.LIST))


def test_results_as_they_were_to_be_expected_are_not_worth_a_look(pool: RatingPool) -> None:
    scene.tournament(["10008 10005 1-0", "10001 10002 1/2", "10004 10006 1-0", "10006 10003 0-1"])
    scene.tournament(["10005 10008 1-0", "10005 10007 1-0"], name="Once in 83")
    found = look(pool)
    assert (found.count, found.turned, found.elsewhere, found.unlikely) == (0, [], [], [])


def test_a_score_that_comes_once_in_a_hundred_times_is(pool: RatingPool) -> None:
    games = ["10005 10008 1-0", "10005 10007 1-0", "10005 10004 1-0", "10008 10001 1-0", "10007 10002 1-0"]
    event = scene.tournament([*games, "10004 10003 1-0", "10001 10006 1-0", "10002 10006 1-0", "10003 10006 1-0"])
    [result] = look(pool).unlikely
    assert (result.member.key, result.tournament, result.games, result.half_points) == (10005, event, 3, 6)
    assert result.expected == pytest.approx(
        0.33
    )  # 11 of 100 points from each: no difference above 350 counts (B12, B13)
    assert result.probability == pytest.approx(0.11**3)
    assert result.one_in == 751


def test_the_rarest_score_comes_first(pool: RatingPool) -> None:
    scene.tournament(["10005 10008 1-0", "10005 10007 1-0", "10005 10004 1-0"])
    scene.tournament(["10001 ~1800 1-0"] * 10, name="Of equals")
    assert [(result.member.key, result.one_in) for result in look(pool).unlikely[:2]] == [
        (10001, 1024),
        (10005, 751),
    ]


def test_a_tournament_that_is_far_likelier_the_other_way_round_is(pool: RatingPool) -> None:
    turned = scene.tournament(["10008 10005 0-1", "10004 10006 0-1", "10001 10003 0-1"], name="Turned")
    scene.tournament(["10008 10005 1-0", "10004 10006 1-0", "10001 10003 1-0"], name="Usual")
    assert look(pool).turned == [turned]


def test_who_played_in_two_towns_on_one_day_is(pool: RatingPool) -> None:
    first, second = dt.date(2026, 3, 7), dt.date(2026, 3, 14)
    ghent, liege = (
        scene.tournament([f"10001 {other} 1/2 {day}" for day in (first, second)], city=city, end=second)
        for other, city in ((10002, "Gent"), (10003, "Liège"))
    )
    scene.tournament(["10002 10004 0-1"], name="Of one day", city="GENT", start=first)
    scene.tournament(["10001 10004 0-1"], name="Of a week, without days", city="Namur", start=first, end=second)
    [found] = look(pool).elsewhere
    assert (found.member, found.tournaments) == (cast.member(10001), [ghent, liege])
    assert found.days == [first, second]


@pytest.mark.long
def test_records_that_were_merged_are_one_person(pool: RatingPool) -> None:
    scene.tournament(["10001 10002 1-0"], city="Gent")
    scene.tournament(["10003 10009 1-0"], city="Liège")
    assert look(pool).elsewhere == []
    merge(cast.member(10009), cast.member(10001))
    assert [found.member for found in look(pool).elsewhere] == [cast.member(10001)]


def test_games_that_were_not_played_put_nobody_anywhere(pool: RatingPool) -> None:
    for city, result in (("Gent", "1-0"), ("Liège", "+-")):
        scene.tournament([f"10001 10002 {result} 2026-03-07"], name=city, city=city)
    assert look(pool).elsewhere == []


def test_no_prediction_is_so_sure_that_another_result_comes_never(pool: RatingPool) -> None:
    cote = scene.started("cote", system="fqe", standings={10001: (2000, 100), 10002: (1200, 100)})
    scene.tournament(["10001 10002 0-1"])
    assert {(result.expected, result.one_in) for result in look(cote).unlikely} == {(1.0, 200), (0.0, 200)}
    assert replace(look(cote).unlikely[0], probability=0.0).one_in == 1_000_000_000  # of very many games


@pytest.mark.long
def test_in_go_stones_are_counted_in(pool: RatingPool) -> None:
    go = scene.started("go", system="ffg", standings={10001: (0, 30), 10002: (-900, 30)})
    event = scene.tournament(["10001 10002 0-1"] * 3, name="Go", discipline="go")
    Tournament.objects.update(rounds=3)
    event.pairings.update(handicap=0, board_size=19)
    assert {result.member.key for result in look(go).unlikely} == {10001, 10002}
    event.pairings.update(handicap=9)
    assert look(go).unlikely == []


def test_games_that_are_gone_since_are_left_out(pool: RatingPool) -> None:
    scene.tournament(["10005 10008 1-0", "10005 10007 1-0"])
    draft = rate(pool, scene.LIST)
    Pairing.objects.filter(round=1).delete()
    assert suspicions(draft).unlikely == []
    Tournament.objects.all().update(city="Gent")
    Pairing.objects.all().delete()
    assert suspicions(draft).count == 0


@pytest.mark.long
def test_the_number_of_queries_does_not_depend_on_the_number_of_tournaments(
    pool: RatingPool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        scene.tournament(["10008 10005 0-1", "10004 10006 0-1", "10001 10003 0-1"], name=f"Turned {number}")
        if number != 1:
            draft = rate(pool, scene.LIST)
            with django_assert_num_queries(4):
                assert len(suspicions(draft).turned) == number + 1
