"""What holds for every period of FICS: the engine agrees with the oracle, and with itself."""

import datetime as dt
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.bundle.plain import fics as fics_oracle
from ratings.systems.fics import rate as fics
from ratings.systems.fics.formulas import limits_of, update
from ratings.systems.period import MINUTES_A_DAY, POINT, Kind, Status
from tests.examples import MANY
from tests.ratings.systems.fics.cases import MIDNIGHT, SEED, Given, Played, Rated, Result, period_of, rate
from tests.ratings.systems.periods import START
from tests.ratings.systems.recomputing import assert_agreement

ratings = st.one_of(st.integers(600, 2900), st.sampled_from([1719, 1720, 1721, 1800]))
deviations = st.one_of(st.floats(15, 350), st.sampled_from([30.0, 79.9, 80.0, 80.1, 350.0]))
idles = st.one_of(st.none(), st.integers(0, 4_000_000))
players = st.one_of(
    st.just(Rated(0)),
    st.builds(Rated, st.just(0), ratings, deviations, idles, st.integers(1, 40)),
    st.builds(Rated, st.just(0), ratings),
)
minutes = st.one_of(st.integers(0, 200_000), st.integers(0, 30))


@st.composite
def periods(draw: st.DrawFn, least: int = 2) -> tuple[list[Rated], list[Played]]:
    drawn = draw(st.lists(players, min_size=least, max_size=8))
    people = [replace(player, number=number) for number, player in enumerate(drawn, 1)]
    anybody = st.one_of(st.sampled_from([person.number for person in people]), st.builds(Given, ratings))
    rows = draw(st.lists(st.tuples(anybody, anybody, st.integers(0, 2), minutes), max_size=40))
    return people, [Played(*row) for row in rows if row[0] != row[1]]


@st.composite
def bughouse_periods(draw: st.DrawFn) -> tuple[list[Rated], list[Played]]:
    people, _ = draw(periods(least=4))
    seats = st.permutations([person.number for person in people]).map(lambda order: order[:4])
    rows = draw(st.lists(st.tuples(seats, st.integers(0, 2), minutes), max_size=20))
    return people, [
        Played(white, black, half_points, minute, white_partner, black_partner)
        for (white, white_partner, black, black_partner), half_points, minute in rows
    ]


parameters = st.sampled_from(
    [
        {},
        {},
        {"reform": (START + dt.timedelta(days=40)).isoformat(), "active_games": 3},
        {"initial_rating": 1500, "initial_deviation": 300, "transfer_deviation": 120, "most_deviation": 320},
        {"growth_millionths": 500_000, "scale": 300, "bughouse_scale": 900, "least_k": 24, "active_deviation": 110},
    ]
)


@pytest.mark.long
@given(st.one_of(periods(), bughouse_periods()), parameters)
@settings(max_examples=MANY)
def test_the_engine_is_the_oracle(period, changed):
    people, games = period
    arrays, rules = period_of(people, games), fics.rules("seed", changed)
    assert_agreement(fics_oracle, arrays, rules, fics.rate(arrays, rules))


