"""The order of McMahon tournaments; the real one is compared with what OpenGotha made of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.tournaments.formats.go.event import bye, game
from tournaments.formats.go import egd
from tournaments.formats.go.mcmahon import BY_WINS, CRITERIA, McMahon, category, groups_of, order, scores, starts
from tournaments.formats.open_gotha import reader as open_gotha
from tournaments.formats.report import ReportedPairing, ReportedPlayer

PLAYERS = [ReportedPlayer(number, "", grade=grade) for number, grade in enumerate(("2D", "1D", "1K", "5K"), start=1)]
NO_BOUNDS = McMahon()
Pairings = Sequence[ReportedPairing]


def ranks(
    players: Sequence[ReportedPlayer],
    pairings: Pairings,
    corrections: dict[int, int],
    by: McMahon,
    rounds_down: bool = True,
) -> dict[int, int]:
    return order(scores(starts(players, corrections, by), pairings, rounds_down=rounds_down))


def test_the_rank_comes_first_and_a_win_is_worth_a_rank() -> None:
    assert ranks(PLAYERS, [game(1, 1, 3, 2, "10"), game(1, 2, 4, 1, "10")], {}, NO_BOUNDS) == {1: 1, 2: 2, 3: 2, 4: 4}


def test_above_the_bar_all_start_alike() -> None:
    pairings = [game(1, 1, 2, 1, "10")]
    assert ranks(PLAYERS, pairings, {}, McMahon(bar="1D")) == {1: 2, 2: 1, 3: 3, 4: 4}
    assert ranks(PLAYERS, pairings, {}, NO_BOUNDS) == {1: 1, 2: 1, 3: 3, 4: 4}
    assert ranks(PLAYERS, [], {}, McMahon(bar="1K")) == {1: 1, 2: 1, 3: 1, 4: 4}


def test_below_the_floor_all_start_alike() -> None:
    assert ranks(PLAYERS, [], {}, McMahon(floor="1K")) == {1: 1, 2: 2, 3: 3, 4: 3}


def test_a_start_can_be_corrected() -> None:
    assert ranks(PLAYERS, [], {4: 7}, NO_BOUNDS) == {1: 2, 2: 3, 3: 4, 4: 1}
    assert ranks(PLAYERS, [], {1: -1}, NO_BOUNDS) == {1: 1, 2: 1, 3: 3, 4: 4}


def test_half_points_count_where_the_tournament_says_so() -> None:
    pairings = [game(1, 1, 3, 4, "10"), bye(1, 2, "H")]
    assert ranks(PLAYERS, pairings, {}, NO_BOUNDS, rounds_down=False) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert ranks(PLAYERS, pairings, {}, NO_BOUNDS)[2] == ranks(PLAYERS, pairings, {}, NO_BOUNDS)[3] - 1


def test_of_equal_scores_the_stronger_opponents_decide_and_stones_count() -> None:
    four = [replace(player, grade="1D") for player in PLAYERS]
    assert ranks(four, [game(1, 1, 1, 2, "10"), game(1, 2, 3, 4, "10", stones=2)], {}, NO_BOUNDS) == {
        1: 2, 2: 3, 3: 1, 4: 4,
    }  # fmt: skip


def test_the_sums_over_opponents() -> None:
    four = [replace(player, grade="1D") for player in PLAYERS]
    pairings = [game(1, 1, 1, 2, "10"), game(1, 2, 3, 4, "=="), game(2, 1, 1, 3, "01"), bye(2, 2, "U")]
    found = scores({player.number: 0 for player in four}, pairings, rounds_down=False)
    assert {number: (each.score, each.sos, each.sosos, each.sodos) for number, each in found.items()} == {
        1: (2, 5, 5, 4), 2: (2, 2, 5, 0), 3: (3, 3, 8, 5), 4: (1, 3, 3, 3),
    }  # fmt: skip


def test_draws_keep_their_halves_where_those_of_absences_are_rounded_down() -> None:
    pairings = [game(1, 1, 1, 2, "=="), bye(1, 3, "H"), bye(2, 3, "H"), bye(1, 4, "H"), game(2, 1, 1, 2, "10")]
    found = scores(dict.fromkeys((1, 2, 3, 4), 0), pairings, rounds_down=True)
    assert {number: each.wins for number, each in found.items()} == {1: 3, 2: 1, 3: 2, 4: 0}


def test_a_forfeit_counts_for_the_opponents_who_were_beaten() -> None:
    found = scores({1: 0, 2: 10}, [game(1, 1, 1, 2, "+-", stones=3)], rounds_down=True)
    assert found[1].sodos == 2 * (10 + 2 * 3)


def test_zero_is_the_group_that_starts_with_nothing() -> None:
    assert starts(PLAYERS, {}, McMahon(bar="1D", floor="3K", zero="10K")) == {1: 20, 2: 20, 3: 18, 4: 14}


def test_a_tournament_may_be_ordered_by_other_criteria() -> None:
    pairings = [
        game(1, 1, 1, 2, "10"), game(1, 2, 3, 4, "10"), game(2, 1, 1, 3, "01"), game(2, 2, 2, 4, "10"),
        game(3, 1, 1, 4, "10"), game(3, 2, 3, 2, "01"),
    ]  # fmt: skip
    found = scores(dict.fromkeys((1, 2, 3, 4), 0), pairings, rounds_down=True)
    reached = {number: [each.wins // 2, each.cuss // 2, each.sos_without(1) // 2, each.sos_without(2) // 2]
               for number, each in found.items()}  # fmt: skip
    assert reached == {1: [2, 4, 4, 2], 2: [2, 3, 4, 2], 3: [2, 5, 4, 2], 4: [0, 0, 4, 2]}
    assert order(found, pairings, BY_WINS) == {1: 1, 2: 1, 3: 1, 4: 4}
    assert order(found, pairings, ("NBW", "CUSS")) == {1: 2, 2: 3, 3: 1, 4: 4}
    assert set(BY_WINS) < set(CRITERIA)


def test_upsets_are_wins_against_opponents_not_weakened_by_the_handicap() -> None:
    grades = {1: "3K", 2: "5K", 3: "5D", 4: "5K"}
    groups = groups_of(ReportedPlayer(number, "", grade=grade) for number, grade in grades.items())
    pairings = [
        game(1, 1, 3, 1, "01", stones=7), game(1, 2, 2, 4, "10"), game(2, 1, 1, 4, "10", stones=2),
        game(2, 2, 3, 2, "01", stones=9), game(3, 1, 1, 2, "10", stones=2), game(3, 2, 3, 4, "10", stones=9),
    ]  # fmt: skip
    found = scores(dict.fromkeys(grades, 0), pairings, rounds_down=True, with_stones=False, groups=groups)
    assert {number: (each.wins // 2, each.tried // 2, each.achieved // 2) for number, each in found.items()} == {
        1: (3, 3, 3), 2: (2, 4, 1), 3: (1, 5, 0), 4: (0, 6, 0),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("stones", "tried"), [(0, (0, 6)), (2, (0, 6)), (3, (0, 4)), (4, (2, 2)), (5, (4, 0)), (9, (6, 0))]
)
def test_a_handicap_makes_a_game_hard_for_one_of_both(stones: int, tried: tuple[int, int]) -> None:
    groups = {1: 0, 2: -4}
    found = scores({1: 0, 2: 0}, [game(1, 1, 1, 2, "10", stones=stones)], rounds_down=True, groups=groups)
    assert found[2].tried == tried[1]
    found = scores({1: 0, 2: 0}, [game(1, 1, 1, 2, "01", stones=stones)], rounds_down=True, groups=groups)
    assert found[1].tried == tried[0]


@pytest.mark.parametrize(
    ("third", "simple", "direct"),
    [
        ("10", {1: 1, 2: 2, 3: 3}, {1: 1, 2: 2, 3: 3}),
        ("==", {1: 1, 2: 1, 3: 1}, {1: 1, 2: 2, 3: 2}),
        ("+-", {1: 1, 2: 1, 3: 1}, {1: 1, 2: 2, 3: 2}),
    ],
)
def test_the_simple_direct_confrontation_parts_those_who_have_all_met(
    third: str, simple: dict[int, int], direct: dict[int, int]
) -> None:
    pairings = [game(1, 1, 1, 2, "10"), game(2, 1, 1, 3, "10"), game(3, 1, 2, 3, third)]
    found = scores(dict.fromkeys((1, 2, 3), 0), pairings, rounds_down=True)
    assert [order(found, pairings, (code,)) for code in ("SDC", "DC")] == [simple, direct]


@pytest.mark.parametrize(
    ("won", "by", "expected"),
    [
        ("12 23 31", ("DC",), {1: 1, 2: 1, 3: 1, 4: 1, 5: 1}),  # a circle tells nothing
        ("12 23 31 34", ("DC",), {1: 1, 2: 1, 3: 1, 4: 4, 5: 4}),  # but who lost to one of it stands below all
        ("12 23 31 42", ("DC",), {4: 1, 1: 2, 2: 2, 3: 2, 5: 2}),
        ("12 34", ("DC",), {1: 1, 3: 1, 2: 3, 4: 3, 5: 3}),
        ("21 34", ("DC", "NBW"), {3: 1, 5: 2, 2: 3, 4: 4, 1: 5}),  # what comes after puts in order who is not parted
        ("12 12 21", ("DC",), {1: 1, 2: 2, 3: 2, 4: 2, 5: 2}),  # who won more often of several games
    ],
)
def test_the_direct_confrontation_puts_who_won_before_who_lost(
    won: str, by: tuple[str, ...], expected: dict[int, int]
) -> None:
    games = [game(round_, 1, int(one), int(other), "10") for round_, (one, other) in enumerate(won.split(), start=1)]
    found = scores(dict.fromkeys(range(1, 6), 0), games, rounds_down=True)
    found[3].wins, found[4].wins, found[5].wins = 9, 1, 4  # as by byes
    assert order(found, games, by) == expected


@pytest.mark.long
def test_the_direct_confrontation_of_two_thousand_who_are_all_equal_is_found_at_once() -> None:
    games = [game(1 + each % 9, each, each, each % 2000 + 1, "10") for each in range(1, 2001)]
    found = scores(dict.fromkeys(range(1, 2001), 0), games, rounds_down=True)
    assert set(order(found, games, ("DC",)).values()) == {1}  # one circle


def test_categories_come_before_everything() -> None:
    assert [category(grade, ["1D", "10K"]) for grade in ("3D", "1D", "1K", "10K", "11K", "")] == [0, 0, 1, 1, 2, 2]
    found = scores({1: 0, 2: 0, 3: 0}, [game(1, 1, 2, 3, "10")], rounds_down=True)
    assert order(found, by=BY_WINS, categories={1: 0, 2: 1, 3: 1}) == {1: 1, 2: 2, 3: 3}


def test_nobody_without_a_grade_stands_in_the_way() -> None:
    assert ranks([*PLAYERS, ReportedPlayer(5, "")], [], {}, NO_BOUNDS) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}


@pytest.mark.skipif("REAL_FILES" not in os.environ, reason="REAL_FILES names no folder of real files")
def test_a_real_tournament_is_in_the_order_of_the_program() -> None:
    folder = Path(os.environ["REAL_FILES"], "samples", "go")
    (own,) = open_gotha.read((folder / "opengotha-juvisy2019-19x4.xml").read_bytes())
    data = (folder / "juvisy2019.h9").read_bytes()
    (program,) = egd.read(data)
    begun = {player.number: int(2 * (player.start_score or 0)) for player in own.players}
    computed = scores(begun, own.pairings, rounds_down=own.rounds_down)
    found = order(computed, own.pairings, own.tie_breaks)
    assert {(player.last_name, player.first_name): found[player.number] for player in own.players} == {
        (player.last_name, player.first_name): player.rank for player in program.players
    }
    assert sorted(player.start_score or 0 for player in program.players) == sorted(begun[each] / 2 for each in begun)
    # The columns MMS, SOS and SOSOS of the lines that begin with a place.
    written = [line[47:62] for line in data.decode("latin-1").splitlines() if line[:4].strip().isdecimal()]
    assert sorted(tuple(map(int, (line[:5], line[5:10], line[10:]))) for line in written) == sorted(
        (each.score // 2, each.sos // 2, each.sosos // 2) for each in computed.values()
    )
