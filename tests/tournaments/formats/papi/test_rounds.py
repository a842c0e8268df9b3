"""The rounds of Papi files: every result code, who is not paired, games that are told in two ways."""

from __future__ import annotations

import pytest

from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.papi.files import Cell, letters, one_round, problems, read, with_info
from tournaments.formats.papi.writer import database, write
from tournaments.formats.report import Place, Problem


@pytest.mark.parametrize(
    ("white", "black", "expected"),
    [(3, 1, "10"), (1, 3, "01"), (2, 2, "=="), (6, 4, "+-"), (4, 6, "-+"), (5, 5, "--"), (0, 0, "**")],
)
def test_every_code_of_a_game(white: int, black: int, expected: str) -> None:
    report = one_round({2: ("N", 3, black), 3: ("B", 2, white)})
    assert letters(report) == [(3, 2, expected)]


@pytest.mark.parametrize(
    ("cell", "letter"),
    [
        (("B", 1, 6), "U"),
        (("B", 1, 3), "U"),
        (("B", 1, 2), "H"),
        (("B", 1, 0), "Z"),
        (("F", None, 0), "Z"),
        (("F", 0, 0), "Z"),
        (("F", None, None), "Z"),
        (("F", None, 2), "H"),
        (("F", None, 6), "F"),
        (("F", None, 3), "F"),
    ],
)
def test_every_code_of_a_bye(cell: Cell, letter: str) -> None:
    report = one_round({2: ("B", 3, 3), 3: ("N", 2, 1), 4: cell})
    assert letters(report) == [(2, 3, "10"), (4, None, letter)]
    assert report.problems == ()


@pytest.mark.parametrize("cell", [("R", None, 0), ("R", 0, 0), (None, None, None)])
def test_who_is_not_paired_has_no_row(cell: Cell) -> None:
    report = one_round({2: ("B", 3, 3), 3: ("N", 2, 1), 4: cell})
    assert letters(report) == [(2, 3, "10")]
    assert report.problems == ()


def test_exempt_is_not_a_player() -> None:
    report = one_round({2: ("B", 1, 6)})
    assert [player.number for player in report.players] == [2]
    assert problems(report) == [("no_games", Place())]


def test_a_player_with_the_number_of_exempt_is_kept() -> None:
    rows = [
        {"Ref": 1, "Nom": "JANSSENS", "Rd01Cl": "B", "Rd01Adv": 2, "Rd01Res": 3},
        {"Ref": 2, "Nom": "MAES", "Rd01Cl": "N", "Rd01Adv": 1, "Rd01Res": 1},
    ]
    assert letters(read(database({"NbrRondes": "1"}, rows))) == [(1, 2, "10")]


def test_two_byes_in_a_round_are_reported() -> None:
    report = one_round({2: ("B", 1, 6), 3: ("B", 1, 6), 4: ("B", 5, 3), 5: ("N", 4, 1)})
    assert letters(report) == [(2, None, "U"), (3, None, "U"), (4, 5, "10")]
    assert problems(report) == [("bye_twice", Place(round=1))]


def test_an_absence_before_the_draw_is_none() -> None:
    report = one_round({2: ("F", None, 0), 3: ("R", None, 0)})
    assert letters(report) == []
    assert problems(report) == [("no_games", Place())]


def test_a_half_point_bye_may_be_announced_before_the_draw() -> None:
    assert letters(one_round({2: ("F", None, 2), 3: ("R", None, 0)})) == [(2, None, "H")]


@pytest.mark.parametrize("state", ["R", "B", None])
def test_a_result_without_an_opponent_is_reported(state: str | None) -> None:
    report = one_round({2: ("B", 3, 3), 3: ("N", 2, 1), 4: (state, None, 2)})
    assert letters(report) == [(2, 3, "10")]
    assert problems(report) == [("result_without_opponent", Place(table="JOUEUR", player=4, round=1))]


def test_an_unknown_code_leaves_the_game_without_result() -> None:
    report = one_round({2: ("B", 3, 9), 3: ("N", 2, 0)})
    assert letters(report) == [(2, 3, "**")]
    assert problems(report) == [
        ("result_unknown", Place(table="JOUEUR", player=2, round=1)),
        ("round_unfinished", Place(round=1)),
    ]


