"""Which published lists no longer fit the facts."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from federation.members import former_numbers
from federation.members.merging import merge
from ratings.lists.stale_lists import stale_lists, staleness
from ratings.models import RatingList, RatingPool
from ratings.verification.verify import verify
from tests import cast
from tests.cases import long_after
from tests.made_once import made_once
from tests.ratings import scene
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@made_once
def pool() -> RatingPool:
    """Return a pool with two published lists, a tournament in each period."""
    made = scene.started()
    scene.tournament(["10001 10002 1-0", "10003 10004 1-0"], name="Spring")
    scene.tournament(["10001 10002 1/2"], name="Autumn", start=dt.date(2026, 10, 1))
    scene.published(made)
    scene.published(made, scene.NEXT)
    return made


def dates(pool: RatingPool) -> list[dt.date]:
    return [found.rating_list.date for found in stale_lists(pool)]


@pytest.mark.long
def test_lists_that_fit_are_not_stale(pool: RatingPool) -> None:
    assert stale_lists(pool) == []


def test_a_late_tournament_makes_the_list_of_its_day_stale(pool: RatingPool) -> None:
    late = scene.tournament(["10001 10003 1-0"], name="Late", start=dt.date(2026, 11, 1))
    [found] = stale_lists(pool)
    assert found.rating_list.date == scene.NEXT
    assert (found.tournaments, found.previous_changed, found.rules_changed) == ((late,), False, False)
    assert found.causes == ["Tournament changed or added: Late."]


def test_a_corrected_result_does(pool: RatingPool) -> None:
    Tournament.objects.get(name="Spring").pairings.filter(round=1).update(white_result="0", black_result="1")
    assert dates(pool) == [scene.LIST]


@pytest.mark.long
def test_another_number_of_a_member_does_not(pool: RatingPool) -> None:
    member = cast.member(10002)
    member.number = "20777"
    member.save()
    assert dates(pool) == [scene.LIST, scene.NEXT]
    former_numbers.keep(member, "10002", timezone.localdate() + dt.timedelta(days=1))
    assert stale_lists(pool, remember=True) == stale_lists(pool) == []


def test_a_corrected_member_does(pool: RatingPool) -> None:
    seat = Tournament.objects.get(name="Spring").participants.get(member=cast.member(10002))
    seat.member = cast.member(10005)
    seat.save()
    assert dates(pool) == [scene.LIST]


@pytest.mark.parametrize(("system", "is_stale"), [("fqe", True), ("frbe", False)])
def test_a_corrected_number_of_rounds_does_where_the_rules_ask_for_it(system: str, is_stale: bool) -> None:
    pool = scene.pool(system=system)
    made = scene.tournament(["10001 ~1500 1-0", "10001 ~1600 1-0"])
    scene.published(pool)
    Tournament.objects.filter(pk=made.pk).update(rounds=9)
    assert dates(pool) == ([scene.LIST] if is_stale else [])


def test_a_tournament_withdrawn_does(pool: RatingPool) -> None:
    Tournament.objects.filter(name="Autumn").update(stage=Stage.SUBMITTED)
    assert dates(pool) == [scene.NEXT]


def test_two_members_merged_do(pool: RatingPool) -> None:
    member = cast.member(10003)
    member.merged_into = cast.member(10005)
    member.save()
    assert dates(pool) == [scene.LIST]


@pytest.mark.long
@pytest.mark.parametrize("standings", long_after(1, [{10007: (1500, 30), 10008: (1900, 90)}, {10008: (1900, 90)}]))
def test_a_merged_record_without_a_game_does(standings: dict[int, tuple[int, int]]) -> None:
    pool = scene.starting_list(scene.pool("other"), standings).pool
    before = scene.published(pool)
    scene.published(pool, scene.NEXT)
    merge(cast.member(10008), cast.member(10007))
    [found] = stale_lists(pool)
    assert (found.rating_list, found.causes) == (before, ["Two records of the same person were merged."])
    assert staleness(before) == found
    revised = scene.published(pool, reason="merged")
    assert (scene.line(revised, 10007).rating, verify(revised).passed) == (1900, True)
    assert dates(pool) == [scene.NEXT]


def test_a_changed_name_does_not(pool: RatingPool) -> None:
    Tournament.objects.filter(name="Spring").update(name="Spring Open", city="Gent")
    assert stale_lists(pool) == []


@pytest.mark.long
def test_a_changed_name_does_where_it_changes_the_order_of_play(pool: RatingPool) -> None:
    scene.tournament(["10005 10006 1-0"], name="Summer")
    scene.published(pool, reason="Summer came late.")
    scene.published(pool, scene.NEXT, reason="Summer came late.")
    Tournament.objects.filter(name="Summer").update(name="A summer")
    [found] = stale_lists(pool)
    assert found.causes == ["The order of the games has changed."]


@pytest.mark.parametrize("day", [scene.LIST + dt.timedelta(days=1), scene.NEXT])
def test_changed_rules_do_from_their_day_on(pool: RatingPool, day: dt.date) -> None:
    pool.rules.create(valid_from=day, profile="2015")
    [found] = stale_lists(pool)
    assert found.rating_list.date == scene.NEXT
    assert found.causes == ["The rules were changed."]


@pytest.mark.long
def test_a_revision_makes_the_list_after_it_stale(pool: RatingPool) -> None:
    scene.tournament(["10001 10003 1-0"], name="Late")
    assert dates(pool) == [scene.LIST]
    scene.published(pool, reason="Late came late.")
    [found] = stale_lists(pool)
    assert found.rating_list.date == scene.NEXT
    assert found.causes == ["The previous list was revised."]


def test_a_starting_list_never_is(pool: RatingPool) -> None:
    scene.tournament(["10001 10003 1-0"], name="Old", start=dt.date(2025, 6, 1))
    assert dates(pool) == [scene.LIST]
    assert staleness(RatingList.objects.get(imported=True)) is None


def test_games_of_another_pool_do_not(pool: RatingPool) -> None:
    RatingPool.objects.filter(pk=pool.pk).update(paces=["standard"])
    pool.refresh_from_db()
    scene.tournament(["10001 10003 1-0"], name="Blitz", pace="blitz")
    assert stale_lists(pool) == []
