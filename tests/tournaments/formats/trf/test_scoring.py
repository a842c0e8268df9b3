"""Own scoring and abnormal points: what the points of a file are compared with."""

from __future__ import annotations

import pytest

from tests.tournaments.formats.trf.lines import codes, player, read, texts


def two_players(first: str, second: str) -> list[str]:
    return [
        player(1, "2 w 1", "2 b =", points=first),
        player(2, "1 b 0", "1 w =", points=second),
    ]


@pytest.mark.parametrize(
    "record",
    [
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5",
        "162  W 1.0    D 0.5    L 0.0",
        "XXS W=1.0 D=0.5",
        "XXS WW=1.0 BW=1.0 WD=0.5 BD=0.5 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 FPB=1.0 PAB=1.0 FW=1.0 FL=0.0",
        "BBW  1.0",
    ],
)
def test_the_usual_scoring_is_no_problem(record: str) -> None:
    assert codes(read(record, *two_players("1.5", "0.5"))) == []


@pytest.mark.parametrize(
    ("record", "points"),
    [
        ("162  W 3.0    D 1.0    L 0.0", (3, 1, 0, 0, 3)),
        ("162  W 3.0    D 1.0    L 0.0    A-0.0    P 1.0", (3, 1, 0, 0, 1)),
        ("XXS W=3 D=1 L=0", (3, 1, 0, 0, 1)),
        ("XXS W=3 D=1 WL=0 BL=0 PAB=3", (3, 1, 0, 0, 3)),
        ("XXS WW=3 BW=3 WD=1 BD=1 FW=3 FPB=3 HPB=1", (3, 1, 0, 0, 1)),
    ],
)
def test_own_scoring_is_that_of_the_standings_and_points_are_compared_with_it(
    record: str, points: tuple[float, ...]
) -> None:
    right, wrong = read(record, *two_players("4.0", "1.0")), read(record, *two_players("1.5", "0.5"))
    assert (right.point_system, codes(right)) == (points, [])
    assert (wrong.point_system, codes(wrong)) == (points, ["points_differ", "points_differ"])


def test_own_scoring_that_the_standings_cannot_use_is_reported_once() -> None:
    record = "XXS WW=3 BW=3 WD=1 BD=1 WL=0 BL=0"  # and a forfeit won is worth 1
    report = read(record, *two_players("4.0", "1.0"))
    assert texts(report) == [f"The file uses its own scoring ({record}); standings here use 1, ½, 0. (line 2)"]
    assert report.point_system == (1, 0.5, 0, 0, 1)


def test_own_scoring_of_a_team_event_is_reported() -> None:
    teams = ["310   1 Rooks                                                                 1", "082 1"]
    report = read("162  W 3.0    D 1.0    L 0.0", *teams, *two_players("4.0", "1.0"))
    assert "scoring_unusual" in codes(report)
    assert report.point_system == (1, 0.5, 0, 0, 1)


def test_own_scoring_in_lines_of_bbp() -> None:
    report = read("BBL  0.0", "BBW  3.0", "BBD  1.0", *two_players("4.0", "1.0"))
    assert (report.point_system, codes(report)) == ((3, 1, 0, 0, 1), [])


def test_a_bye_of_half_a_point_by_the_pairing() -> None:
    report = read("162  W 1.0    D 0.5    L 0.0    P 0.5", player(1, "0000 - U", points="0.5"))
    assert (report.point_system, codes(report)) == ((1, 0.5, 0, 0, 0.5), [])


def test_thirds_of_a_point_are_reported() -> None:
    assert codes(read("162  W 1.0    D 0.3    L 0.0", *two_players("1.3", "0.3"))) == ["scoring_unusual"]


def test_other_points_for_white_and_black_cannot_be_compared() -> None:
    assert codes(read("XXS WW=3 BW=4", *two_players("7.0", "9.0"))) == ["scoring_unusual"]


def test_points_that_are_all_twice_the_results_are_own_scoring() -> None:
    report = read(*two_players("3.0", "1.0"))
    assert (report.point_system, codes(report)) == ((2, 1, 0, 0, 2), [])


def test_points_that_are_all_half_of_the_results_are_no_scoring_of_standings() -> None:
    report = read(*two_players("0.75", "0.25"))
    assert texts(report) == ["The file uses its own scoring (0.5, 0.25, 0); standings here use 1, ½, 0."]
    assert report.point_system == (1, 0.5, 0, 0, 1)


def test_points_that_differ_for_one_player_are_not_own_scoring() -> None:
    assert codes(read(*two_players("3.0", "0.5"))) == ["points_differ"]


@pytest.mark.parametrize(
    ("record", "first", "second"),
    [
        ("299          -0.5    1    2", "1.5", "0.0"),
        ("299        -0.5    1    2", "1.5", "0.0"),  # two columns to the left, as some programs write it
        ("299           0.5  000    1    2", "2.0", "1.0"),
        ("299          -0.5", "1.0", "0.0"),
    ],
)
def test_a_penalty_or_a_bonus_is_counted(record: str, first: str, second: str) -> None:
    assert codes(read(record, *two_players(first, second))) == []


@pytest.mark.parametrize("record", ["299 -   1.0", "299 W         2.0    1    1", "299"])
def test_points_of_single_results_cannot_be_compared(record: str) -> None:
    assert codes(read(record, *two_players("9.0", "9.5"))) == []
