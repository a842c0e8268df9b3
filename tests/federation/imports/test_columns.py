"""federation/imports/columns.py"""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files import spreadsheets
from federation.files.spreadsheets import Sheet
from federation.imports import columns
from federation.imports.columns import CellError, Column, Problem, Row, by_column

FORM = "one to six digits, and a small letter if it was given again."

COLUMNS = [
    Column("number", columns.number(0, 999, none=0), "Numéro, no."),
    Column("born", columns.day, "date de naissance"),
    Column("deceased", columns.yes_or_no),
]


def sheet(header: list[str], *rows: list[object]) -> Sheet:
    return Sheet(header, list(enumerate(rows, 2)))


def test_a_header_counts_whatever_its_case_accents_and_signs():
    reading = by_column(sheet(["NUMERO", "Date_de_Naissance", "Deceased?"], ["7", "2001-12-31", "oui"]), COLUMNS)
    assert reading.rows == [Row(2, {"number": 7, "born": dt.date(2001, 12, 31), "deceased": True})]
    assert reading.unknown == []


def test_blank_cells_and_placeholders_have_no_value():
    reading = by_column(sheet(["number", "born", "deceased"], ["0", "00000000", None], ["", " ", ""]), COLUMNS)
    assert reading.rows == [Row(2, {}), Row(3, {})]


def test_numbers_dates_and_booleans_of_a_workbook_are_understood():
    reading = by_column(sheet(["number", "born", "deceased"], [7, dt.date(2001, 12, 31), False]), COLUMNS)
    assert reading.rows == [Row(2, {"number": 7, "born": dt.date(2001, 12, 31), "deceased": False})]


def test_other_columns_are_named_and_not_used():
    reading = by_column(sheet(["number", "shoe size", ""], ["7", "44", "?"]), COLUMNS)
    assert reading.unknown == ["shoe size"]
    assert reading.rows == [Row(2, {"number": 7})]


def test_problems_say_line_and_column():
    reading = by_column(sheet(["no.", "born"], ["x", "2001-13-01"], ["1", "", "more"]), COLUMNS)
    assert [str(problem) for problem in reading.problems] == [
        "Line 2, column no.: “x” is not a whole number from 0 to 999.",
        "Line 2, column born: “2001-13-01” is not a date; write it as 2001-12-31.",
        "Line 3: The line has more cells than the header.",
    ]


def test_titles_may_stand_above_the_header():
    titles = (["Club X: members 2026/27"], ["on", dt.date(2026, 5, 1)])
    reading = by_column(sheet(*titles, ["no.", None, "born"], ["7", "?", ""], ["x"]), COLUMNS)
    assert reading.rows == [Row(4, {"number": 7}), Row(5, {})]
    assert reading.columns == {"number": "no.", "born": "born"}
    assert list(map(str, reading.remarks)) == ["Line 3: Read as the header; the lines above it were ignored."]
    assert list(map(str, reading.problems)) == ["Line 5, column no.: “x” is not a whole number from 0 to 999."]


def test_titles_of_a_csv_file_have_no_delimiter():
    reading = by_column(spreadsheets.read(b"Club X\r\n\r\nno.;born\r\n7;\r\n"), COLUMNS)
    assert (reading.rows, reading.header_line) == ([Row(4, {"number": 7})], 3)


def test_a_table_without_any_known_header_begins_with_its_first_line():
    reading = by_column(sheet(["what", "ever"], ["7", "8"]), COLUMNS)
    assert (reading.header_line, reading.unknown, reading.rows) == (1, ["what", "ever"], [Row(2, {})])


def test_two_columns_for_one_thing_are_a_problem():
    reading = by_column(sheet(["number", "no."], ["1", "2"]), COLUMNS)
    assert reading.problems == [Problem(1, "no.", "Two columns have the same meaning.")]


