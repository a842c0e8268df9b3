"""federation/regulations/due.py"""

import datetime as dt

import pytest

from federation.profiles.office import Clock
from federation.regulations.due import ends_at, last_day, months_after


def clock(**fields: object) -> Clock:
    return Clock(what="results", **fields)


@pytest.mark.parametrize(
    ("rule", "of", "last"),
    [
        ({"days": 3, "after": "last_round"}, "2025-01-05", "2025-01-08"),  # BA15: the last day is included
        ({"days": 30, "after": "last_round"}, "2024-12-20", "2025-01-19"),
        ({"months": 2, "after": "last_round"}, "2025-03-01", "2025-05-01"),
        ({"months": 2, "after": "last_round"}, "2025-12-31", "2026-02-28"),
        ({"days": 14, "before": "first_round"}, "2025-03-15", "2025-03-01"),
        ({"months": 1, "before": "list"}, "2025-03-31", "2025-02-28"),
        ({"before_month_end": 5}, "2025-02-20", "2025-02-23"),
        ({"before_month_end": 5}, "2025-02-23", "2025-02-23"),
        ({"before_month_end": 5}, "2025-12-30", "2026-01-26"),
    ],
)
def test_a_deadline_ends_on_its_last_day(rule: dict[str, object], of: str, last: str):
    assert last_day(clock(**rule), dt.date.fromisoformat(of)) == dt.date.fromisoformat(last)


def test_a_deadline_ends_at_midnight_in_the_zone_of_the_federation():
    assert ends_at(dt.date(2025, 3, 30)).isoformat() == "2025-03-31T00:00:00+02:00"


def test_months_are_counted_over_the_turn_of_the_year():
    assert [months_after(dt.date(2026, 1, 31), count) for count in (-2, 1, 13)] == [
        dt.date(2025, 11, 30), dt.date(2026, 2, 28), dt.date(2027, 2, 28),
    ]  # fmt: skip


def test_a_deadline_that_nobody_can_admit_after_only_warns():
    with pytest.raises(ValueError, match="`then` of round_report is always warn"):
        Clock(what="round_report", days=3, after="round", then="refuse")
