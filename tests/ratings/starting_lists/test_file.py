"""The file of a starting list."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.files import spreadsheets
from federation.files.dbase import Field, Value
from ratings.errors import RatingError
from ratings.starting_lists.file import StartingRating, read
from tests.dbase_tables import write
from tests.federation.imports.player_files import STRUCTURES, player_list

NO_NUMBER = "is not a member number: it must have one to six digits, and a small letter if it was given again."


def test_the_three_columns_are_enough() -> None:
    assert read(b"matricule,rating,games\n10001,1800,150\n10002,,4\n") == [
        StartingRating(line=2, key=10001, rating=1800, games=150),
        StartingRating(line=3, key=10002, rating=None, games=4),
    ]


def test_all_columns_in_any_order_and_others_beside_them() -> None:
    text = "Name;points;deviation;opponents_sum;games;rating;matricule;last_played\n"
    text += "Aerts;5,5;61.5;15000;10;;10001;2026-05-03\n"
    assert read(text.encode()) == [
        StartingRating(
            line=2,
            key=10001,
            rating=None,
            games=10,
            opponents_sum=15000,
            half_points=11,
            deviation=61.5,
            last_played=dt.date(2026, 5, 3),
        )
    ]


@pytest.mark.parametrize(
    ("points", "half_points"), [("5.5", 11), ("5,5", 11), ("5½", 11), ("½", 1), ("3", 6), ("3.0", 6), ("", 0)]
)
def test_points_in_every_writing(points: str, half_points: int) -> None:
    [found] = read(f"matricule;rating;games;points\n10001;0;9;{points}\n".encode())
    assert found.half_points == half_points


def test_a_workbook_is_read_too() -> None:
    data = spreadsheets.write_xlsx("List", ["matricule", "rating", "games"], [[10001, 1800, 150]])
    assert read(data) == [StartingRating(line=2, key=10001, rating=1800, games=150)]


def test_windows_programs_write_other_bytes() -> None:
    assert read("matricule;name;rating;games\n10001;Chloé;1800;30\n".encode("cp1252"))[0].rating == 1800


@pytest.mark.parametrize(
    ("cell", "level"), [("0", 0), ("-437", -437), ("", None), ("5k", -450), ("1 dan", 50), ("-2950", -2950)]
)
def test_in_go_zero_is_a_level_and_a_grade_stands_for_its_middle(cell: str, level: int | None) -> None:
    [found] = read(f"matricule,rating,games\n10001,{cell},30\n".encode(), floor=-2950)
    assert found.rating == level


def player(matricule: int | None, **fields: Value) -> dict[str, Value]:
    """Return a record of a PLAYER list of somebody who has 12 games and 5½ points."""
    games: dict[str, Value] = {"ELO_CALCUL": 1712, "PART_CALCU": 12, "ADVERSAIRE": 20544, "PERFORMAN": 5.5}
    return {"MATRICULE": matricule, "NOM_PRENOM": "Aerts, Anna", "DER_JEUX": dt.date(2026, 5, 3), **games, **fields}


def test_a_player_list_is_taken_as_it_is() -> None:
    blank = dict.fromkeys(("ELO_CALCUL", "PART_CALCU", "ADVERSAIRE", "PERFORMAN"))
    records = (
        player(10001),
        player(10002, ELO_CALCUL=0, PART_CALCU=4, DER_JEUX=None),
        player(10003, **blank),
        player(None),
    )
    known = {"games": 12, "opponents_sum": 20544, "half_points": 11}
    assert read(player_list(*records)) == [
        StartingRating(line=1, key=10001, rating=1712, last_played=dt.date(2026, 5, 3), **known),
        StartingRating(line=2, key=10002, rating=None, **{**known, "games": 4}),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"MODIFY_ELO": 9},
        {"NATFIDE": "NED", "FIDE": 990001},
        {"PERFORMAN": -3.5},
        {"PERFORMAN": 5.3},
        {"PERFORMAN": None},
    ],
)
def test_points_that_can_be_none_are_left_out_of_a_player_list(changes: dict[str, Value]) -> None:
    [found] = read(player_list(player(10001, **changes)))
    assert (found.rating, found.games, found.opponents_sum, found.half_points) == (1712, 12, 0, 0)


@pytest.mark.parametrize("length", STRUCTURES)
def test_a_player_list_of_any_year_has_ratings(length: int) -> None:
    assert [found.rating for found in read(player_list(player(10001), length=length))] == [1712]


def test_a_player_list_is_of_chess() -> None:
    with pytest.raises(RatingError, match="A PLAYER list has chess ratings; this rating type is for go."):
        read(player_list(player(10001)), floor=-2950)


def test_another_dbase_table_is_no_player_list() -> None:
    table = write([Field("MATRICULE", "N", 6)], [{"MATRICULE": 10001}], dt.date(2026, 7, 1))
    with pytest.raises(RatingError, match="Line 1: the column ADVERSAIRE is missing."):
        read(table)


def test_in_chess_zero_is_no_rating_and_a_grade_is_none() -> None:
    assert read(b"matricule,rating,games\n10001,0,30\n")[0].rating is None
    with pytest.raises(RatingError, match="Line 2: rating 5k cannot be read."):
        read(b"matricule,rating,games\n10001,5k,30\n")


def test_nobody_stands_below_the_floor_of_go() -> None:
    with pytest.raises(RatingError, match="Line 2: rating -9999 is not between -2950 and 10000."):
        read(b"matricule,rating,games\n10001,-9999,30\n", floor=-2950)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty. Send a table with a line of headings and rows below it."),
        ("matricule,rating\n1,2\n", "Line 1: the column games is missing."),
        ("matricule,rating,games,rating\n1,2,3,4\n", "Line 1: the column rating appears twice."),
        ("matricule,rating,games\n10001,1800,30\nAerts,1700,20\n", f"Line 3: “Aerts” {NO_NUMBER}"),
        ("matricule,rating,games\n0,1800,30\n", f"Line 2: “0” {NO_NUMBER}"),
        ("matricule,rating,games\n,1800,30\n", f"Line 2: “” {NO_NUMBER}"),
        ("matricule,rating,games\n10001,-5,30\n", "Line 2: rating -5 is not between 0 and 10000."),
        ("matricule,rating,games\n10001,1800.5,30\n", "Line 2: rating 1800.5 cannot be read."),
        ("matricule,rating,games\n10001,inf,30\n", "Line 2: rating inf cannot be read."),
        ("matricule,rating,games,points\n10001,1800,30,5.3\n", "Line 2: points 5.3 cannot be read."),
        ("matricule,rating,games,points\n10001,1800,30,nan\n", "Line 2: points nan cannot be read."),
        ("matricule,rating,games,deviation\n10001,1800,30,nan\n", "Line 2: deviation nan cannot be read."),
        ("matricule,rating,games,last_played\n10001,1800,30,May\n", "Line 2: last_played May cannot be read."),
    ],
)
def test_a_wrong_file_gets_one_sentence_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(RatingError) as problem:
        read(text.encode())
    assert str(problem.value) == sentence