@pytest.mark.long
@given(periods(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_decides_nothing_where_no_two_games_end_in_the_same_minute(period, random):
    people, games = period
    games = [replace(game, minute=7 * place) for place, game in enumerate(games)]
    assert same(rate(people, games), rate(people, random.sample(games, len(games))))


@pytest.mark.long
@given(st.one_of(periods(), bughouse_periods()), st.randoms(use_true_random=False))
def test_numbers_of_players_decide_nothing(period, random):
    people, games = period
    numbers = [person.number for person in people]
    new = dict(zip(numbers, random.sample(numbers, len(numbers)), strict=True))
    seats = ("white", "black", "white_partner", "black_partner")
    replayed = [
        replace(game, **{seat: new.get(getattr(game, seat), getattr(game, seat)) for seat in seats}) for game in games
    ]
    found, others = rate(people, games), rate([replace(p, number=new[p.number]) for p in people], replayed)
    assert {new[number]: rating for number, rating in found.ratings().items()} == others.ratings()
    renumbered = {new[number]: deviation for number, deviation in found.deviations().items()}
    assert renumbered == pytest.approx(others.deviations(), nan_ok=True)


@given(deviations, deviations, st.integers(-2000, 2000), st.booleans())
def test_k12_the_deviation_falls_with_every_game(own, other, difference, is_bughouse):
    _, _, after = update(own**2, other**2, difference, limits_of(SEED, is_bughouse))
    assert after < own**2


@pytest.mark.long
@given(st.one_of(periods(), bughouse_periods()))
def test_k12_after_every_game_the_deviation_is_lower_than_before_it(period):
    for line in rate(*period).lines.values():
        times = line.of_kind(Kind.TIME)
        for time, next_one in pairwise(times):
            assert next_one.expected <= time.k
            assert next_one.k >= next_one.expected


@given(st.integers(6, 1000), ratings)
def test_b05_a_half_goes_away_from_zero_but_a_newcomers_upwards(k, rating):
    rules = fics.rules("seed", {"least_k": k, "initial_deviation": 30, "initial_rating": rating})
    known, new = (Rated(1, rating, 30), Rated(2, rating, 30)), (Rated(1), Rated(2))
    up, down = (k + 1) // 2, k // 2
    assert rate(known, [Played(1, 2)], rules).ratings() == {1: rating + up, 2: rating - up}
    assert rate(new, [Played(1, 2)], rules).ratings() == {1: rating + up, 2: rating - down}
    assert rate(new, [Played(2, 1)], rules).ratings() == {1: rating - down, 2: rating + up}


@given(deviations, st.floats(1, 350), st.integers(0, 1000), st.integers(1, 1000))
def test_k12_the_deviation_falls_more_for_closer_ratings(own, other, difference, farther):
    near, far = (update(own**2, other**2, each, limits_of(SEED))[2] for each in (difference, difference + farther))
    assert near <= far


@given(deviations, deviations, st.integers(-800, 800), st.floats(1, 100))
def test_k12_a_higher_own_deviation_makes_k_greater(own, other, difference, more):
    limits = limits_of(SEED, has_least_k=False)
    low, high = (update(each**2, other**2, difference, limits)[1] for each in (own, own + more))
    assert low <= high


@given(st.floats(15, 345), deviations, st.floats(1, 100))
def test_k12_a_higher_deviation_of_an_equal_opponent_makes_k_smaller(own, other, more):
    """Up to an own RD of 347: above it K has its peak at a higher RD of the opponent."""
    limits = limits_of(SEED, has_least_k=False)
    high, low = (update(own**2, each**2, 0, limits)[1] for each in (other, other + more))
    assert low <= high


@given(ratings, deviations, ratings, deviations)
def test_k10_one_of_two_is_the_better(rating, deviation, other, other_deviation):
    found = fics.probability_better(rating, deviation, other, other_deviation)
    assert found + fics.probability_better(other, other_deviation, rating, deviation) == pytest.approx(1)
    assert (found > 0.5) == (rating > other)


@pytest.mark.long
@given(periods())
def test_two_periods_give_what_one_gives(period):
    people, games = period
    games = sorted(games, key=lambda game: game.minute)
    middle = len(games) // 2
    first = rate(people, games[:middle])
    second = rate(next_period(people, first), games[middle:])
    whole = rate(people, games)
    assert second.ratings() == whole.ratings()
    assert second.deviations() == pytest.approx(whole.deviations(), nan_ok=True)
    assert second.last_minutes() == whole.last_minutes()
    assert [line.status for line in second.lines.values()] == [line.status for line in whole.lines.values()]


@pytest.mark.long
@given(st.one_of(periods(), bughouse_periods()))
def test_every_game_of_a_member_is_once_in_the_ledger(period):
    people, games = period
    lines = rate(people, games).lines
    for person in people:
        entries = [entry for entry in lines[person.number].entries if entry.kind in (Kind.GAME, Kind.NOT_COUNTED)]
        seats = [(game.white, game.black, game.white_partner, game.black_partner) for game in games]
        assert sorted(entry.game for entry in entries) == [
            row for row, seated in enumerate(seats) if person.number in seated
        ]


@given(st.one_of(periods(), bughouse_periods()))
def test_a_change_is_k_times_what_was_won_beyond_expectation(period):
    for line in rate(*period).lines.values():
        for entry in line.of_kind(Kind.GAME):
            assert abs(entry.k * (entry.half_points / 2 - entry.expected / POINT) - entry.change) < POINT / 10


@given(st.one_of(periods(), bughouse_periods()))
def test_the_list_is_the_same_without_a_ledger(period):
    arrays = period_of(*period)
    with_ledger, without = fics.rate(arrays, SEED), fics.rate(arrays, SEED, ledger=False)
    for name in ("rating", "games", "status", "period_games", "last_day", "last_minute"):
        assert getattr(with_ledger, name).tolist() == getattr(without, name).tolist()
    assert str(with_ledger.deviation.tolist()) == str(without.deviation.tolist())
    assert (len(without.ledger.player), without.facts) == (0, with_ledger.facts)


@given(deviations, deviations, st.integers(-3000, 3000), st.booleans())
def test_b11_no_game_changes_a_rating_by_more_than_1000_points(own, other, difference, is_bughouse):
    expected, k, _ = update(own**2, other**2, difference, limits_of(SEED, is_bughouse))
    assert k * max(expected, 1 - expected) < 1000


@pytest.mark.long
@given(periods())
def test_b08_who_stands_in_public_rankings(period):
    found = rate(*period)
    midnight = MINUTES_A_DAY * found.period.end.toordinal()
    for (number, line), last in zip(found.lines.items(), found.outcome.last_minute, strict=True):
        assert (line.status is Status.UNRATED) == (line.rating == 0)
        if line.status is not Status.UNRATED:
            idle = midnight - last if last else 0  # nobody knows since when
            today = fics.deviation_after(found.deviations()[number], idle, SEED)
            assert (line.status is Status.ESTABLISHED) == (today <= 80)


def same(one: Result, other: Result) -> bool:
    return one.ratings() == other.ratings() and str(one.deviations()) == str(other.deviations())


def next_period(people: list[Rated], found: Result) -> list[Rated]:
    """Nothing is lost between two lists but the sign of a clock that nobody knows."""
    clocks = found.outcome.last_minute
    assert clocks is not None
    return [
        replace(
            person,
            rating=line.rating,
            deviation=found.deviations()[person.number],
            idle=MIDNIGHT - clock if clock else None,
            games=line.games,
        )
        for person, line, clock in zip(people, found.lines.values(), clocks.tolist(), strict=True)
    ]
