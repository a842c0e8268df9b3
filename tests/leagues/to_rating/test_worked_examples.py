"""Examples calculated by hand: a moved match between two lists, and a ruling that no list hears of."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User

from federation.identity.names import search_key
from federation.models import Affiliation, Member
from leagues.matches import moving
from leagues.models import Board, Competition, Division, Leg, Match, Season, Series, Team
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from leagues.standings.series_standings import table_of
from leagues.to_rating.hand_over import hand_over
from ratings.lists.stale_lists import stale_lists
from ratings.models import LedgerEntry, RatingPool
from ratings.starting_lists.create import import_ratings
from tests import cast
from tests.ratings.scene import pool, published
from tournaments.models import Pairing
from tournaments.review import decisions

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ROUND, RESERVE = dt.date(2025, 12, 7), dt.date(2026, 2, 1)
JANUARY, APRIL = dt.date(2026, 1, 1), dt.date(2026, 4, 1)
LETTERS = ("10", "==", "01", "10", "==", "10")


def members(count: int) -> list[Member]:
    """Return so many invented members, affiliated to a club for the season."""
    names = [f"Player{number:03}" for number in range(1, count + 1)]
    made = Member.objects.bulk_create(
        Member(number=str(20000 + place), last_name=name, first_name="A", search_name=search_key(name, "A"), sex="M")
        for place, name in enumerate(names)
    )
    club = cast.club()
    Affiliation.objects.bulk_create(
        Affiliation(member=member, club=club, start=cast.SEASON[0], end=cast.SEASON[1]) for member in made
    )
    return made


@pytest.fixture
def elo() -> RatingPool:
    found = pool(months=[1, 4, 7, 10])
    lines = ["matricule,rating,games", *(f"{member.number},1600,50" for member in members(72))]
    import_ratings(found, dt.date(2025, 10, 1), "\n".join(lines).encode())
    return found


@pytest.fixture
def planner() -> User:
    return User.objects.create_superuser("planner")


@pytest.fixture
def matches(elo: RatingPool) -> list[Match]:
    """Return the six matches of round 5 of series 3A, six boards each."""
    competition = Competition.objects.create(slug="interclubs", name="Interclubs")
    season = Season.objects.create(
        competition=competition,
        slug="interclubs-2025-26",
        name="Interclubs 2025-26",
        start=cast.SEASON[0],
        end=dt.date(2026, 6, 30),
        stage=Season.Stage.RUNNING,
        regulation="be-kbsb",
    )
    series = Series.objects.create(division=Division.objects.create(season=season, level=3, name="3"), letter="A")
    club = cast.club()
    teams = Team.objects.bulk_create(Team(series=series, club=club, name=f"Team {number}") for number in range(12))
    pairs = zip(teams[::2], teams[1::2], strict=True)
    return Match.objects.bulk_create(Match(series=series, round=5, home=h, away=a, day=ROUND) for h, a in pairs)


def played(matches: list[Match]) -> None:
    """Close the matches, each with the next twelve members on its six boards."""
    seats = iter(Member.objects.order_by("pk"))
    Board.objects.bulk_create(
        Board(
            match=match,
            number=number,
            home=next(seats),
            away=next(seats),
            home_is_white=number % 2 == 1,
            played=letters,
        )
        for match in matches
        for number, letters in enumerate(LETTERS, start=1)
    )
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(state=Match.State.CLOSED)


def accepted(match: Match, day: dt.date, by: User) -> Leg:
    leg = hand_over(match.series_id, 5, day)
    decisions.accept(leg.tournament, by)
    return leg


def games_of(date: dt.date) -> int:
    """Return how many games the list of a day counts."""
    entries = LedgerEntry.objects.filter(list__date=date).exclude(pairing=None)
    return entries.values("pairing").distinct().count()


def test_a_moved_match_counts_in_the_list_after_the_day_on_which_it_was_played(
    elo: RatingPool, matches: list[Match], planner: User
):
    moving.move(matches[3].pk, RESERVE, matches[3].starts, planner)
    played(matches)
    first, second = (accepted(matches[0], day, planner) for day in (ROUND, RESERVE))
    assert [(leg.day, leg.matches.count(), leg.tournament.pairings.count()) for leg in (first, second)] == [
        (ROUND, 5, 30),
        (RESERVE, 1, 6),
    ]
    assert {pairing.rating_day for pairing in second.tournament.pairings.all()} == {RESERVE}
    published(elo, JANUARY)
    published(elo, APRIL)
    assert [games_of(date) for date in (JANUARY, APRIL)] == [30, 6]
    assert stale_lists(elo) == []


def test_a_board_lost_by_a_ruling_turns_the_match_and_no_rating_list(
    elo: RatingPool, matches: list[Match], planner: User
):
    played(matches)
    leg = accepted(matches[0], ROUND, planner)
    published(elo, JANUARY)
    before = list(Pairing.objects.order_by("pk").values())
    match = matches[0]
    score = table_of(match.series).score(match)
    assert (score.board_points, score.match_points) == ((8, 4), (4, 0))
    rule(match.pk, [Effect("board", "home", number) for number in (1, 6)], planner, "Sat too low")
    score = table_of(match.series).score(match)
    assert (score.board_points, score.match_points) == ((4, 8), (0, 4))
    assert list(Pairing.objects.order_by("pk").values()) == before
    assert leg.tournament.pairings.filter(board=1, white_result="1").exists()
    assert (hand_over(match.series_id, 5, ROUND), stale_lists(elo)) == (None, [])