def test_an_unknown_code_of_an_absence_gives_no_point() -> None:
    report = one_round({2: ("B", 3, 3), 3: ("N", 2, 1), 4: ("F", None, 5)})
    assert letters(report)[1] == (4, None, "Z")
    assert problems(report) == [("result_unknown", Place(table="JOUEUR", player=4, round=1))]


@pytest.mark.parametrize(
    ("cells", "code", "expected"),
    [
        ({2: ("B", 3, 3), 3: ("B", 2, 1)}, "colour_differs", [(2, 3, "**")]),
        ({2: ("B", 3, 3), 3: ("N", 2, 3)}, "result_differs", [(2, 3, "**")]),
        ({2: ("B", 3, 3), 3: ("N", 2, 2)}, "result_differs", [(2, 3, "**")]),
        ({2: ("B", 3, 3), 3: ("N", 2, 0)}, "result_differs", [(2, 3, "**")]),
        ({2: ("N", 3, 1), 3: ("R", None, 0)}, "opponent_differs", [(3, 2, "**")]),
        ({2: ("B", 3, 3), 3: ("N", 2, 1), 4: ("B", 2, 3)}, "opponent_differs", [(2, 3, "10"), (4, 2, "**")]),
    ],
)
def test_a_game_that_is_reported_in_two_ways_is_kept_and_not_rated(
    cells: dict[int, Cell], code: str, expected: list[tuple[int, int | None, str]]
) -> None:
    report = one_round(cells)
    assert letters(report) == expected
    assert code in [problem.code for problem in report.problems]


def test_a_colour_that_is_none_leaves_the_game_without_result() -> None:
    report = one_round({2: ("B", 3, 3), 3: ("R", 2, 1)})
    assert letters(report) == [(2, 3, "**")]
    assert report.problems[0] == Problem(
        "field_unknown", Place(table="JOUEUR", player=3, round=1), {"field": "Rd01Cl", "value": "R"}
    )


def test_an_opponent_who_is_not_in_the_file_is_reported() -> None:
    report = one_round({2: ("B", 17, 3)})
    assert report.problems[0] == Problem("opponent_unknown", Place(player=2, round=1), {"opponent": 17})
    assert not any(pairing.white_result.is_played for pairing in report.pairings)


def test_nobody_plays_himself() -> None:
    report = one_round({2: ("B", 2, 3)})
    assert problems(report)[0] == ("self_pairing", Place(player=2, round=1))
    assert not any(pairing.black for pairing in report.pairings)


def test_only_announced_rounds_are_read() -> None:
    report = with_info(NbrRondes="3")
    assert {pairing.round for pairing in report.pairings} == {1, 2, 3}
    assert report.problems == (Problem("rounds_more", Place(), {"found": 4, "announced": 3}),)


def test_a_file_sent_again_with_more_rounds_has_the_same_first_rounds() -> None:
    whole = read(write(REPORT))
    assert with_info(NbrRondes="2").pairings == tuple(pairing for pairing in whole.pairings if pairing.round <= 2)


@pytest.mark.parametrize("number", ["", "0", "25", "sept"])
def test_a_number_of_rounds_that_is_none_is_found_in_the_pairings(number: str) -> None:
    report = with_info(NbrRondes=number)
    assert (report.rounds, len(report.pairings)) == (4, len(REPORT.pairings))
    facts = {"field": "NbrRondes", "value": number}
    assert report.problems[0] == Problem("field_unknown", Place(table="INFO"), facts)


def test_two_players_may_meet_in_every_round() -> None:
    rows = [{"Ref": 2, "Nom": "MAES"}, {"Ref": 3, "Nom": "CLAES"}]
    for number in range(1, 16):
        rows[0] |= {f"Rd{number:02}Cl": "B", f"Rd{number:02}Adv": 3, f"Rd{number:02}Res": 2}
        rows[1] |= {f"Rd{number:02}Cl": "N", f"Rd{number:02}Adv": 2, f"Rd{number:02}Res": 2}
    report = read(database({"NbrRondes": "15"}, rows))
    assert letters(report) == [(2, 3, "==")] * 15
    assert report.problems == ()


def test_an_unfinished_round_is_reported() -> None:
    assert read(write(REPORT)).problems == (Problem("round_unfinished", Place(round=4), {"count": 2}),)
