"""tournaments/errors.py"""

import datetime as dt

import pytest
from django.utils import translation

from tournaments import errors


@pytest.mark.parametrize(
    ("stored", "computed", "told"),
    [("2.5", "2", "2½ points; the results add up to 2."), ("0.25", "inf", "0.25 points; the results add up to inf.")],
)
def test_points_are_written_as_tables_write_them(stored, computed, told):
    facts = {"player": "1 Aerts", "stored": stored, "computed": computed}
    assert errors.problem("points_differ", facts) == f"The file gives 1 Aerts {told}"


def test_quarters_of_points_are_written_as_the_reader_writes_them():
    with translation.override("fr"):
        assert "0,25" in errors.problem("points_differ", {"player": "1", "stored": "0.25", "computed": "0"})


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "The date 3.5.26 was read as 3 May 2026; it could be read otherwise."),
        ("fr", "La date 3.5.26 a été lue comme le 3 mai 2026 ; une autre lecture est possible."),
        ("nl", "De datum 3.5.26 werd gelezen als 3 mei 2026; hij kan ook anders worden gelezen."),
        ("de", "Das Datum 3.5.26 wurde als 3. Mai 2026 gelesen; es könnte anders gemeint sein."),
    ],
)
def test_days_of_a_file_are_written_as_the_reader_writes_them(language, told):
    with translation.override(language):
        assert errors.problem("date_ambiguous", {"value": "3.5.26", "date": "2026-05-03"}) == told


def test_the_first_of_a_month_is_written_so_in_a_refusal_too():
    with translation.override("fr"):
        refused = errors.Refused("%(date)s: %(count)s", date=dt.date(2026, 5, 1), count=2.5)
        assert refused.sentence == "1er mai 2026: 2,5"


def test_an_unreadable_day_is_shown_unchanged():
    facts = {"start": "2026-05-03", "end": "None"}
    assert errors.problem("dates_reversed", facts) == "The tournament ends (None) before it starts (3 May 2026)."
