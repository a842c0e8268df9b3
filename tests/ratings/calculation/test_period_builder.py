"""From facts to arrays."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.models import Member
from ratings.calculation.period_builder import Gathered, gather
from ratings.calculation.store import read_ledger
from ratings.games.players import read_people
from ratings.models import RatingList
from ratings.pools.creation import create_pool
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    BughouseGames,
    GoGames,
    GoPlayers,
    Status,
    TimedGames,
)
from tests import cast
from tests.ratings import scene, stored
from tournaments.models import Discipline, Stage, Tournament

pytestmark = pytest.mark.django_db


def player(found: Gathered, matricule: int) -> dict[str, float]:
    players = found.period.players
    row = players.number.tolist().index(matricule)
    return {name: column[row] for name, column in vars(players).items()}


def merge(matricule: int, into: int) -> None:
    member = cast.member(matricule)
    member.merged_into = cast.member(into)
    member.save()


def make_foreign(matricule: int, rating: int) -> None:
    member = cast.member(matricule)
    member.fide_federation, member.fide_rating = "NED", rating
    member.save()


def test_players_are_those_of_the_list_before_and_those_who_play() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool, {10001: (1800, 150), 10002: (0, 4)})
    scene.tournament(["10001 10009 1-0", "10003 10004 +-"])
    found = gather(pool, start, scene.LIST)
    assert found.period.players.number.tolist() == [10001, 10002, 10009]
    assert player(found, 10001)["rating"] == 1800
    assert player(found, 10002)["games"] == 4
    assert (found.period.games.white.tolist(), found.period.games.black.tolist()) == ([0], [2])
    assert (~found.games.counts).sum() == 1


def test_an_outsider_is_no_player_but_a_rating() -> None:
    pool = scene.pool()
    scene.tournament(["10001 ~1850 1/2", "~1700 10001 0-1"])
    games = gather(pool, None, scene.LIST).period.games
    assert games.white.tolist() == [0, NONE]
    assert games.black.tolist() == [NONE, 0]
    assert games.black_given.tolist() == [1850, 0]
    assert games.white_given.tolist() == [0, 1700]
    assert games.white_half_points.tolist() == [1, 0]


def test_the_period_begins_after_the_list_before() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    RatingList.objects.filter(pk=start.pk).update(imported=False)
    start.refresh_from_db()
    scene.tournament(["10001 10002 1-0"], start=dt.date(2025, 12, 1))
    found = gather(pool, start, scene.LIST)
    assert (found.period.start, found.period.end) == (dt.date(2026, 1, 2), scene.LIST)
    assert len(found.period.games.white) == 0


def test_after_an_imported_list_the_oldest_game_counts() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    scene.tournament(["10001 10002 1-0"], start=dt.date(2019, 12, 1))
    found = gather(pool, start, scene.LIST)
    assert found.period.start == dt.date(2019, 12, 1)
    assert len(found.period.games.white) == 1


@pytest.mark.long
def test_an_imported_list_between_calculated_ones_lets_no_game_count_twice() -> None:
    pool = scene.started()
    scene.tournament(["10001 10002 1-0"], start=dt.date(2026, 3, 1))
    scene.published(pool)
    again = scene.starting_list(pool, date=dt.date(2026, 10, 1))
    scene.tournament(["10003 10004 1-0"], name="Late", start=dt.date(2026, 8, 1))
    found = gather(pool, again, scene.NEXT)
    assert found.period.start == dt.date(2026, 7, 2)
    assert len(found.period.games.white) == 1


def test_a_merged_member_brings_his_rating() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool, {10002: (1700, 60)})
    merge(10002, into=10001)
    found = gather(pool, start, scene.LIST)
    assert found.period.players.number.tolist() == [10001]
    assert (player(found, 10001)["rating"], player(found, 10001)["games"]) == (1700, 60)


@pytest.mark.parametrize(("games", "rating"), [(30, 1700), (60, 1500)])  # of as many that of the lower matricule
def test_of_two_ratings_the_one_of_more_games_holds_and_games_add_up(games: int, rating: int) -> None:
    pool = scene.pool()
    start = scene.starting_list(pool, {10001: (1500, games), 10002: (1700, 60)})
    stored.change(start, opponents_sum=6000, half_points=3)
    merge(10002, into=10001)
    found = player(gather(pool, start, scene.LIST), 10001)
    assert (found["rating"], found["games"]) == (rating, 60 + games)
    assert (found["opponents_sum"], found["half_points"]) == (6000, 3)  # no sums of a first rating to come


def test_two_unfinished_first_ratings_add_their_sums() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool, {10001: (0, 4), 10002: (0, 5)})
    stored.change(start, opponents_sum=6000, half_points=3)
    merge(10002, into=10001)
    found = player(gather(pool, start, scene.LIST), 10001)
    assert (found["games"], found["opponents_sum"], found["half_points"]) == (9, 12000, 6)


def test_of_two_last_games_the_later_one_holds_whichever_has_a_minute() -> None:
    pool = scene.pool(system="fics")
    start = scene.starting_list(pool, {10001: (1800, 150), 10002: (1650, 40)})
    day = scene.START.toordinal()
    stored.change(start, 10001, last_day=day - 1, last_minute=(day - 1) * MINUTES_A_DAY + 700)
    stored.change(start, 10002, last_day=day)
    merge(10002, into=10001)
    assert player(gather(pool, start, scene.LIST), 10001)["last_minute"] == day * MINUTES_A_DAY


def test_a_game_of_a_merged_record_is_the_others() -> None:
    pool = scene.pool()
    scene.tournament(["10002 10003 1-0"])
    merge(10002, into=10001)
    assert gather(pool, None, scene.LIST).period.players.number.tolist() == [10001, 10003]


def test_after_two_starting_lists_every_game_counts() -> None:
    pool = scene.started()
    scene.tournament(["10002 10003 1-0"], start=dt.date(2025, 12, 1))
    last = scene.starting_list(pool, date=dt.date(2026, 2, 1))
    assert len(gather(pool, last, scene.LIST).period.games.day) == 1


def test_fide_ratings_are_those_of_today_until_the_list_is_published() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    make_foreign(10008, 2250)
    make_foreign(10009, 1999)
    assert player(gather(pool, start, scene.LIST), 10008)["foreign_rating"] == 2250
    stored.change(start, 10008, rating=2230, status=Status.FOREIGN)
    again = gather(pool, start, scene.LIST, as_published=start)
    assert player(again, 10008)["foreign_rating"] == 2230
    assert 10009 not in again.period.players.number.tolist()


def test_b33_who_is_in_no_published_list_of_the_day_had_no_fide_rating_then() -> None:
    pool = scene.started()
    published = scene.published(pool)
    make_foreign(10009, 1999)
    scene.tournament(["10009 10001 1-0"])
    again = gather(pool, published.previous, scene.LIST, as_published=published)
    assert player(again, 10009)["foreign_rating"] == 0


@pytest.mark.long
def test_b33_a_foreigner_registered_since_comes_by_a_late_game_with_his_rating_of_today() -> None:
    pool = scene.started()
    published = scene.published(pool)
    scene.tournament(["10009 10001 1-0"])
    revision = scene.published(pool, reason="10009 came late.")
    for matricule in (90001, 90002):
        Member.objects.create(number=str(matricule), last_name="New", fide_federation="NED", fide_rating=1999)
    scene.tournament(["90001 10001 1-0"])
    for listed in (published, revision):
        again = gather(pool, published.previous, scene.LIST, as_published=listed)
        assert player(again, 90001)["foreign_rating"] == 1999
        assert 90002 not in again.period.players.number.tolist()  # played nothing by then


@pytest.mark.long
def test_b33_a_foreigner_registered_since_keeps_what_a_revision_of_the_day_says() -> None:
    pool = scene.started()
    published = scene.published(pool)
    Member.objects.create(number="90001", last_name="New", fide_federation="NED")
    scene.tournament(["90001 10001 1-0"])
    revision = scene.published(pool, reason="90001 came late.")
    Member.objects.filter(key=90001).update(fide_rating=1999)
    again = gather(pool, published.previous, scene.LIST, as_published=revision)
    assert player(again, 90001)["foreign_rating"] == 0


def test_b33_a_merged_record_takes_the_fide_rating_of_its_day_along() -> None:
    pool = scene.started()
    make_foreign(10008, 2250)
    make_foreign(10007, 1990)
    published = scene.published(pool)
    make_foreign(10007, 2005)
    for into in (10007, 10009):  # one with a line, and one without
        merge(10008, into=into)
        again = gather(pool, published.previous, scene.LIST, as_published=published)
        assert player(again, into)["foreign_rating"] == {10007: 1990, 10009: 2250}[into]


def test_b33_a_remaining_record_is_as_old_as_those_merged_into_it() -> None:
    pool = scene.started()
    published = scene.published(pool)
    Member.objects.create(number="90001", last_name="New", fide_federation="NED", fide_rating=1999)
    scene.tournament(["10009 10001 1-0"])
    merge(10009, into=90001)
    again = gather(pool, published.previous, scene.LIST, as_published=published)
    assert player(again, 90001)["foreign_rating"] == 0


def test_the_number_of_queries_is_constant() -> None:
    pool = scene.pool()
    start = scene.starting_list(pool)
    counts = []
    for _round in range(2):
        scene.spring()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            gather(pool, start, scene.LIST, as_published=start)
        counts.append(len(queries))
    assert counts == [9, 9]
    assert len(read_people().ids) == 10


def go_tournament(*levels: tuple[int | None, int | None], end: dt.date = dt.date(2026, 3, 8)) -> Tournament:
    """Return a tournament in which each beats the next one: matricule (None: an outsider) and level of the file."""
    made = Tournament.objects.create(
        name="Go Cup", start=end - dt.timedelta(days=7), end=end, stage=Stage.ACCEPTED, discipline=Discipline.GO
    )
    seats = [
        made.participants.create(
            number=number,
            member=cast.member(matricule) if matricule else None,
            outsider=not matricule,
            file_rating=level,
        )
        for number, (matricule, level) in enumerate(levels, 1)
    ]
    for number, (white, black) in enumerate(pairwise(seats), 1):
        made.pairings.create(
            round=number, white=white, black=black, white_result="1", black_result="0", date=made.start
        )
    return made


def test_in_go_a_level_of_0_is_one_and_who_has_none_registers_with_that_of_the_file() -> None:
    pool = create_pool("go", "ffg")
    start = scene.starting_list(pool, {10001: (0, 9), 10002: (0, 9)})
    stored.change(start, 10002, status=Status.UNRATED)
    go_tournament((10001, 950), (10002, -450), (None, -1950), (10003, None))
    go_tournament((10002, 50), (10003, -250), end=dt.date(2026, 5, 1))
    found = gather(pool, start, scene.LIST)
    players, games = found.period.players, found.period.games
    assert isinstance(players, GoPlayers)
    assert isinstance(games, GoGames)
    assert players.known.tolist() == [True, False, False]
    assert players.entry_level.tolist() == [950, -450, -250]
    assert games.white_given.tolist() == [0, 0, -1950, 0]
    assert games.black_guest.tolist() == [0, 3, 0, 0]


def test_a_go_tournament_is_not_cut_between_two_lists() -> None:
    pool = create_pool("go", "ffg")
    go_tournament((10001, 50), (10002, 50), (10003, 50), end=scene.LIST + dt.timedelta(days=2))
    assert len(gather(pool, None, scene.LIST).counted["id"]) == 0
    assert len(gather(pool, None, scene.NEXT).counted["id"]) == 2


def test_q03_qa12_a_competition_of_the_cote_is_not_cut_between_two_lists() -> None:
    pool = create_pool("cote", "fqe")
    days = (scene.LIST - dt.timedelta(days=1), scene.LIST + dt.timedelta(days=1))
    scene.tournament([f"10001 10002 1-0 {day}" for day in days], name="Long", start=days[0], end=days[1])
    assert len(gather(pool, None, scene.LIST).counted["id"]) == 0
    later = gather(pool, None, scene.NEXT).counted
    assert later["day"].tolist() == [days[1].toordinal()] * 2


def test_q03_a_competition_of_the_cote_waits_for_its_end_though_games_of_it_are_accepted() -> None:
    pool = create_pool("cote", "fqe")
    begin, end = scene.LIST - dt.timedelta(days=60), scene.LIST + dt.timedelta(days=30)
    made = scene.tournament([f"10001 10002 1-0 {begin}"], name="Season", start=begin, end=end)
    assert len(gather(pool, None, scene.LIST).counted["id"]) == 0
    assert gather(pool, None, scene.NEXT).counted["day"].tolist() == [end.toordinal()]
    Tournament.objects.filter(pk=made.pk).update(end=scene.LIST)
    assert len(gather(pool, None, scene.LIST).counted["id"]) == 1


def test_q03_competitions_of_the_cote_follow_one_another_by_their_ends() -> None:
    pool = create_pool("cote", "fqe")
    begin, end = scene.LIST - dt.timedelta(days=60), scene.LIST - dt.timedelta(days=10)
    weekend = scene.LIST - dt.timedelta(days=30)
    scene.tournament([f"10001 10002 1-0 {end}"], name="Long", start=begin, end=end)
    scene.tournament([f"10001 10003 1-0 {weekend}"], name="Weekend", start=weekend, end=weekend)
    games = gather(pool, None, scene.LIST)
    assert games.counted["tournament"].tolist() == [0, 1]
    assert games.counted["day"].tolist() == [weekend.toordinal(), end.toordinal()]


def test_qa6_qa9_games_of_the_cote_have_the_rounds_and_participants_of_their_tournament() -> None:
    games = ["10001 10002 1-0", "10001 10002 +-", "10003 ~1800 --", "~1800 ? 1-0"]
    told = scene.tournament(games, name="Told")
    Tournament.objects.filter(pk=told.pk).update(rounds=9)
    untold = scene.tournament(["10001 10002 1-0", "10002 10001 *"], name="Untold")
    Tournament.objects.filter(pk=untold.pk).update(rounds=0)
    found = gather(create_pool("cote", "fqe"), None, scene.LIST).period.games
    assert (found.rounds.tolist(), found.participants.tolist()) == ([9, 2], [5, 2])
    other = gather(create_pool("elo", "frbe"), None, scene.LIST).period.games
    assert (other.rounds.tolist(), other.participants.tolist()) == ([0, 0], [0, 0])


def test_qa9_a_match_against_a_non_member_gives_50_points_at_most() -> None:
    pool = create_pool("cote", "fqe")
    scene.starting_list(pool, {10001: (1500, 100), 10002: (1500, 100)})
    scene.tournament(["10001 ~1900 1-0"] * 4, name="Match")
    scene.tournament([*["10002 ~1900 1-0"] * 4, "~1900 ~2000 1-0"], name="Open")
    published = scene.published(pool)
    assert scene.line(published, 10001).rating == 1500 + 50
    assert scene.line(published, 10002).rating == 1500 + 118 + (118 - 26)  # five rounds


def test_a_game_of_chess_has_the_minute_of_its_end_and_a_player_that_of_his_last_one() -> None:
    pool = create_pool("blitz", "fics")
    made = scene.tournament(["10001 10002 1-0 2026-03-01"])
    made.pairings.update(ended=dt.time(20, 15))
    end = MINUTES_A_DAY * dt.date(2026, 3, 1).toordinal() + 20 * 60 + 15
    found = gather(pool, None, scene.LIST)
    assert isinstance(found.period.games, TimedGames)
    assert found.period.games.minute.tolist() == [end]
    assert player(found, 10001)["last_minute"] == 0
    published = scene.published(pool)
    assert scene.line(published, 10001).last_minute == end
    assert player(gather(pool, published, scene.NEXT), 10001)["last_minute"] == end


def test_in_bughouse_partners_play_and_are_rated_too() -> None:
    pool = create_pool("bughouse", "fics", discipline=Discipline.BUGHOUSE)
    scene.two_against_two(scene.tournament(["10001 10002 1-0", "10003 10004 1-0"], discipline=Discipline.BUGHOUSE))
    games = gather(pool, None, scene.LIST).period.games
    assert isinstance(games, BughouseGames)
    assert (games.white_partner.tolist(), games.black_partner.tolist()) == ([2], [3])
    published = scene.published(pool)
    assert [scene.line(published, number).period_games for number in (10001, 10002, 10003, 10004)] == [1, 1, 1, 1]
    ledger = read_ledger(published)
    opponents = zip(ledger.key.tolist(), ledger.opponent_key.tolist(), strict=True)
    assert {pair for pair in opponents if pair[1]} == {(10001, 10002), (10002, 10001), (10003, 10002), (10004, 10001)}
