"""What holds for every period of go: the engine agrees with the oracle, and with itself."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.bundle.plain import ffg as ffg_oracle
from ratings.systems.ffg import rate as ffg
from ratings.systems.period import POINT, Kind
from tests.examples import MANY
from tests.ratings.systems.ffg.cases import SEED, GoGame, GoPlayer, Guest, Scale, period_of, scale
from tests.ratings.systems.recomputing import assert_agreement, rows_of

# Around every edge that the rules know: floor, beginners, the limits of the weight, the strong.
EDGES = [-2950, -2949, -2001, -2000, -1999, -1501, -1500, -1499, -1, 0, 1, 399, 400, 401, 899, 900, 901]
BELIEVING = ffg.rules("seed", {"known_threshold": 1000})
levels = st.one_of(st.integers(-2950, 1000), st.sampled_from(EDGES), st.integers(-700, -400))
members = st.builds(
    GoPlayer,
    number=st.just(0),
    level=st.one_of(levels, levels, st.none()),
    entry=levels.filter(bool),
    games=st.integers(0, 5),
)
guests = st.builds(Guest, level=levels.filter(bool), number=st.integers(1, 3))


@st.composite
def periods(draw: st.DrawFn) -> tuple[list[GoPlayer], list[GoGame]]:
    drawn = draw(st.lists(members, min_size=2, max_size=8))
    players = [replace(player, number=number) for number, player in enumerate(drawn, 1)]
    visitors = {guest.number: guest for guest in draw(st.lists(guests, max_size=3))}
    anybody = st.sampled_from([*(player.number for player in players), *visitors.values()])
    game = st.builds(
        GoGame,
        white=anybody,
        black=anybody,
        winner=st.sampled_from("WWWWBBBB="),
        handicap=st.sampled_from([0, 0, 0, 0, 1, 2, 3, 6, 9, 10]),
        size=st.sampled_from([19, 19, 19, 19, 13, 9, 15]),
        tempo=st.sampled_from([0, 0, 0, 0, 1, 2]),
        round=st.integers(1, 5),
        tournament=st.integers(0, 2),
        day=st.integers(0, 4),
    )
    games = draw(st.lists(game, max_size=40))
    return players, [game for game in games if game.white != game.black]


parameters = st.sampled_from(
    [
        {},
        {},
        {"high_handicap_counts_below": True, "most_handicap": 2, "handicap_percent": 25, "strong_level": 100},
        {"handicaps_on_9": [[2, 5]], "handicaps_on_13": [[3, 6]], "tempo_percents": [80, 0, 30], "handicap_points": 90},
        {"unknown_threshold": 0, "known_threshold": 5, "convergence": 3, "most_passes": 4, "beginner_level": -700},
        {"base_gain": 12, "points_for_one_more": 7, "most_loss": 40, "weight_scale": 500, "least_weight_percent": 50},
    ]
)


@pytest.mark.long
@given(periods(), parameters)
@settings(max_examples=MANY)
def test_the_engine_is_the_oracle(period, changed):
    arrays, changed_rules = period_of(*period), ffg.rules("seed", changed)
    rules = changed_rules.as_dict()
    outcome = ffg.rate(arrays, changed_rules)
    assert_agreement(ffg_oracle, arrays, changed_rules, outcome)
    players, games = rows_of(arrays)
    people = {row["player"]: ffg_oracle.entrant(row, rules) for row in players}
    passes = ffg_oracle.run(people, [ffg_oracle.written_game(row, people, rules) for row in games], rules)
    assert (outcome.facts["tournaments"], outcome.facts["passes"]) == (len(passes), sum(passes))
    # A tournament that takes one pass more, where it may, did not come to its end; the last pass may also be the last.
    longer = rules | {"most_passes": changed_rules.most_passes + 1}
    people = {row["player"]: ffg_oracle.entrant(row, longer) for row in players}
    more = ffg_oracle.run(people, [ffg_oracle.written_game(row, people, longer) for row in games], longer)
    assert bool(outcome.facts["not_converged"]) == any(each > changed_rules.most_passes for each in more)


@pytest.mark.long
@given(periods(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_decides_nothing(period, random):
    players, games = period
    shuffled = random.sample(games, len(games))
    assert scale(players, games).levels() == scale(players, shuffled).levels()


@pytest.mark.long
@given(periods(), st.randoms(use_true_random=False))
def test_numbers_of_players_decide_nothing(period, random):
    players, games = period
    numbers = [player.number for player in players]
    new = dict(zip(numbers, random.sample(numbers, len(numbers)), strict=True))
    renumbered = [replace(player, number=new[player.number]) for player in players]
    replayed = [
        replace(game, white=new.get(game.white, game.white), black=new.get(game.black, game.black)) for game in games
    ]
    found, others = scale(players, games).levels(), scale(renumbered, replayed).levels()
    assert {new[number]: level for number, level in found.items()} == others


@given(levels, levels, st.integers(0, 9), st.sampled_from([9, 13, 19]), st.sampled_from("WB"))
def test_f05_f13_a_winner_never_falls_a_loser_never_rises_nobody_moves_by_more_than_100(
    white, black, stones, size, winner
):
    found = scale([GoPlayer(1, white), GoPlayer(2, black)], [GoGame(1, 2, winner, stones, size)], BELIEVING).levels()
    won, lost = (found[1] - white, found[2] - black) if winner == "W" else (found[2] - black, found[1] - white)
    assert -100 <= lost <= 0 <= won <= 100


@pytest.mark.long
@given(periods())
def test_f05_no_entry_of_a_game_goes_against_its_result(period):
    for line in scale(*period).lines.values():
        for entry in line.of_kind(Kind.GAME):
            assert 0 <= entry.change * (entry.half_points - 1) <= 100 * POINT


@pytest.mark.long
@given(periods())
def test_a_change_is_the_raw_variation_times_its_factor(period):
    for line in scale(*period).lines.values():
        for entry in line.of_kind(Kind.GAME):
            assert abs(entry.expected * entry.k / POINT - entry.change) < POINT / 100


@pytest.mark.long
@given(periods())
def test_f15_nobody_stands_below_the_floor(period):
    assert all(level >= -2950 for level in scale(*period).levels().values() if level is not None)


@pytest.mark.long
@given(periods())
def test_every_game_of_a_member_is_once_in_the_ledger(period):
    players, games = period
    lines = scale(players, games).lines
    for player in players:
        listed = [entry.game for entry in lines[player.number].entries if entry.game >= 0]
        assert sorted(listed) == [row for row, game in enumerate(games) if player.number in (game.white, game.black)]


@pytest.mark.long
@given(periods())
def test_two_periods_give_what_one_gives_where_no_tournament_is_cut(period):
    players, games = period
    whole = scale(players, games)
    first = [game for game in in_order(games) if game.tournament == 0]
    rest = [game for game in in_order(games) if game.tournament > 0]
    middle = scale(players, first)
    found = scale(next_period(players, middle), rest)
    assert found.levels() == scale(players, in_order(games)).levels()
    assert found.outcome.games.tolist() == whole.outcome.games.tolist()


@pytest.mark.long
@given(periods())
def test_the_scale_is_the_same_without_a_ledger(period):
    arrays = period_of(*period)
    with_ledger, without = ffg.rate(arrays, SEED), ffg.rate(arrays, SEED, ledger=False)
    for name in ("rating", "games", "status", "period_games", "last_day"):
        assert getattr(with_ledger, name).tolist() == getattr(without, name).tolist()
    assert with_ledger.facts == without.facts
    assert len(without.ledger.player) == 0


def in_order(games: list[GoGame]) -> list[GoGame]:
    """Tournament by tournament, each on its own day."""
    return [replace(game, day=game.tournament) for game in sorted(games, key=lambda game: game.tournament)]


def next_period(players: list[GoPlayer], found: Scale) -> list[GoPlayer]:
    levels = found.levels()
    return [replace(player, level=levels[player.number], games=found.lines[player.number].games) for player in players]
