"""The checks of how a match went, each with an example; the deadlines are those of the Belgian letter to the clubs."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest

from leagues.rules.match_checks import Course, Hall, Moved, check_courses
from leagues.rules.parameters import Deadlines, Fixtures, LineUps, Rules

ZONE = ZoneInfo("Europe/Brussels")
START = dt.datetime(2025, 12, 7, 14, tzinfo=ZONE)
DUE = Rules(
    deadlines=Deadlines(enter_days=1, enter="00:00", confirm_days=1, confirm="12:00"),
    line_ups=LineUps(lock_minutes=15),
    fixtures=Fixtures(move_direction="forward", after_last_round=False),
)


def at(hour: int, minute: int = 0, day: int = 7) -> dt.datetime:
    return dt.datetime(2025, 12, day, hour, minute, tzinfo=ZONE)


SOUND = Course(
    1,
    START,
    boards=8,
    locked={"home": at(13, 45), "away": at(12)},
    entered=at(19),
    confirmed={"home": at(19), "away": at(12, day=8)},
)


def found(course: Course, *others: Course, now: dt.datetime | None = None) -> list[tuple[str, str]]:
    moment = now or at(18, day=9)
    return [(each.code, each.side) for each in check_courses([course, *others], lambda _key: DUE, moment, ZONE)]


def test_a_match_in_order_has_no_findings():
    assert found(SOUND) == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"locked": {"home": at(13, 46), "away": at(12)}}, ("line_up_late", "home")),
        ({"locked": {"home": at(13), "away": None}}, ("line_up_late", "away")),
        ({"unlocked": {"home": at(13, 50)}}, ("line_up_changed", "home")),
        ({"entered": at(0, 1, day=8)}, ("result_late", "home")),
        ({"entered": None, "confirmed": {}}, ("result_missing", "home")),
        ({"confirmed": {"home": at(19), "away": at(12, 1, day=8)}}, ("confirm_late", "away")),
        ({"confirmed": {"home": at(19)}}, ("confirm_missing", "away")),
        ({"disputed": (3,)}, ("results_differ", "")),
        ({"moved": Moved(dt.date(2025, 11, 30), is_agreed=False)}, ("moved_unasked", "")),
        ({"moved": Moved(dt.date(2025, 12, 14), is_agreed=True)}, ("moved_too_late", "")),
        ({"moved": Moved(dt.date(2025, 11, 1), True, last_round=dt.date(2025, 11, 30))}, ("moved_too_late", "")),
        ({"hall": Hall(4, is_closed=True)}, ("venue_closed", "home")),
        ({"hall": Hall(4, capacity=7)}, ("venue_full", "home")),
        ({"is_fide_rated": True}, ("arbiter_missing", "")),
    ],
)
def test_each_fault_of_a_match_is_found_alone(changes: dict, expected: tuple[str, str]):
    assert found(replace(SOUND, **changes)) == [expected]


def test_what_is_not_due_yet_is_not_missing():
    begun = replace(SOUND, entered=None, confirmed={})
    assert found(begun, now=at(23, 59)) == []
    assert found(replace(begun, locked={"home": None}), now=at(13)) == []
    assert found(replace(SOUND, confirmed={}), now=at(12, day=8)) == []


def test_a_match_that_is_closed_needs_no_confirmation_and_has_no_dispute():
    assert found(replace(SOUND, confirmed={}, disputed=(1,), is_closed=True)) == []


def test_two_matches_fill_a_hall_that_holds_one():
    hall = Hall(4, capacity=8)
    first, second = replace(SOUND, hall=hall), replace(SOUND, key=2, hall=hall)
    next_day = replace(SOUND, key=2, hall=hall, starts=START + dt.timedelta(1), confirmed={"away": at(12, day=9)})
    assert found(first) == []
    assert found(first, second) == [("venue_full", "home"), ("venue_full", "home")]
    assert found(first, next_day) == []


def test_findings_come_in_one_order_for_the_same_facts():
    bad = [replace(SOUND, key=key, entered=None, locked={"away": None}) for key in (1, 2, 3)]
    assert found(*bad) == found(*bad[::-1])
