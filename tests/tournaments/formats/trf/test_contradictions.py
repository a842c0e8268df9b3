"""What does not fit together in TRF files: kept without a result, and told with its place (formats/trf 2.6)."""

from __future__ import annotations

import pytest

from tests.tournaments.formats.trf.lines import codes, games, player, read, texts


def test_an_opponent_who_does_not_play_back() -> None:
    report = read(player(1, "2 w 1"), player(2, "3 w 1"), player(3, "2 b 0"))
    assert games(report) == [(1, 1, 2, "**"), (1, 2, 3, "10")]
    [text] = texts(report)
    assert text == (
        "1 Aerts, Anna names 2 Baeten, Bram as opponent, but not the other way round."
        " (line 2, column 99, player 1, round 1)"
    )


def test_a_game_of_which_the_opponent_says_nothing() -> None:
    report = read(player(1, "2 w 1"), player(2, "", "0000 - U"))
    assert games(report)[0] == (1, 1, 2, "**")
    assert codes(report) == ["opponent_differs"]


def test_the_same_colour_on_both_sides() -> None:
    report = read(player(1, "2 w 1"), player(2, "1 w 0"))
    assert games(report) == [(1, 1, 2, "**")]
    assert texts(report) == [
        "1 Aerts, Anna and 2 Baeten, Bram do not have opposite colours. (line 2, column 99, player 1, round 1)"
    ]


@pytest.mark.parametrize(
    ("mine", "theirs"), [("1", "1"), ("=", "0"), ("+", "0"), ("+", "+"), ("D", "="), ("W", "0"), ("U", "U")]
)
def test_results_that_do_not_fit(mine: str, theirs: str) -> None:
    report = read(player(1, f"2 w {mine}"), player(2, f"1 b {theirs}"))
    assert (games(report), codes(report)) == ([(1, 1, 2, "**")], ["result_differs"])


def test_a_disagreement_names_both_results() -> None:
    assert texts(read(player(1, "2 w 1"), player(2, "1 b =")))[0] == (
        "1 Aerts, Anna and 2 Baeten, Bram disagree on the result: 1 against =. (line 2, column 99, player 1, round 1)"
    )


def test_a_result_letter_that_nobody_knows() -> None:
    report = read(player(1, "2 w 1"), player(2, "1 b x"))
    assert games(report) == [(1, 1, 2, "**")]
    assert texts(report)[0] == (
        "The result X is not known; the pairing was left without a result. (line 3, column 99, player 2, round 1)"
    )


def test_an_opponent_who_is_not_in_the_file() -> None:
    report = read(player(1, "9 w 1", points="1.0"))
    assert games(report) == [(1, 1, None, "F")]
    assert texts(report) == ["The opponent 9 is not in the file. (line 2, column 99, player 1, round 1)"]


def test_a_player_paired_with_himself() -> None:
    report = read(player(1, "1 w 1", points="1.0"))
    assert games(report) == [(1, 1, None, "F")]
    assert texts(report) == ["1 Aerts, Anna is paired with themselves. (line 2, column 99, player 1, round 1)"]


def test_a_played_result_without_an_opponent() -> None:
    report = read(player(1, "0000 w 1", points="1.0"))
    assert games(report) == [(1, 1, None, "F")]
    assert texts(report) == ["There is a result 1 but no opponent. (line 2, column 99, player 1, round 1)"]


def test_an_opponent_that_is_no_number() -> None:
    report = read(player(1, "x2 w 1", points="1.0"), player(2, "0000 - U"))
    assert codes(report) == ["field_unknown", "result_without_opponent"]


def test_a_number_given_twice_leaves_both_players_in_the_file() -> None:
    report = read(player(1, "2 w 1"), player(2, "1 b 0"), player(2, "0000 - U", name="Second, Sam"))
    assert [(one.number, one.last_name) for one in report.players] == [(1, "Aerts"), (2, "Baeten"), (3, "Second")]
    assert games(report) == [(1, 1, 2, "10"), (1, 3, None, "U")]
    assert texts(report) == ["The number 2 is given to two players. (line 4)"]


def test_a_player_without_a_number_gets_a_free_one() -> None:
    report = read(player(1, "0000 - U"), player("", "0000 - H", name="Second, Sam"))
    assert [(one.number, one.last_name) for one in report.players] == [(1, "Aerts"), (2, "Second")]
    assert texts(report) == ["start number: Second, Sam cannot be read and was left out. (line 3)"]


def test_gaps_between_the_numbers_are_no_problem() -> None:
    report = read(player(3, "8 w 1"), player(8, "3 b 0"))
    assert (games(report), codes(report)) == ([(1, 3, 8, "10")], [])
