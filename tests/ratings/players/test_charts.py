"""What is named along the axis of a chart."""

from __future__ import annotations

import datetime as dt

from ratings.players.charts import thinned, years


def test_the_years_are_thinned_out() -> None:
    named = years(dt.date(2000, 7, 1), dt.date(2026, 1, 1))
    assert [day.year for day in named] == [2001, 2006, 2011, 2016, 2021, 2026]
    assert years(dt.date(2026, 2, 1), dt.date(2026, 5, 1)) == [dt.date(2026, 2, 1)]


def test_the_last_place_is_always_named() -> None:
    assert thinned(range(5)) == [0, 1, 2, 3, 4]
    assert thinned(range(13)) == [0, 3, 6, 9, 12]
