"""Lines of players in TRF: read together or alone, with letters of any alphabet, they say the same."""

from __future__ import annotations

import pytest

from tests.tournaments.formats.trf.lines import codes, games, player, read, texts
from tournaments.formats.report import Problem
from tournaments.formats.trf.fields import Remembered
from tournaments.formats.trf.rows import read_nationals, read_players

ODD = {
    "shifted": player(5, "6 w 1", points="1.0", rank="5").replace("BEL", " BEL"),
    "without a number": player("", "6 w 1", points="1.0"),
    "with a rating of letters": player(5, "6 w 1", points="1.0", rating="19x0"),
    "cut": player(5)[:60],
    "much longer": player(5, *["6 w 1"] * 40, points="1.0"),
    "in other letters": player(5, "6 w 1", points="1.0", name="Ťažký, Łukasz", federation="ČSŘ"),
    "with question marks": player(5, "6 w ?", points="1.0", name="?, ?", federation="???"),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("place", [0, 3, 6])
def test_an_odd_line_among_others_is_read_as_if_it_were_alone(odd: str, place: int) -> None:
    lines = [player(number, f"{number + 1} w 1", "0000 - H", points="1.5") for number in range(11, 18)]
    lines[place] = odd
    numbers = range(1, len(lines) + 1)
    together: list[Problem] = []
    alone: list[Problem] = []
    rows = [read_players([number], [line], alone) for number, line in zip(numbers, lines, strict=True)]
    found = read_players(numbers, lines, together)
    assert [*zip(*found[:-1], found.cells, strict=True)] == [
        tuple(column[0] for column in (*row[:-1], row.cells)) for row in rows
    ]
    assert together == alone


def test_letters_that_latin_1_lacks_are_kept() -> None:
    (report,) = [read(player(1, name="Ťažký, Łukasz", federation="ČSŘ"), player(2, federation="?"))]
    one, two = report.players
    assert (one.last_name, one.first_name, one.federation) == ("Ťažký", "Łukasz", "ČSŘ")
    assert two.federation == "?"


def test_rows_of_any_length_keep_their_rounds() -> None:
    report = read(player(1, "2 w 1", "", "2 w 1"), player(2, "1 b 0", "0000 - H", "1 b 0"), player(3), player(4, "- Z"))
    assert games(report) == [
        *[(1, 1, 2, "10"), (1, 4, None, "Z")],
        *[(2, 1, None, "Z"), (2, 2, None, "H")],
        (3, 1, 2, "10"),
    ]


@pytest.mark.parametrize("line", ["BEL 1 2 m    Aerts, Anna", "BEL      m    Aerts, Anna", "BEL 12", "BEL"])
def test_a_national_record_of_no_number_is_reported(line: str) -> None:
    assert texts(read(player(1), line))[0] == "The line was not understood and was skipped. (line 3)"


def test_national_records_whose_columns_are_shifted_are_read_like_others() -> None:
    straight = "BEL    1 m    Aerts, Anna                       2263 BEL       10001 1990/01/01"
    shifted = "BEL    2 m    Baeten, Bram                       2210 BEL       10002 1985/01/01"
    found = read_nationals([1, 2], [straight, shifted], [])
    assert found.matricules == ["10001", "10002"]
    assert found.births == ["1990/01/01", "1985/01/01"]


def test_what_is_missing_of_a_birth_comes_from_the_national_record() -> None:
    report = read(
        player(1, birth="1990"),
        player(2),
        "BEL    1 m    Aerts, Anna                                      10001 1990/02/28",
        "BEL    2 m    Baeten, Bram                                     10002 1985",
    )
    assert [(str(one.birth_date), one.birth_year) for one in report.players] == [("1990-02-28", None), ("None", 1985)]


def test_zeros_are_no_matricule() -> None:
    report = read(
        player(1),
        "BEL    1 m    Aerts, Anna                                  00000000000",
        "FRA    1 m    Aerts, Anna                                       A55555",
    )
    assert (report.players[0].matricule, report.players[0].licence) == ("A55555", "")
    assert codes(report) == ["no_games"]


def test_no_more_is_remembered_than_was_agreed() -> None:
    numbers = Remembered(int, 3)
    for number in range(100):
        assert numbers.read([f"{number}", "7"]) == (number, 7)
        assert len(numbers.known) <= 3
    assert numbers.read(["8"]) == (8,)
    assert numbers.read([]) == ()


def test_what_cannot_be_read_is_not_remembered() -> None:
    numbers = Remembered(int, 3)
    for _time in range(2):
        with pytest.raises(ValueError, match="x"):
            numbers.read(["1", "x"])
    assert numbers.known == {"1": 1}


@pytest.mark.parametrize("rounds", [1, 127, 128, 300])
def test_points_of_any_number_of_rounds_are_added_up(rounds: int) -> None:
    byes = ["0000 - F"] * rounds
    others = player(2, points="0.0"), player(3, *["0000 - h"] * rounds, points=f"{rounds / 2:.1f}"[:4])
    assert "points_differ" not in codes(read(player(1, *byes, points=f"{rounds}.0"[:4]), *others))
    assert "points_differ" in codes(read(player(1, *byes, points=f"{rounds - 1}.0"[:4]), *others))


def test_rows_in_any_order_of_any_length_keep_what_is_theirs() -> None:
    in_order = [player(3, "9 w 1", "0000 - H", points="1.5"), player(7, points="0.0"), player(9, "3 b 0", points="0.0")]
    one, other = read(*in_order), read(*reversed(in_order))
    assert (other.players, other.pairings) == (one.players, one.pairings)
    assert games(one) == [(1, 3, 9, "10"), (2, 3, None, "H")]
    assert codes(one) == codes(other) == []
