"""The order of McMahon tournaments; the real one is compared with what OpenGotha made of it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.tournaments.formats.go_event import bye, game
from tournaments.formats import egd_h9, open_gotha
from tournaments.formats.mcmahon import McMahon, ranks
from tournaments.formats.report import ReportedPlayer

PLAYERS = [ReportedPlayer(number, "", grade=grade) for number, grade in enumerate(("2D", "1D", "1K", "5K"), start=1)]
NO_BOUNDS = McMahon()


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
    assert ranks(PLAYERS, pairings, {}, McMahon(rounds_down=False)) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert ranks(PLAYERS, pairings, {}, NO_BOUNDS)[2] == ranks(PLAYERS, pairings, {}, NO_BOUNDS)[3] - 1


def test_of_equal_scores_the_stronger_opponents_decide_and_stones_count() -> None:
    four = [replace(player, grade="1D") for player in PLAYERS]
    assert ranks(four, [game(1, 1, 1, 2, "10"), game(1, 2, 3, 4, "10", stones=2)], {}, NO_BOUNDS) == {
        1: 2, 2: 3, 3: 1, 4: 4,
    }  # fmt: skip


def test_nobody_without_a_grade_stands_in_the_way() -> None:
    assert ranks([*PLAYERS, ReportedPlayer(5, "")], [], {}, NO_BOUNDS) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}


@pytest.mark.skipif("REAL_FILES" not in os.environ, reason="REAL_FILES names no folder of real files")
def test_a_real_tournament_is_in_the_order_of_the_program() -> None:
    folder = Path(os.environ["REAL_FILES"], "samples", "go")
    (own,) = open_gotha.read((folder / "opengotha-juvisy2019-19x4.xml").read_bytes())
    (program,) = egd_h9.read((folder / "juvisy2019.h9").read_bytes())
    found, expected = (
        {(player.last_name, player.first_name): player.rank for player in report.players} for report in (own, program)
    )
    assert found == expected
