"""The games between members."""

from __future__ import annotations

import datetime as dt

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.players.games_between import meetings
from tests import cast
from tests.ratings import scene
from tournaments.models import Stage

pytestmark = pytest.mark.django_db


def told(first: int, second: int) -> list[tuple[str, bool, int, int]]:
    games = meetings([cast.member(first), cast.member(second)])[0].games
    return [(each.tournament.name, each.is_white, each.half_points, each.half_points_of_other) for each in games]


def test_their_games_stand_the_latest_first_as_the_first_sees_them() -> None:
    scene.tournament(["10001 10002 1-0", "10001 10003 1-0"], name="Spring", start=dt.date(2026, 3, 1))
    scene.tournament(["10002 10001 1/2", "10003 10002 0-1"], name="Autumn", start=dt.date(2026, 9, 1))
    assert told(10001, 10002) == [("Autumn", False, 1, 1), ("Spring", True, 2, 0)]
    assert told(10002, 10001) == [("Autumn", True, 1, 1), ("Spring", False, 0, 2)]
    [both] = meetings([cast.member(10001), cast.member(10002)])
    assert (both.half_points, both.half_points_of_other) == (3, 1)


def test_forfeits_open_games_and_tournaments_that_nobody_accepted_are_no_meetings() -> None:
    scene.tournament(["10001 10002 +-", "10001 10002 *"])
    scene.tournament(["10001 10002 1-0"], stage=Stage.READ)
    assert told(10001, 10002) == []


def test_games_of_a_record_that_was_merged_are_his() -> None:
    scene.tournament(["10003 10002 1-0"])
    Member.objects.filter(key=10003).update(merged_into=cast.member(10001))
    assert told(10001, 10002) == [("Open", True, 2, 0)]


@pytest.mark.parametrize("count", [1, 3])
def test_they_take_two_queries(django_assert_num_queries: DjangoAssertNumQueries, count: int) -> None:
    for _ in range(count):
        scene.tournament(["10001 10002 1-0"])
    one, other = cast.member(10001), cast.member(10002)
    with django_assert_num_queries(2):
        assert len(meetings([one, other])[0].games) == count


def test_who_was_in_no_tournament_with_him_takes_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    scene.tournament(["10001 10002 1-0"])
    one, other = cast.member(10001), cast.member(10003)
    with django_assert_num_queries(1):
        assert meetings([one, other])[0].games == []


def test_of_three_members_each_two_have_their_games() -> None:
    scene.tournament(["10001 10002 1-0", "10003 10001 1/2", "10002 10003 0-1"])
    found = meetings([cast.member(number) for number in (10001, 10002, 10003)])
    scores = {(each.first.key, each.second.key): (each.half_points, each.half_points_of_other) for each in found}
    assert scores == {(10001, 10002): (2, 0), (10001, 10003): (1, 1), (10002, 10003): (0, 2)}
