"""What if? The simulator says what the next list says once the games are played and accepted."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.models import Member
from ratings.lists.rating_run import rate
from ratings.living.calculate import calculate
from ratings.models import RatingList, RatingPool
from ratings.pools.creation import create_pool
from ratings.simulator.answers import explanations
from ratings.simulator.simulate import Basis, Game, Opponent, Simulation, bases
from ratings.starting_lists.create import import_ratings
from tests import cast
from tests.ratings import scene
from tests.ratings.stored import entries
from tournaments.models import Discipline, Pairing, Participant, Tournament

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 5, 10)
SPRING = dt.date(2026, 3, 1)
CHESS = {10001: 1800, 10002: 1650, 10003: 1500, 10004: 2050, 10005: 1150, 10006: 1420}
GO = {10001: -450, 10002: -600, 10003: -120, 10004: 0, 10005: 120, 10006: -1500}
# What was accepted since the last list: 10009 and 10010 have no rating yet.
ACCEPTED = ["10001 10002 1-0", "10003 10001 0-1", "10004 10002 1-0", "10009 10003 1-0", "10009 10010 0-1"]
NAMES = ("rating", "games", "status", "previous_rating", "previous_games", "change", "period_games", "deviation")
ENTRY = ("kind", "reason", "opponent_rating", "difference", "expected", "k", "half_points", "change", "game_number")


def pool(system: str) -> RatingPool:
    """Return a pool of the system with a starting list and a tournament accepted since."""
    made = create_pool(system, system, months=[1, 7])
    cast.everybody()
    given = GO if made.has_grades else CHESS
    lines = ["matricule,rating,games,deviation,last_played"]
    lines += [f"{number},{rating},{100 + number % 10},60,2025-12-01" for number, rating in given.items()]
    import_ratings(made, scene.START, "\n".join(lines).encode())
    scene.tournament(ACCEPTED, start=SPRING, discipline=made.discipline)
    return made


def against(matricule: int, half_points: int, **options: object) -> Game:
    return Game(Opponent(cast.member(matricule)), half_points, **options)


def basis(rating_pool: RatingPool, games: list[Game], who: int = 10001, *, since: bool = True) -> Basis:
    opponents = [game.opponent for game in games]
    return bases(cast.member(who), opponents, [rating_pool], TODAY, since=since)[0]


def simulated(rating_pool: RatingPool, games: list[Game], who: int = 10001) -> Simulation:
    return basis(rating_pool, games, who).rate(games)


def play(games: list[Game], who: int, discipline: str) -> Tournament:
    """Return the imagined games, played and accepted."""
    made = Tournament.objects.create(
        name="As imagined", start=TODAY, end=TODAY, stage="accepted", rounds=len(games), discipline=discipline
    )
    seats: dict[object, Participant] = {}

    def seat(member: Member | None, rating: int = 0) -> Participant:
        key = member or (rating, len(seats))
        if key not in seats:
            seats[key] = Participant.objects.create(
                tournament=made,
                number=len(seats) + 1,
                member=member,
                outsider=member is None,
                file_rating=rating or None,
            )
        return seats[key]

    for number, game in enumerate(games, 1):
        mine, other = "0=1"[game.half_points], "1=0"[game.half_points]
        players = [(seat(cast.member(who)), mine), (seat(game.opponent.member, game.opponent.rating), other)]
        (white, won), (black, lost) = players if game.is_white else players[::-1]
        Pairing.objects.create(
            tournament=made,
            round=number,
            white=white,
            black=black,
            white_result=won,
            black_result=lost,
            handicap=game.handicap,
            board_size=game.board_size or None,
        )
    return made


def stored(rating_list: RatingList, who: int) -> tuple[object, list[object]]:
    rating = scene.line(rating_list, who)
    found = entries(rating_list, who)
    return (
        {name: getattr(rating, name) for name in NAMES},
        [{name: getattr(entry, name) for name in ENTRY} for entry in found],
    )


def said(simulation: Simulation, games: list[Game]) -> tuple[object, list[object]]:
    (explanation,) = explanations([simulation], games)
    lines = [{name: getattr(line.entry, name) for name in ENTRY} for line in explanation.lines]
    return {name: getattr(simulation.rating, name) for name in NAMES}, lines


GAMES = [
    ("frbe", 10001, [(10004, 2), (10009, 1), (10003, 0), (1850, 2), (10004, 1)]),
    ("frbe", 10007, [(10001, 2), (10002, 1), (1500, 2), (10010, 0)]),
    ("frbe", 10010, [(1500, half_points) for half_points in (2, 1, 0, 2, 2, 1, 0, 0, 2, 1, 1, 2)]),
    ("fqe", 10001, [(10004, 2), (10003, 2), (10009, 1), (2200, 2), (1500, 0)]),
    ("fqe", 10001, [(10004, 2)]),
    ("fqe", 10001, [(10004, 2)] * 4),  # a match
    ("fqe", 10001, [(10004, 2), (10003, 2)] * 3),  # no match, but a tournament of six rounds
    ("fqe", 10007, [(10001, 1), (10002, 0)]),
    ("fics", 10001, [(10004, 2), (10003, 1), (1900, 0), (10009, 2)]),
    ("fics", 10007, [(10001, 2), (10002, 0)]),
    ("ffg", 10001, [(10004, 2), (10003, 0), (10002, 2)]),
    ("ffg", 10007, [(10001, 2), (10004, 0)]),
]


@pytest.mark.long
@pytest.mark.parametrize(("system", "who", "played"), GAMES)
def test_the_answer_is_what_the_next_list_says_once_the_games_are_accepted(
    system: str, who: int, played: list[tuple[int, int]]
) -> None:
    rating_pool = pool(system)
    games = [
        against(other, points) if other > 10_000 else Game(Opponent(rating=other), points) for other, points in played
    ]
    answer = said(simulated(rating_pool, games, who), games)
    play(games, who, rating_pool.discipline)
    assert stored(rate(rating_pool, scene.LIST), who) == answer


@pytest.mark.long
def test_a_competition_of_the_cote_that_goes_on_comes_after_the_imagined_games() -> None:
    rating_pool = pool("fqe")
    scene.tournament(["10001 10004 0-1", "10001 10003 0-1"], name="Season", start=SPRING, end=dt.date(2026, 6, 1))
    games = [against(10004, 2), against(10003, 2)]
    answer = said(simulated(rating_pool, games), games)
    play(games, 10001, Discipline.CHESS)
    assert stored(rate(rating_pool, scene.LIST), 10001) == answer


@pytest.mark.long
def test_stones_boards_and_colours_of_go_count_as_they_will() -> None:
    rating_pool = pool("ffg")
    games = [
        against(10006, 2, is_white=True, handicap=9),
        against(10004, 2, is_white=False, handicap=4),
        against(10004, 0, is_white=False, handicap=4, board_size=13),
        against(10003, 0, is_white=True, board_size=15),
    ]
    answer = said(simulated(rating_pool, games), games)
    play(games, 10001, Discipline.GO)
    assert stored(rate(rating_pool, scene.LIST), 10001) == answer


@pytest.mark.long
def test_without_further_games_the_answer_is_the_next_list() -> None:
    rating_pool = pool("fqe")
    answer = said(simulated(rating_pool, []), [])
    assert stored(rate(rating_pool, scene.LIST), 10001) == answer
    assert answer[0]["period_games"] == 2


def test_the_games_since_the_last_list_may_be_left_out() -> None:
    rating_pool = pool("frbe")
    games = [against(10004, 2)]
    assert basis(rating_pool, games, since=False).rate(games).rating.period_games == 1
    assert basis(rating_pool, games).rate(games).rating.period_games == 3


def test_games_of_strangers_are_not_read() -> None:
    rating_pool = pool("frbe")
    games = [against(10006, 2)]
    assert len(basis(rating_pool, games, 10005).archive.pairings) == 0
    assert len(basis(rating_pool, games, 10001).archive.pairings) == len(ACCEPTED)


def test_a_player_in_no_list_has_no_rating_before_and_after() -> None:
    rating_pool = pool("frbe")
    rating = simulated(rating_pool, [], 10008).rating
    assert (rating.rating, rating.previous_rating, rating.games) == (None, None, 0)


@pytest.mark.long
def test_games_under_a_merged_record_are_the_members() -> None:
    rating_pool = pool("frbe")
    Member.objects.filter(key=10002).update(merged_into=cast.member(10007))
    games = [against(10006, 2)]
    answer = said(simulated(rating_pool, games, 10007), games)
    play(games, 10007, Discipline.CHESS)
    assert stored(rate(rating_pool, scene.LIST), 10007) == answer
    assert answer[0]["period_games"] == 3


def test_a_pool_without_rules_for_the_day_says_nothing() -> None:
    rating_pool = RatingPool.objects.create(slug="new", name="New", system="frbe")
    assert bases(cast.member(10001), [], [rating_pool], TODAY) == []


def test_a_pool_without_a_list_begins_with_these_games() -> None:
    rating_pool = create_pool("new", "fics", months=[1, 7])
    games = [Game(Opponent(rating=1800), 2)]
    simulation = simulated(rating_pool, games)
    assert simulation.basis.until == dt.date(2026, 7, 1)
    assert simulation.rating.previous_rating is None
    assert simulation.rating.rating > 1720


@pytest.mark.long
def test_the_imagined_games_lie_after_the_last_list_even_if_its_day_is_later() -> None:
    rating_pool = create_pool("new", "frbe", months=[1, 7])
    scene.starting_list(rating_pool)
    scene.published(rating_pool)
    found = bases(cast.member(10001), [], [rating_pool], TODAY)[0]
    assert (found.today, found.until) == (dt.date(2026, 7, 2), dt.date(2027, 1, 1))
    later = bases(cast.member(10001), [], [rating_pool], dt.date(2027, 8, 15))[0]  # though lists are overdue
    assert (later.today, later.until) == (dt.date(2027, 8, 15), dt.date(2028, 1, 1))


@pytest.mark.long
@pytest.mark.parametrize("system", ["frbe", "fqe", "ffg", "fics"])
@pytest.mark.parametrize("today", [TODAY, dt.date(2027, 8, 15)], ids=["next list", "overdue lists"])
def test_without_further_games_the_answer_is_the_rating_of_today(system: str, today: dt.date) -> None:
    rating_pool = pool(system)
    later = ["10001 10003 0-1", "10002 10010 1-0", "10009 10004 1/2"]
    scene.tournament(later, start=dt.date(2026, 9, 5), discipline=rating_pool.discipline)
    found = calculate(rating_pool, today)
    assert found is not None
    names = [each for each in NAMES if each != "change"]
    told = {row.member: [int(row[name]) for name in names if name != "deviation"] for row in found.ratings}
    assert len(told) >= 5
    for pk, figures in told.items():
        rating = bases(Member.objects.get(pk=pk), [], [rating_pool], today)[0].rate(()).rating
        assert [getattr(rating, name) or 0 for name in names if name != "deviation"] == figures
        assert rating.list.date == found.date
