"""Fixtures, deadlines and what the table means for the next season."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from leagues.rules.fixtures import Clash, Entrant, Fixture, clashes, fixtures, numbers, swapped
from leagues.rules.match_checks import deadlines
from leagues.rules.parameters import Deadlines, LineUps, Movement, Rules
from leagues.rules.promotion import DOWN, PLAY_OFF_DOWN, STAYS, UP, limits_of, movements
from leagues.rules.table import Team, table
from tests.leagues.rules.examples import F, rules, season, teams

BRUSSELS = ZoneInfo("Europe/Brussels")


@pytest.mark.parametrize("size", [2, 3, 8, 11, 12])
@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
def test_every_team_meets_every_other_once_a_cycle_and_plays_once_a_round(size: int, cycles: int):
    found = fixtures({number: 10 * number for number in range(1, size + 1)}, cycles)
    met = Counter(frozenset((each.home, each.away)) for each in found)
    assert set(met.values()) == {cycles}
    assert len(met) == size * (size - 1) // 2
    for number in {each.round for each in found}:
        playing = [team for each in found if each.round == number for team in (each.home, each.away)]
        assert len(playing) == len(set(playing)) == size - size % 2


def test_home_and_away_are_even_over_a_season():
    found = fixtures({number: number for number in range(1, 13)})
    home = Counter(each.home for each in found)
    assert {home[number] for number in range(1, 13)} <= {5, 6}


def test_teams_of_a_club_meet_in_the_first_round():
    entrants = [Entrant(key, club) for key, club in enumerate([1, 2, 3, 1, 4, 5, 6, 2], start=1)]
    given = numbers(entrants, "first_round")
    assert sorted(given.values()) == list(range(1, 9))
    first = {frozenset((e.home, e.away)) for e in fixtures({n: key for key, n in given.items()}) if e.round == 1}
    assert {frozenset((1, 4)), frozenset((2, 8))} <= first


def test_three_teams_of_a_club_meet_in_the_first_half():
    entrants = [Entrant(key, 1 if key in {2, 5, 7} else 10 + key) for key in range(1, 13)]
    given = numbers(entrants, "first_half")
    plan = fixtures({n: key for key, n in given.items()})
    assert max(e.round for e in plan if {e.home, e.away} <= {2, 5, 7}) <= 3


def test_a_wish_for_a_number_is_granted_to_the_first_who_has_it():
    given = numbers([Entrant(1, 1, 3), Entrant(2, 2, 3), Entrant(3, 3, 9)])
    assert given == {1: 3, 2: 1, 3: 2}


def test_with_an_odd_number_of_teams_each_is_free_once():
    plan = fixtures({1: 1, 2: 2, 3: 3})
    free = [(each.round, *({1, 2, 3} - {each.home, each.away})) for each in plan]
    assert free == [(1, 1), (2, 3), (3, 2)]


def test_one_team_has_no_fixtures():
    assert fixtures({1: 1}) == []


def test_a_swap_of_home_and_away_is_one_step():
    assert swapped(Fixture(5, 1, 2, venue=7), venue=8) == Fixture(5, 2, 1, venue=8)


def test_a_hall_holds_so_many_boards_on_a_day():
    day = dt.date(2025, 12, 7)
    found = [Fixture(5, home, home + 1, day, venue=7) for home in (1, 3, 5)]
    assert clashes(found, 8, {7: 16}) == [Clash(7, day, 24, 16, tuple(found))]
    assert clashes(found, 8, {7: 24}) == clashes(found, 8, {7: 0}) == clashes(found, 8, {}) == []


@pytest.mark.parametrize(
    ("day", "enter", "confirm"),
    [
        (dt.date(2025, 12, 7), "2025-12-07T23:00+00:00", "2025-12-08T11:00+00:00"),
        (dt.date(2026, 2, 1), "2026-02-01T23:00+00:00", "2026-02-02T11:00+00:00"),
        (dt.date(2026, 3, 29), "2026-03-29T22:00+00:00", "2026-03-30T10:00+00:00"),
    ],
)
def test_deadlines_are_local_times_also_when_the_clocks_change(day: dt.date, enter: str, confirm: str):
    using = Rules(deadlines=Deadlines(enter="00:00", confirm="12:00"), line_ups=LineUps(lock_minutes=15))
    found = deadlines(dt.datetime.combine(day, dt.time(14)), using, BRUSSELS)
    assert (found.enter, found.confirm) == (dt.datetime.fromisoformat(enter), dt.datetime.fromisoformat(confirm))
    assert found.lock.astimezone(BRUSSELS).time() == dt.time(13, 45)


def test_a_season_without_a_time_has_no_deadline():
    found = deadlines(dt.datetime(2025, 12, 7, 14, tzinfo=BRUSSELS), Rules(), BRUSSELS)
    assert (found.enter, found.confirm) == (None, None)


def test_the_best_go_up_and_a_withdrawn_team_goes_down_first():
    using = rules(movement=Movement(up=1, down=1, play_off_down=1))
    final = table(teams(), season(), using)
    assert movements(final, using.movement) == {3: UP, 1: STAYS, 2: STAYS, 4: STAYS, 5: PLAY_OFF_DOWN, F: DOWN}
    assert movements(final, using.movement, declined={3})[1] == UP
    gone = table(teams(Team(1, withdrawn_after=3)), season(), using)
    assert movements(gone, using.movement)[1] == DOWN
    assert all(above.place <= below.place for above, below in pairwise(final.rows))


def test_nobody_is_promoted_from_the_highest_level_or_relegated_from_the_lowest():
    using = rules(movement=Movement(up=1, play_off_up=2, down=3, play_off_down=4))
    levels = {2, 3, 5}
    assert limits_of(using, 2, levels) == Movement(down=3, play_off_down=4)
    assert limits_of(using, 3, levels) == using.movement
    assert limits_of(using, 5, levels) == Movement(up=1, play_off_up=2)
    assert limits_of(using, 1, {1}) == Movement()
