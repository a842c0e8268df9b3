"""What holds for every period: the engine agrees with the oracle, and with itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.bundle.plain import frbe as frbe_oracle
from ratings.systems.frbe import rate as frbe
from ratings.systems.period import POINT, Kind, Status
from tests.examples import MANY
from tests.ratings.systems.periods import Game, Player, next_period, period_of, rate
from tests.ratings.systems.recomputing import assert_agreement

# Around every edge that the rules know: floor, limits of K and of the transition, counts of games.
ratings = st.one_of(st.integers(900, 2600), st.sampled_from([1150, 1151, 1990, 1999, 2000, 2001, 2199, 2200, 2201]))
many_games = st.one_of(st.integers(20, 320), st.sampled_from([20, 90, 99, 100, 101, 290, 299, 300, 301]))
foreign_ratings = st.one_of(st.just(0), st.just(0), st.just(0), ratings)

rated_players = st.builds(
    Player,
    number=st.just(0),
    rating=ratings,
    games=many_games,
    opponents_sum=st.integers(0, 50_000),
    half_points=st.integers(0, 40),
    foreign_rating=foreign_ratings,
)


@st.composite
def unrated_players(draw: st.DrawFn) -> Player:
    games = draw(st.one_of(st.integers(0, 21), st.sampled_from([8, 9, 18, 19])))
    opponents_sum = games * draw(st.one_of(ratings, st.just(0)))
    shown = draw(st.sampled_from([0, 0, 1400])) if games < 20 else 0
    return Player(0, shown, games, opponents_sum, draw(st.integers(0, 2 * games)), draw(foreign_ratings))


@st.composite
def periods(draw: st.DrawFn) -> tuple[list[Player], list[Game]]:
    drawn = draw(st.lists(st.one_of(rated_players, unrated_players()), min_size=1, max_size=9))
    players = [replace(player, number=number) for number, player in enumerate(drawn, 1)]
    somebody = st.sampled_from([player.number for player in players])
    anybody = st.one_of(somebody, st.none())
    given_ratings = st.one_of(st.just(0), ratings)
    rows = draw(st.lists(st.tuples(somebody, anybody, st.integers(0, 2), given_ratings, st.booleans()), max_size=60))
    games = []
    for day, (one, other, half_points, given_rating, is_white) in enumerate(rows):
        if one != other and is_white:
            games.append(Game(one, other, half_points, black_given=given_rating, day=day // 3))
        elif one != other:
            games.append(Game(other, one, half_points, white_given=given_rating, day=day // 3))
    return players, games


profiles = st.sampled_from([*frbe.PROFILES])
parameters = st.sampled_from(
    [
        {},
        {},
        {"truncate_percent": True, "k10_regardless_of_games": True},
        {"games_without_sums_count": True},
        {"many_games": 3, "big_change": 20, "games_for_rating": 8, "games_for_provisional": 4},
        {"k_by_games": [[25, 60]], "k_by_rating": [[1800, 20]], "transition_limits": [1500, 1800, 2000]},
    ]
)


@pytest.mark.long
@given(periods(), profiles, parameters)
@settings(max_examples=MANY)
def test_the_engine_is_the_oracle(period, profile, changed):
    players, games = period
    rules = frbe.rules(profile, changed)
    arrays = period_of(players, games)
    assert_agreement(frbe_oracle, arrays, rules, frbe.rate(arrays, rules))


@pytest.mark.long
@given(periods(), st.randoms(use_true_random=False))
def test_numbers_and_rows_of_players_decide_nothing(period, random):
    players, games = period
    numbers = [player.number for player in players]
    shuffled = random.sample(numbers, len(numbers))
    new = dict(zip(numbers, shuffled, strict=True)) | {None: None}
    renumbered = [replace(player, number=new[player.number]) for player in players]
    replayed = [replace(game, white=new[game.white], black=new[game.black]) for game in games]
    lines, others = rate(frbe, frbe.rules(), players, games), rate(frbe, frbe.rules(), renumbered, replayed)
    assert {new[number]: line for number, line in lines.items()} == others


@pytest.mark.long
@given(periods(), st.lists(st.integers(0, 58), max_size=200))
def test_only_the_order_of_each_players_own_games_counts(period, swaps):
    players, games = period
    arrived = list(games)
    for first, second in zip(swaps, map((1).__add__, swaps), strict=True):
        if second < len(arrived) and not _members(arrived[first]) & _members(arrived[second]):
            arrived[first], arrived[second] = arrived[second], arrived[first]
    lines, others = rate(frbe, frbe.rules("2015"), players, games), rate(frbe, frbe.rules("2015"), players, arrived)
    assert {number: replace(line, entries=()) for number, line in lines.items()} == {
        number: replace(line, entries=()) for number, line in others.items()
    }


def _members(game: Game) -> set[int]:
    return {number for number in (game.white, game.black) if number is not None}


@pytest.mark.long
@given(periods(), profiles)
def test_a_player_without_games_affects_no_other(period, profile):
    players, games = period
    rules = frbe.rules(profile)
    playing = set().union(*map(_members, games))
    lines = rate(frbe, rules, players, games)
    alone = rate(frbe, rules, [player for player in players if player.number in playing], games)
    assert alone == {number: line for number, line in lines.items() if number in playing}


@pytest.mark.long
@given(periods(), profiles)
def test_bounds_of_what_is_published(period, profile):
    players, games = period
    rules = frbe.rules(profile)
    for line in rate(frbe, rules, players, games).values():
        least = {Status.ESTABLISHED: rules.floor, Status.PROVISIONAL: 1, Status.FOREIGN: 1, Status.UNRATED: 0}
        assert line.rating >= least[line.status]
        assert (line.rating == 0) == (line.status is Status.UNRATED)
        assert line.half_points >= 0
        for entry in line.of_kind(Kind.GAME):
            assert abs(entry.difference) <= rules.difference_cap
            assert 0 <= entry.expected <= POINT


@given(periods())
def test_every_game_of_a_member_is_once_in_the_ledger(period):
    players, games = period
    lines = rate(frbe, frbe.rules(), players, games)
    for player in players:
        listed = [entry.game for entry in lines[player.number].entries if entry.game >= 0]
        assert sorted(listed) == [row for row, game in enumerate(games) if player.number in (game.white, game.black)]


@pytest.mark.long
@given(periods())
def test_what_one_player_gains_the_other_loses_but_for_their_k(period):
    players, games = period
    # A player who pools games behind a foreign rating has one rating for opponents and another of their own.
    players = [replace(player, foreign_rating=0) for player in players]
    lines = rate(frbe, frbe.rules(), players, games)
    change = {
        (entry.game, number): (entry.k, entry.change)
        for number, line in lines.items()
        for entry in line.of_kind(Kind.GAME)
    }
    for row, game in enumerate(games):
        if (row, game.white) in change and (row, game.black) in change:
            (white_k, white), (black_k, black) = change[row, game.white], change[row, game.black]
            assert white * black_k == -black * white_k


@pytest.mark.long
@given(periods(), profiles)
def test_a_period_without_games_changes_nothing(period, profile):
    players, games = period
    rules = frbe.rules(profile)
    after = next_period(players, rate(frbe, rules, players, games))
    for player, line in zip(after, rate(frbe, rules, after).values(), strict=True):
        assert (line.rating, line.games) == (player.rating, player.games)
        assert (line.opponents_sum, line.half_points) == (player.opponents_sum, player.half_points)
        assert line.entries == ()
