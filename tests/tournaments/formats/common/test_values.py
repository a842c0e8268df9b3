"""Single values as programs write them."""

from __future__ import annotations

import datetime as dt

import pytest

from tournaments.formats.common.values import (
    arbiters_of,
    clean_text,
    make_day,
    player_number,
    read_day,
    read_fide_id,
    whole_number,
)
from tournaments.formats.report import Place, Problem

PLACE = Place(player=3)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("  Van den  Broeck ", "Van den  Broeck"),
        ("Maes\0nh of somebody else", "Maes"),
        ("Ma\tes\r\n", "Ma es"),
        ("\x1bNoël\x85", "Noël"),
        ("D’Haese", "D’Haese"),
        ("", ""),
    ],
)
def test_texts_end_at_nul_and_hold_no_control_characters(written: str, text: str) -> None:
    assert clean_text(written) == text


@pytest.mark.parametrize(
    ("written", "number"),
    [("12", 12), (" 007 ", 7), ("0", 0), ("", None), ("-1", None), ("1.5", None), ("²", None), ("١٢", None)],
)
def test_a_whole_number_is_digits_and_nothing_else(written: str, number: int | None) -> None:
    assert whole_number(written) == number


def test_endless_digits_are_not_a_number() -> None:
    assert whole_number("9" * 5000) is None


@pytest.mark.parametrize(("written", "number"), [(" 12", 12), ("99999", 99_999), ("100000", 0), ("0", 0), ("A", 0)])
def test_the_number_of_a_player_has_five_digits_at_most(written: str, number: int) -> None:
    assert player_number(written) == number


@pytest.mark.parametrize(
    ("day", "expected"),
    [((2024, 2, 29), dt.date(2024, 2, 29)), ((2025, 2, 29), None), ((1899, 1, 1), None), ((2101, 1, 1), None)],
)
def test_a_day_is_one_of_the_calendar_and_of_a_players_life(
    day: tuple[int, int, int], expected: dt.date | None
) -> None:
    assert make_day(*day) == expected


@pytest.mark.parametrize(
    "written",
    [
        "05/09/2025",
        "5.9.2025",
        "05-09-2025",
        "2025-09-05",
        "2025/9/5",
        "05/09/2025  09:30",
        "05.09.2025 9.30",
        " 5.9.2025 ",
    ],
)
def test_days_are_read_with_their_marks_and_hours(written: str) -> None:
    assert read_day(written, PLACE) == (dt.date(2025, 9, 5), [])


@pytest.mark.parametrize(
    "written", ["31/09/2025", "09/2025", "5 sept 2025", "05/09/0025", "05/09/2025 and on", "٠٥/٠٩/٢٠٢٥"]
)
def test_text_that_is_not_a_day_is_reported(written: str) -> None:
    assert read_day(written, PLACE) == (None, [Problem("date_unknown", PLACE, {"value": written})])


@pytest.mark.parametrize(("written", "day"), [("05.09.69", dt.date(2069, 9, 5)), ("05.09.70", dt.date(1970, 9, 5))])
def test_a_year_of_two_digits_is_read_and_reported(written: str, day: dt.date) -> None:
    facts = {"value": written, "date": day.isoformat()}
    assert read_day(written, PLACE) == (day, [Problem("date_ambiguous", PLACE, facts)])


def test_of_a_value_without_end_the_beginning_is_reported() -> None:
    assert read_day("x" * 5000, PLACE)[1] == [Problem("date_unknown", PLACE, {"value": "x" * 40})]
    assert read_fide_id("x" * 5000, PLACE)[1] == [Problem("fide_id_unknown", PLACE, {"value": "x" * 40})]


def test_a_missing_day_is_not_a_problem() -> None:
    assert read_day("  ", PLACE) == (None, [])


@pytest.mark.parametrize(
    ("written", "fide_id"),
    [("200001", 200001), ("'34179178' ", 34179178), ("00825820", 825820), ("0", None), ("-1", None), ("", None)],
)
def test_a_fide_id_is_taken_out_of_quotes_and_zeros(written: str, fide_id: int | None) -> None:
    assert read_fide_id(written, PLACE) == (fide_id, [])


@pytest.mark.parametrize("written", ["Z56538", "11/01/1987", "1234567890"])
def test_text_that_is_not_a_fide_id_is_reported(written: str) -> None:
    assert read_fide_id(written, PLACE) == (None, [Problem("fide_id_unknown", PLACE, {"value": written})])


def test_arbiters_may_be_several_in_one_text() -> None:
    assert arbiters_of(" IA Wit, Willem ", ".", "FA Zwart, Zita 99200009; AS Rood, Ria;IA Wit, Willem") == (
        "IA Wit, Willem",
        "FA Zwart, Zita 99200009",
        "AS Rood, Ria",
    )


@pytest.mark.parametrize("chief", ["", " ", ".", "-"])
def test_without_a_chief_there_are_no_arbiters(chief: str) -> None:
    assert arbiters_of(chief, "Zwart, Zita") == ()