@pytest.mark.parametrize(
    ("cell", "day"),
    [
        ("2001-12-31", dt.date(2001, 12, 31)),
        ("2001-1-5", dt.date(2001, 1, 5)),
        ("2001/12/31", dt.date(2001, 12, 31)),
        ("2001-12-31T00:00:00", dt.date(2001, 12, 31)),
        ("20011231", dt.date(2001, 12, 31)),
        ("31/12/2001", dt.date(2001, 12, 31)),
        ("5.1.2001", dt.date(2001, 1, 5)),
        ("29-02-2000 00:00", dt.date(2000, 2, 29)),
        ("00000000", None),
        ("0000-00-00", None),
        ("00/00/0000", None),
    ],
)
def test_dates_are_read_in_the_usual_ways(cell, day):
    assert columns.day(cell) == day


@pytest.mark.parametrize("cell", ["2001", "12/31/2001", "31/12/01", "29/02/2001", "yesterday", "٢٠٠١-١٢-٣١", "1" * 50])
def test_a_cell_that_is_not_a_date_is_refused(cell):
    with pytest.raises(CellError, match="is not a date; write it as 2001-12-31"):
        columns.day(cell)


@pytest.mark.parametrize(("cell", "value"), [("1", 1), ("007", 7), ("12.0", 12), ("0", None), ("999", 999)])
def test_whole_numbers_are_read(cell, value):
    assert columns.number(0, 999, none=0)(cell) == value


@pytest.mark.parametrize("cell", ["-1", "1000", "1.5", "1e2", "x", "²", "9" * 5000, ""])
def test_a_cell_that_is_not_a_number_is_refused(cell):
    with pytest.raises(CellError, match="is not a whole number from 0 to 999"):
        columns.number(0, 999)(cell)


@pytest.mark.parametrize(
    ("cell", "sex"),
    [
        *(("M", "M"), ("f", "F"), ("V", "F"), ("w", "F"), ("H", "M"), ("male", "M"), ("?", None)),
        *(("Homme", "M"), ("VROUW", "F"), ("weiblich", "F"), ("Féminin", "F")),
    ],
)
def test_sexes_of_four_languages_are_read(cell, sex):
    assert columns.sex(cell) == sex


@pytest.mark.parametrize(
    ("read", "cell", "sentence"),
    [
        (columns.sex, "boy", "“boy” is neither M nor F."),
        (columns.sex, "X", "“X” is neither M nor F; it was ignored."),
        (columns.code, "Belgium", "“Belgium” is not a three-letter country code."),
        (columns.yes_or_no, "perhaps", "“perhaps” is neither 1 nor 0."),
        (columns.member_number, "abc", f"“abc” is not a member number: it must have {FORM}"),
        (columns.text(5), "longer", "“longer…” is longer than 5 characters."),
    ],
)
def test_other_cells_are_refused_with_a_sentence(read, cell, sentence):
    with pytest.raises(CellError) as refusal:
        read(cell)
    assert str(refusal.value) == sentence


def test_other_cells_are_read():
    assert columns.code("bel") == "BEL"
    assert columns.member_number("23001.0") == "23001"
    assert columns.text(60)("  van   den Berg ") == "van den Berg"
    assert [columns.yes_or_no(word) for word in ("1", "Ja", "VRAI", "0", "nein")] == [True, True, True, False, False]


@given(st.dates(dt.date(1000, 1, 1)))
def test_every_date_is_read_back_in_three_spellings(day):
    spellings = [day.isoformat(), day.isoformat().replace("-", ""), f"{day.day}/{day.month}/{day.year}"]
    assert {columns.day(text) for text in spellings} == {day}


READERS = st.sampled_from(
    [
        columns.day,
        columns.number(0, 999),
        columns.sex,
        columns.code,
        columns.yes_or_no,
        columns.member_number,
        columns.text(9),
    ]
)


@given(READERS, st.text(min_size=1))
def test_any_cell_gives_a_value_or_one_error(read, cell):
    try:
        read(cell)
    except CellError as error:
        assert str(error).endswith(".")
