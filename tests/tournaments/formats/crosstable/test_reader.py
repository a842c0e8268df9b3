"""Crosstables of chess-results.com: believed as a whole or not at all."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.mutations import mutations, truncations
from tests.tournaments.formats.crosstable.files import ROWS, text, workbook
from tournaments.formats.crosstable import reader
from tournaments.formats.report import FormatError, Place, ReportedPlayer, TournamentReport
from tournaments.intake.spreadsheets import as_text


def read(data: bytes) -> TournamentReport:
    assert reader.matches("", data)
    (report,) = reader.read(data)
    return report


def refusal(data: bytes) -> tuple[str, Place]:
    assert reader.matches("", data)
    with pytest.raises(FormatError) as found:
        reader.read(data)
    return found.value.template, found.value.place


def games(report: TournamentReport) -> list[tuple[int, int, int | None, str]]:
    return [(game.round, game.white, game.black, game.letters) for game in report.pairings]


def with_cell(row: int, column: int, value: str) -> list[list[str]]:
    rows = [list(each) for each in ROWS]
    rows[row][column] = value
    return rows


def test_the_event_is_read_from_the_rows_above_the_table() -> None:
    report = read(text())
    assert (report.format, report.name, report.city) == ("crosstable", "Winter in Nergens", "Nulle-Part")
    assert (report.start, report.end, report.rounds) == (dt.date(2026, 4, 11), dt.date(2026, 4, 12), 3)
    assert (report.kind, report.pace, report.time_control) == ("swiss", "rapid", "15 min + 5 s")
    assert (report.arbiters, report.guid) == (("Wit, Willem",), "tnr380806")
    assert [problem.code for problem in report.problems] == ["table_only"]


def test_players_keep_both_ratings() -> None:
    aerts, baert, cis, *_others = read(text()).players
    assert aerts == ReportedPlayer(
        number=1,
        last_name="Aerts",
        first_name="Anna",
        federation="BEL",
        rating=1790,
        fide_rating=1812,
        club="Nergens",
        title="WFM",
        points=3.0,
    )
    assert (baert.last_name, baert.first_name, baert.rating, baert.fide_rating) == ("Baert", "Bob", 2010, 2010)
    assert (cis.last_name, cis.first_name, cis.rating, cis.fide_rating) == ("Cis", "", 1450, None)


def test_games_and_byes_are_read() -> None:
    assert games(read(text())) == [
        *((1, 2, 4, "10"), (1, 3, 1, "01"), (1, 5, None, "Z")),
        *((2, 1, 2, "10"), (2, 3, None, "U"), (2, 5, 4, "01")),
        *((3, 2, 5, "=="), (3, 3, None, "H"), (3, 4, 1, "-+")),
    ]


def test_cells_may_name_starting_numbers() -> None:
    numbers = {str(place): row[1] for place, row in enumerate(ROWS, start=1)}
    rows = [[*row[:8], *(_renamed(cell.strip(), numbers) for cell in row[8:11]), *row[11:]] for row in ROWS]
    report = read(text(rows))
    assert [player.number for player in report.players] == [1, 2, 3, 4, 5]
    assert {player.last_name: player.number for player in report.players}["Baert"] == 1
    assert (1, 1, 3, "10") in games(report)


def _renamed(cell: str, numbers: dict[str, str]) -> str:
    return numbers[cell[0]] + cell[1:] if {*cell} & {*"wb"} else cell


def test_a_table_without_the_rows_above_and_below_is_read() -> None:
    report = read(text(top=(), end=()))
    assert games(report) == games(read(text()))
    assert (report.name, report.start, report.guid) == ("", None, "")


def test_german_and_unknown_headings_are_read() -> None:
    header = ["Rg.", "Snr", "", "Name", "Land", "EloI", "EloN", "Verein/Ort", "1.Rd.", "2.Rd.", "3.Rd.", "Pkt.", "Wtg1"]
    rows = [[cell.replace("b", "s") if place > 7 else cell for place, cell in enumerate(row)] for row in ROWS]
    assert games(read(text(rows, header))) == games(read(text()))
    assert read(text(rows, header)).players == read(text()).players
    unnamed = ["?", "", "", "", "", "", "", "", "1.Rd", "2.Rd", "3.Rd", "", ""]
    assert games(read(text(header=unnamed))) == games(read(text()))


def test_a_spreadsheet_is_the_text_of_its_first_sheet() -> None:
    report = read(as_text(workbook()))
    assert games(report) == games(read(text()))
    assert report.players == read(text()).players


@pytest.mark.parametrize(
    ("rows", "sentence", "place"),
    [
        (ROWS[:3], reader.CUT, Place(line=11, column=11, round=3)),
        (with_cell(0, 8, "3w1"), reader.UNANSWERED, Place(line=11, column=9, round=1)),
        (with_cell(0, 8, "3b½"), reader.UNANSWERED, Place(line=11, column=9, round=1)),
        (with_cell(0, 8, "2026-03-01"), reader.UNKNOWN_CELL, Place(line=11, column=9, round=1)),
        (with_cell(1, 10, "5w?"), reader.UNKNOWN_CELL, Place(line=12, column=11, round=3)),
        (with_cell(4, 11, "1"), reader.OTHER_POINTS, Place(line=15)),
    ],
)
def test_a_table_is_refused_with_the_first_fact_that_is_wrong(
    rows: list[list[str]], sentence: str, place: Place
) -> None:
    assert refusal(text(rows)) == (sentence, place)


def test_a_paired_round_without_results_is_open() -> None:
    rows = with_cell(1, 10, "5w")
    rows[4][10], rows[1][11], rows[4][11] = "2b", "1", "0"
    report = read(text(rows))
    assert (3, 2, 5, "**") in games(report)


def test_several_points_without_a_game_in_a_round_are_no_pairing_byes() -> None:
    rows = with_cell(4, 8, "-1")
    rows[2][8], rows[0][8], rows[0][11], rows[2][11], rows[4][11] = "-1", "-1", "3", "2½", "1½"
    assert [letters for round_, *_others, letters in games(read(text(rows))) if round_ == 1] == ["F", "10", "F", "F"]


def test_lists_without_rounds_say_what_to_send() -> None:
    starting = ("No.", "", "Name", "FideID", "FED", "Rtg"), [("1", "", "Aerts Anna", "99200001", "BEL", "1812")]
    assert refusal(text(starting[1], starting[0]))[0] == reader.NO_ROUNDS
    table = ("Rk.", "Name", "1", "2", "3"), [("1", "Aerts", "*", "1", "½")]
    assert refusal(text(table[1], table[0]))[0] == reader.ROUND_ROBIN


@pytest.mark.long
def test_damaged_copies_give_a_report_or_one_error() -> None:
    for copy in (*mutations(text(), 400, 16), *truncations(text(), 60)):
        try:
            assert reader.read(copy)
        except FormatError as error:
            assert str(error).endswith(".")
