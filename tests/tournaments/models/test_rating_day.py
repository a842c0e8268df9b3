"""The day that decides in which list a game counts."""

from __future__ import annotations

import datetime as dt

import pytest

from tournaments.models import rating_day

START, INSIDE, END = dt.date(2026, 3, 1), dt.date(2026, 3, 5), dt.date(2026, 3, 8)
BEFORE, AFTER = dt.date(2006, 3, 5), dt.date(2031, 3, 5)


@pytest.mark.parametrize(
    ("played", "start", "end", "expected"),
    [
        (INSIDE, START, END, INSIDE),
        (BEFORE, START, END, START),
        (AFTER, START, END, END),
        (None, START, END, END),
        (None, START, None, START),
        (None, None, END, END),
        (AFTER, START, None, START),
        (INSIDE, None, None, INSIDE),
        (None, None, None, None),
        (AFTER, END, START, END),  # a file with the two days the wrong way round
        (BEFORE, END, START, START),
    ],
)
def test_a_games_own_date_inside_the_tournament_else_its_end(
    played: dt.date | None, start: dt.date | None, end: dt.date | None, expected: dt.date | None
) -> None:
    assert rating_day(played, start, end, None) == expected


@pytest.mark.parametrize(
    ("counts_from", "expected"), [(dt.date(2026, 7, 1), dt.date(2026, 7, 1)), (dt.date(2026, 1, 1), INSIDE)]
)
def test_it_is_never_before_the_day_from_which_the_tournament_counts(counts_from: dt.date, expected: dt.date) -> None:
    assert rating_day(INSIDE, START, END, counts_from) == expected


def test_a_tournament_without_any_date_counts_from_the_day_that_was_decided() -> None:
    assert rating_day(None, None, None, START) == START
