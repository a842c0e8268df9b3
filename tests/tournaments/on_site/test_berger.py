"""The Berger tables as FIDE prints them, and properties of every size."""

from itertools import pairwise

import pytest

from tournaments.on_site import berger

# FIDE Handbook, C.05, annex 1.
PRINTED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("players", PRINTED)
def test_the_tables_are_those_that_fide_prints(players: int):
    table = [" ".join(f"{white}-{black}" for white, black in pairs) for pairs in berger.rounds(players)]
    assert table == PRINTED[players]


def test_an_odd_number_of_players_gives_a_bye_each_round():
    assert berger.rounds(3) == [[(2, 3), (1, None)], [(1, 2), (3, None)], [(3, 1), (2, None)]]


@pytest.mark.parametrize("players", range(2, 25))
def test_everybody_meets_everybody_once_and_sits_once_a_round(players: int):
    table = berger.rounds(players)
    met = [frozenset(pair) for pairs in table for pair in pairs if None not in pair]
    assert len(met) == len(set(met)) == players * (players - 1) // 2
    for pairs in table:
        assert sorted(seat for pair in pairs for seat in pair if seat) == list(range(1, players + 1))


@pytest.mark.parametrize("players", range(3, 25))
def test_colours_differ_by_one_at_most_and_hardly_repeat(players: int):
    colours: dict[int, str] = dict.fromkeys(range(1, players + 1), "")
    for pairs in berger.rounds(players):
        for white, black in pairs:
            if black is not None:
                colours[white] += "w"
                colours[black] += "b"
    assert max(abs(played.count("w") - played.count("b")) for played in colours.values()) <= 1
    assert max(sum(one == other for one, other in pairwise(played)) for played in colours.values()) <= 1


def test_twice_the_second_half_has_the_other_colours_and_two_rounds_change_places():
    table = [" ".join(f"{white}-{black}" for white, black in pairs) for pairs in berger.rounds(4, 2)]
    assert table == ["1-4 2-3", "2-4 3-1", "4-3 1-2", "4-1 3-2", "3-4 2-1", "4-2 1-3"]
    assert berger.rounds(2, 2) == [[(1, 2)], [(2, 1)]]
    assert berger.rounds(3, 2)[3:] == [[(3, 2), (1, None)], [(2, 1), (3, None)], [(1, 3), (2, None)]]


@pytest.mark.parametrize("players", range(2, 25))
def test_twice_everybody_has_both_colours_against_everybody_and_none_three_times_in_a_row(players: int):
    colours: dict[int, str] = dict.fromkeys(range(1, players + 1), "")
    games = [pair for pairs in berger.rounds(players, 2) for pair in pairs if None not in pair]
    assert len(set(games)) == len(games) == players * (players - 1)
    for white, black in games:
        colours[white] += "w"
        colours[black] += "b"
    assert not [played for played in colours.values() if "www" in played or "bbb" in played]


@pytest.mark.parametrize("players", [0, 1])
def test_nobody_plays_alone(players: int):
    with pytest.raises(ValueError, match=f"^{players} cannot play a round robin.$"):
        berger.rounds(players)
