"""The pairings that a list looks at."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from ratings.games.archive import ListGames, read_archive
from ratings.games.players import read_people
from ratings.models import RatingPool
from ratings.systems.period import NONE, Reason
from tests import cast
from tests.ratings import scene
from tournaments.models import Discipline, Pace, Pairing, Stage, Tournament

pytestmark = pytest.mark.django_db

UNTIL = dt.date(2026, 7, 1)


def read(after: dt.date | None = None, until: dt.date = UNTIL, **pool: Any) -> ListGames:
    return read_archive(scene.pool(**pool), read_people(), after, until).between(after, until)


def reasons(games: ListGames) -> list[Reason]:
    return [Reason(reason) for reason in games.pairings["reason"].tolist()]


def matricules(games: ListGames) -> list[tuple[int, int]]:
    people = read_people()
    found = games.pairings
    return [
        tuple(0 if row == NONE else int(people.keys[row]) for row in pair)
        for pair in zip(found["white"].tolist(), found["black"].tolist(), strict=True)
    ]


def test_a_game_of_the_day_of_the_list_counts_and_one_of_the_day_before_the_period_does_not() -> None:
    scene.tournament(
        [
            "10001 10002 1-0 2026-01-01",
            "10001 10003 1-0 2026-01-02",
            "10001 10004 1-0 2026-07-01",
            "10001 10005 1-0 2026-07-02",
        ],
        start=dt.date(2025, 12, 1),
        end=dt.date(2026, 8, 1),
    )
    assert matricules(read(after=dt.date(2026, 1, 1))) == [(10001, 10003), (10001, 10004)]


def test_without_a_list_before_every_old_game_counts() -> None:
    scene.tournament(["10001 10002 1-0"], start=dt.date(1999, 1, 1))
    assert matricules(read()) == [(10001, 10002)]


def test_a_date_outside_the_tournament_is_brought_inside() -> None:
    scene.tournament(["10001 10002 1-0 2031-03-02"], start=dt.date(2026, 3, 1), end=dt.date(2026, 3, 8))
    assert read().pairings["day"].tolist() == [dt.date(2026, 3, 8).toordinal()]


def test_a_late_tournament_counts_from_the_day_that_was_decided() -> None:
    scene.tournament(["10001 10002 1-0"], start=dt.date(2025, 3, 1), counts_from=dt.date(2026, 2, 1))
    assert len(read(after=dt.date(2026, 1, 1)).pairings["id"]) == 1


def test_a_tournament_that_counts_from_a_later_day_waits() -> None:
    scene.tournament(["10001 10002 1-0"], start=dt.date(2026, 3, 1), counts_from=dt.date(2026, 8, 1))
    assert len(read().pairings["id"]) == 0


def test_a_game_without_any_day_is_in_no_list() -> None:
    made = scene.tournament(["10001 10002 1-0"])
    Tournament.objects.filter(pk=made.pk).update(start=None, end=None)
    assert len(read().pairings["id"]) == 0


@pytest.mark.parametrize("stage", [Stage.READ, Stage.SUBMITTED, Stage.REJECTED])
def test_only_accepted_tournaments_count(stage: Stage) -> None:
    scene.tournament(["10001 10002 1-0"], stage=stage)
    assert len(read().pairings["id"]) == 0


def test_a_pool_takes_its_paces_and_its_discipline() -> None:
    scene.tournament(["10001 10002 1-0"], name="slow")
    scene.tournament(["10001 10003 1-0"], name="blitz", pace=Pace.BLITZ)
    scene.tournament(["10001 10004 1-0"], name="go", discipline=Discipline.GO)
    scene.tournament(["10001 10005 1-0"], name="server", discipline="suicide")
    assert matricules(read(slug="all")) == [(10001, 10003), (10001, 10002)]
    assert matricules(read(slug="standard", paces=["standard"])) == [(10001, 10002)]
    assert matricules(read(slug="go", discipline="go")) == [(10001, 10004)]
    assert matricules(read(slug="suicide", discipline="suicide")) == [(10001, 10005)]


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("10001 10002 1-0", Reason.NONE),
        ("10001 10002 1/2", Reason.NONE),
        ("10001 ~1850 0-1", Reason.NONE),
        ("10001 10002 +-", Reason.FORFEIT),
        ("10001 10002 --", Reason.FORFEIT),
        ("10001 10002 *", Reason.PENDING),
        ("10001 10002 W-L", Reason.UNRATED_GAME),
        ("10001 10002 0-0", Reason.RESULT),
        ("10001 10002 1/2-0", Reason.RESULT),
        ("10001 !10002 1-0", Reason.IRREGULAR),
        ("10001 !10002 +-", Reason.IRREGULAR),
        ("10001 ? 1-0", Reason.UNKNOWN_PLAYER),
        ("10001 ? +-", Reason.FORFEIT),
    ],
)
def test_a_game_that_does_not_count_says_why(game: str, reason: Reason) -> None:
    scene.tournament([game])
    assert reasons(read()) == [reason]


def test_a_bye_leaves_no_trace() -> None:
    made = scene.tournament(["10001 10002 1-0"])
    seat = made.participants.get(member=cast.member(10001))
    Pairing.objects.create(tournament=made, round=2, white=seat, white_result="U")
    assert matricules(read()) == [(10001, 10002)]


def test_a_game_of_two_strangers_is_nobodys() -> None:
    scene.tournament(["~1800 ~1900 1-0"])
    assert len(read().pairings["id"]) == 0


@pytest.mark.parametrize(("national", "counted"), [(False, 1900), (True, 1850)])
def test_of_two_ratings_of_an_outsider_fides_counts_unless_the_national_one_was_chosen(
    national: bool, counted: int
) -> None:
    made = scene.tournament(["10001 ~1850 1-0"])
    made.participants.filter(outsider=True).update(file_fide_rating=1900, national_rating=national)
    assert read().pairings["black_given"].tolist() == [counted]


def test_the_rating_of_the_file_stands_only_for_an_outsider() -> None:
    made = scene.tournament(["10001 ~1850 1-0"])
    made.participants.filter(outsider=True).update(outsider=False)
    assert reasons(read()) == [Reason.UNKNOWN_PLAYER]


def test_a_member_counts_with_his_own_rating_whatever_the_file_says() -> None:
    made = scene.tournament(["10001 10002 1-0"])
    made.participants.update(file_rating=2500)
    assert read().pairings["black_given"].tolist() == [0]


def test_two_records_of_one_man_do_not_play_each_other() -> None:
    scene.tournament(["10001 10002 1-0"])
    other = cast.member(10002)
    other.merged_into = cast.member(10001)
    other.save()
    assert reasons(read()) == [Reason.UNKNOWN_PLAYER]


def test_order_of_play_goes_by_day_then_tournament_then_round() -> None:
    scene.tournament(["10005 10006 1-0 2026-03-02"], name="B", start=dt.date(2026, 3, 1), end=dt.date(2026, 3, 9))
    scene.tournament(["10003 10004 1-0 2026-03-02"], name="A", start=dt.date(2026, 3, 1), end=dt.date(2026, 3, 9))
    scene.tournament(
        ["10009 10010 1-0 2026-03-02", "10001 10002 1-0 2026-03-02", "10007 10008 1-0 2026-03-01"],
        name="C",
        start=dt.date(2026, 2, 1),
        end=dt.date(2026, 3, 9),
    )
    found = read()
    assert matricules(found) == [(10007, 10008), (10009, 10010), (10001, 10002), (10003, 10004), (10005, 10006)]
    assert found.pairings["tournament"].tolist() == [0, 0, 0, 1, 2]


def digests(pool: RatingPool) -> dict[int, str]:
    games = read_archive(pool, read_people(), None, UNTIL).between(None, UNTIL)
    return {tournament.id: tournament.digest for tournament in games.tournaments}


def test_a_tournaments_digest_follows_its_games_and_nothing_else() -> None:
    pool = scene.pool()
    made = scene.tournament(["10001 10002 1-0", "10003 10004 1-0"])
    other = scene.tournament(["10001 10002 1-0", "10003 10004 1-0"], name="Another", city="Elsewhere")
    before = digests(pool)
    assert before[made.pk] == before[other.pk]
    made.pairings.filter(round=1).update(white_result="=", black_result="=")
    after = digests(pool)
    assert after[other.pk] == before[other.pk]
    assert after[made.pk] != before[made.pk]


def test_the_number_of_queries_does_not_grow(django_assert_num_queries) -> None:
    pool = scene.pool()
    for number in range(3):
        scene.tournament(["10001 10002 1-0", "10003 10004 1-0"], name=str(number))
    people = read_people()
    with django_assert_num_queries(3):
        read_archive(pool, people, dt.date(2026, 1, 1), UNTIL)
