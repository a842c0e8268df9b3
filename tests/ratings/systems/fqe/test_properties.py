"""What holds for every period: the engine agrees with the oracle, and with itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.bundle.plain import fqe as fqe_oracle
from ratings.systems.fqe import rate as fqe
from ratings.systems.period import POINT, Kind, Status
from tests.examples import MANY
from tests.ratings.systems.periods import Game, Player, next_period, period_of, rate
from tests.ratings.systems.recomputing import assert_agreement

ratings = st.one_of(st.integers(1, 2700), st.sampled_from([1100, 1199, 1200, 2290, 2299, 2300, 2301]))
counts = st.one_of(st.integers(1, 60), st.sampled_from([20, 24, 25]))
players = st.one_of(
    st.builds(Player, number=st.just(0)),
    st.builds(Player, number=st.just(0), rating=ratings, games=counts),
    st.builds(Player, number=st.just(0), rating=ratings, games=counts),
)


@st.composite
def periods(draw: st.DrawFn) -> tuple[list[Player], list[Game]]:
    found = [
        replace(player, number=number)
        for number, player in enumerate(draw(st.lists(players, min_size=1, max_size=8)), 1)
    ]
    somebody = st.sampled_from([player.number for player in found])
    row = st.tuples(
        *(somebody, st.one_of(somebody, somebody, st.none()), st.integers(0, 2)),
        *(st.one_of(st.just(0), ratings), st.booleans(), st.integers(0, 3)),
        st.sampled_from([1, 1, 9]),  # games on end: bonus and match cap need several wins
    )
    tournaments = draw(st.lists(st.tuples(st.integers(1, 9), st.sampled_from([2, 2, 3])), min_size=4, max_size=4))
    games = []
    rows = draw(st.lists(row, max_size=30))
    for day, (one, other, points, given_rating, is_white, tournament, times) in enumerate(rows):
        rounds, participants = tournaments[tournament]
        facts = {"day": day // 5, "tournament": tournament, "rounds": rounds, "participants": participants}
        if one != other and is_white:
            games += times * [Game(one, other, points, black_given=given_rating, **facts)]
        elif one != other:
            games += times * [Game(other, one, points, white_given=given_rating, **facts)]
    return found, games


parameters = st.fixed_dictionaries(
    {},
    optional={
        "halving": st.sampled_from(["split", "pre_event"]),
        "halved_bonus": st.booleans(),
        "updated_opponents": st.sampled_from(["order", "unrated_only", "none"]),
        "bonus_on_rounded_gain": st.booleans(),
        "k": st.sampled_from([10, 32, 100]),
        "halved_above": st.sampled_from([1500, 2300]),
    },
)


@pytest.mark.long
@given(periods(), parameters)
@settings(max_examples=MANY)
def test_the_engine_is_the_oracle(period, changed):
    arrays, rules = period_of(*period), fqe.rules("seed", changed)
    assert_agreement(fqe_oracle, arrays, rules, fqe.rate(arrays, rules))


@pytest.mark.long
@given(periods(), st.randoms(use_true_random=False))
def test_numbers_and_rows_of_players_decide_nothing(period, random):
    found, games = period
    numbers = [player.number for player in found]
    new = dict(zip(numbers, random.sample(numbers, len(numbers)), strict=True)) | {None: None}
    renumbered = [replace(player, number=new[player.number]) for player in found]
    replayed = [replace(game, white=new[game.white], black=new[game.black]) for game in games]
    lines, others = rate(fqe, fqe.rules(), found, games), rate(fqe, fqe.rules(), renumbered, replayed)
    assert {new[number]: line for number, line in lines.items()} == others


@pytest.mark.long
@given(periods(), st.randoms(use_true_random=False))
def test_the_order_of_games_within_a_tournament_decides_no_rating(period, random):
    found, games = period
    shuffled = random.sample(games, len(games))
    lines, others = rate(fqe, fqe.rules(), found, games), rate(fqe, fqe.rules(), found, shuffled)
    assert {number: (line.rating, line.games, line.status) for number, line in lines.items()} == {
        number: (line.rating, line.games, line.status) for number, line in others.items()
    }


@pytest.mark.long
@given(periods())
def test_a_player_without_games_keeps_the_rating_and_affects_no_other(period):
    found, games = period
    playing = {number for game in games for number in (game.white, game.black)}
    lines = rate(fqe, fqe.rules(), found, games)
    alone = rate(fqe, fqe.rules(), [player for player in found if player.number in playing], games)
    assert alone == {number: line for number, line in lines.items() if number in playing}
    for player in found:
        if player.number not in playing:
            line = lines[player.number]
            assert (line.rating, line.games, line.entries) == (player.rating, player.games, ())


@pytest.mark.long
@given(periods())
def test_a_period_is_the_sum_of_its_tournaments(period):
    found, games = period
    whole = rate(fqe, fqe.rules(), found, games)
    now = found
    for tournament in range(4):
        now = next_period(now, rate(fqe, fqe.rules(), now, [game for game in games if game.tournament == tournament]))
    assert {player.number: (player.rating, player.games) for player in now} == {
        number: (line.rating, line.games) for number, line in whole.items()
    }


@pytest.mark.long
@given(periods())
def test_bounds_of_what_is_published(period):
    found, games = period
    for line in rate(fqe, fqe.rules(), found, games).values():
        assert (line.rating == 0) == (line.status is Status.UNRATED)
        assert line.rating >= 0
        assert all(0 <= entry.expected <= POINT for entry in line.of_kind(Kind.GAME))
        assert all(entry.change <= 0 for entry in line.of_kind(Kind.MATCH_CAP))
        assert all(entry.change >= 0 for entry in line.of_kind(Kind.BONUS))
