"""The list from which a pool starts."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.errors import RatingError
from ratings.exports import Snapshot
from ratings.exports.programs.player_dbf import write_zip
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import Rating, RatingList
from ratings.pools.creation import create_pool
from ratings.starting_lists.create import import_ratings
from ratings.systems.period import MINUTES_A_DAY, Status
from ratings.verification.verify import verify
from tests import cast
from tests.ratings import scene, stored

pytestmark = pytest.mark.django_db

HEADER = "matricule,rating,games,opponents_sum,points\n"


def imported(lines: str, date: dt.date = scene.START, slug: str = "elo") -> RatingList:
    cast.everybody()
    return import_ratings(scene.pool(slug), date, (HEADER + lines).encode())


def test_it_is_published_and_imported() -> None:
    made = imported("10001,1800,150,,\n")
    assert (made.state, made.imported, made.revision) == (RatingList.State.PUBLISHED, True, 0)
    assert made.published_at is not None
    assert len(made.digest) == 64


def test_it_says_what_the_file_says() -> None:
    found = scene.line(imported("10001,1712,12,20544,5.5\n"), 10001)
    assert (found.rating, found.games, found.opponents_sum, found.half_points) == (1712, 12, 20544, 11)
    assert (found.previous_rating, found.change, found.period_games) == (None, None, 0)
    assert (found.club.key, found.affiliated) == (101, True)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("10001,1800,150,,", Status.ESTABLISHED),
        ("10001,1800,20,,", Status.ESTABLISHED),
        ("10001,1800,19,,", Status.PROVISIONAL),
        ("10001,,9,13500,4", Status.UNRATED),
        ("10001,,150,,", Status.UNRATED),
    ],
)
def test_the_system_says_what_a_rating_is(line: str, status: Status) -> None:
    assert scene.line(imported(line), 10001).status == status


def test_a_member_of_another_federation_shows_its_rating() -> None:
    member = cast.member(10001)
    member.fide_federation, member.fide_rating = "NED", 1815
    member.save()
    found = scene.line(imported("10001,1800,50,,"), 10001)
    assert (found.rating, found.status) == (1800, Status.FOREIGN)


def test_it_is_ranked() -> None:
    made = imported("10001,1800,150,,\n10002,1900,30,,\n10003,1850,12,,\n10004,1800,200,,\n")
    assert [scene.line(made, matricule).rank for matricule in (10002, 10004, 10001, 10003)] == [1, 2, 3, None]


def test_who_has_neither_rating_nor_game_is_left_out() -> None:
    assert imported("10001,1800,150,,\n10002,,0,,\n").player_count == 1


def test_a_list_that_went_out_as_player_comes_in_as_it_was() -> None:
    cast.everybody()
    foreign = cast.member(10004)
    foreign.fide_federation, foreign.fide_rating = "NED", 2011
    foreign.save()
    lines = "10001,1712,12,20544,5.5\n10002,1800,150,9000,3\n10003,,4,6000,1\n10004,2011,50,0,0\n"
    first = imported(lines)
    again = import_ratings(scene.pool("other"), first.date, write_zip(Snapshot(first)))
    assert again.manifest["ratings"] == first.manifest["ratings"]


def test_an_unknown_matricule_writes_nothing() -> None:
    with pytest.raises(RatingError, match="Line 3: no member has the number 99999"):
        imported("10001,1800,150,,\n99999,1500,30,,\n")
    assert not RatingList.objects.exists()
    assert not Rating.objects.exists()


def test_a_member_twice_writes_nothing() -> None:
    with pytest.raises(RatingError, match="Line 3: member 10001 is in the file twice"):
        imported("10001,1800,150,,\n10001,1500,30,,\n")


def test_a_merged_record_is_the_other_member() -> None:
    cast.everybody()
    other = cast.member(10002)
    other.merged_into = cast.member(10001)
    other.save()
    assert scene.line(imported("10002,1800,150,,\n"), 10001).rating == 1800
    with pytest.raises(RatingError, match="Line 3: member 10002 is in the file twice"):
        imported("10001,1800,150,,\n10002,1500,30,,\n", slug="other")


def test_the_same_file_again_changes_nothing() -> None:
    pool = scene.pool()
    first = scene.starting_list(pool)
    assert scene.starting_list(pool) == first
    assert RatingList.objects.count() == 1


@pytest.mark.long
def test_another_file_replaces_it_as_long_as_nothing_was_calculated() -> None:
    pool = scene.pool()
    first = scene.starting_list(pool)
    second = scene.starting_list(pool, {10001: (1850, 150)})
    first.refresh_from_db()
    assert (first.state, second.revision) == (RatingList.State.REVISED, 1)
    draft = rate(pool, scene.LIST)
    with pytest.raises(RatingError, match="There is a draft of 2026-07-01: discard it before you import a list"):
        scene.starting_list(pool, {10001: (1900, 150)})
    publish(draft, cast.rating_officer())
    for date in (scene.START, scene.LIST):
        with pytest.raises(RatingError, match="The list of 2026-07-01 has already been calculated"):
            scene.starting_list(pool, {10001: (1900, 150)}, date)


def test_a_slip_in_the_year_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.starting_lists.create.timezone.localdate", lambda: scene.START)
    with pytest.raises(RatingError, match="2036-01-01 is more than a year ahead: no list can be imported so early"):
        imported("10001,1800,150,,\n", date=dt.date(2036, 1, 1))
    assert not RatingList.objects.exists()
    assert imported("10001,1800,150,,\n", date=scene.NEXT, slug="other").imported


@pytest.mark.long
def test_a_year_of_lists_can_be_imported_for_their_history() -> None:
    pool = scene.pool()
    for month in (1, 4, 7):
        scene.starting_list(pool, {10001: (1800 + month, 150)}, dt.date(2025, month, 1))
    assert [found.date.month for found in RatingList.objects.published()] == [7, 4, 1]
    assert rate(pool, scene.START).previous.date == dt.date(2025, 7, 1)


def test_b7_the_clock_of_a_rating_without_a_last_game_begins_on_the_day_of_the_list() -> None:
    cast.everybody()
    made = import_ratings(
        create_pool("blitz", "fics"),
        scene.START,
        b"matricule,rating,games,deviation,last_played\n10001,1500,9,,\n10002,1500,9,60,2025-06-01\n",
    )
    clocks = {number: line.last_minute for number, line in stored.lines(made).items()}
    last = dt.date(2025, 6, 1)
    assert clocks == {10001: MINUTES_A_DAY * scene.START.toordinal(), 10002: MINUTES_A_DAY * last.toordinal()}
    assert scene.line(made, 10001).last_played is None


def test_levels_of_go_go_below_zero_and_zero_is_one() -> None:
    cast.everybody()
    lines = "10001,0,30\n10002,-437,12\n10003,,4\n10004,2k,9\n10005,-2950,0\n"
    made = import_ratings(scene.pool("go", system="ffg"), scene.START, f"matricule,rating,games\n{lines}".encode())
    found = {number: (line.rating, line.rank) for number, line in stored.lines(made).items()}
    assert found == {10001: (0, 1), 10002: (-437, 3), 10003: (None, None), 10004: (-150, 2), 10005: (-2950, 4)}
    assert verify(made).passed


def test_b4_no_rd_of_a_starting_list_is_above_the_maximum() -> None:
    cast.everybody()
    made = import_ratings(
        create_pool("blitz", "fics"),
        scene.START,
        b"matricule,rating,games,deviation\n10001,1500,9,400\n10002,1500,9,60\n",
    )
    assert {number: line.deviation for number, line in stored.lines(made).items()} == {10001: 350, 10002: 60}


def test_deviations_of_other_systems_are_taken_as_they_are() -> None:
    cast.everybody()
    made = import_ratings(scene.pool(), scene.START, b"matricule,rating,games,deviation\n10001,1500,90,400\n")
    assert scene.line(made, 10001).deviation == 400
