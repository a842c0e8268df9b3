"""How a match went: its deadlines, both sides' results, the day and the hall, and what is against the rules in it."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from leagues.rules.facts import SIDES, Side
from leagues.rules.findings import Finding
from leagues.rules.parameters import Rules


@dataclass(frozen=True)
class MatchDeadlines:
    """The moments at which things are due; None where the rules set no time."""

    lock: dt.datetime
    enter: dt.datetime | None
    confirm: dt.datetime | None


def deadlines(start: dt.datetime, rules: Rules, zone: ZoneInfo) -> MatchDeadlines:
    """Return the deadlines of a match that begins at a local time (with or without zone)."""
    begins = start if start.tzinfo else start.replace(tzinfo=zone)
    day = begins.astimezone(zone).date()
    due = rules.deadlines
    return MatchDeadlines(
        begins - dt.timedelta(minutes=rules.line_ups.lock_minutes),
        at(day, due.enter_days, due.enter, zone),
        at(day, due.confirm_days, due.confirm, zone),
    )


def at(day: dt.date, days: int, clock: str | None, zone: ZoneInfo) -> dt.datetime | None:
    """Return the moment so many days after a day at a local time; None without a time."""
    if clock is None:
        return None
    return dt.datetime.combine(day + dt.timedelta(days=days), dt.time.fromisoformat(clock), tzinfo=zone)


@dataclass(frozen=True)
class Moved:
    """How a match came to be played on another day than that of its round."""

    planned: dt.date
    is_agreed: bool  # by both sides, or decided by an officer
    last_round: dt.date | None = None  # the day of the last round of the series


@dataclass(frozen=True)
class Hall:
    """Where a match is played."""

    key: int
    capacity: int = 0  # boards; 0: any number
    is_closed: bool = False  # on the day of the match


@dataclass(frozen=True)
class Course:
    """How a match went. All moments have a time zone; None is what has not happened."""

    key: int
    starts: dt.datetime
    boards: int
    locked: Mapping[Side, dt.datetime | None] = field(default_factory=dict)  # of sides that began a line-up
    unlocked: Mapping[Side, dt.datetime] = field(default_factory=dict)  # the last time
    entered: dt.datetime | None = None
    confirmed: Mapping[Side, dt.datetime | None] = field(default_factory=dict)
    is_closed: bool = False
    disputed: tuple[int, ...] = ()  # boards of which the sides entered different results
    moved: Moved | None = None
    hall: Hall | None = None
    is_fide_rated: bool = False
    has_arbiter: bool = False

    def found(self, code: str, side: str = "", board: int = 0, **facts: Any) -> Finding:
        return Finding(code, self.key, side, board, (), facts)


RulesOf = Callable[[int], Rules]  # by key of the match


def check_courses(courses: Iterable[Course], rules_of: RulesOf, now: dt.datetime, zone: ZoneInfo) -> list[Finding]:
    """Return the findings about how matches went, up to a moment; the same facts give the same order."""
    listed = sorted(courses, key=lambda each: each.key)
    found = [each for course in listed for check in CHECKS for each in check(course, rules_of(course.key), now, zone)]
    return sorted([*found, *_halls(listed)], key=lambda each: each.place)


def _line_ups(course: Course, rules: Rules, _now: dt.datetime, zone: ZoneInfo) -> Iterator[Finding]:
    """Find a line-up that was locked too late, or opened again after it had to be locked."""
    if course.starts > _now:
        return
    due = deadlines(course.starts, rules, zone).lock
    for side in SIDES:
        if side not in course.locked:
            continue
        locked, unlocked = course.locked[side], course.unlocked.get(side)
        if unlocked is not None and unlocked > due:
            yield course.found("line_up_changed", side)
        elif locked is None or locked > due:
            yield course.found("line_up_late", side, due=due)


def _results(course: Course, rules: Rules, now: dt.datetime, zone: ZoneInfo) -> Iterator[Finding]:
    """Find results that the home team entered late or not at all, and that the away team did not confirm in time."""
    due = deadlines(course.starts, rules, zone)
    if due.enter is not None:
        if course.entered is None and now > due.enter:
            yield course.found("result_missing", "home", due=due.enter)
        elif course.entered is not None and course.entered > due.enter:
            yield course.found("result_late", "home", due=due.enter)
    if due.confirm is not None and course.entered is not None:
        confirmed = course.confirmed.get("away")
        if confirmed is None and now > due.confirm and not course.is_closed:
            yield course.found("confirm_missing", "away", due=due.confirm)
        elif confirmed is not None and confirmed > due.confirm:
            yield course.found("confirm_late", "away", due=due.confirm)


def _dispute(course: Course, _rules: Rules, _now: dt.datetime, _zone: ZoneInfo) -> Iterator[Finding]:
    if not course.is_closed:
        for board in course.disputed:
            yield course.found("results_differ", board=board)


def _move(course: Course, rules: Rules, _now: dt.datetime, zone: ZoneInfo) -> Iterator[Finding]:
    """Find a match on another day that nobody agreed to, or on a day to which no match may be moved."""
    moved, day = course.moved, course.starts.astimezone(zone).date()
    if moved is None:
        return
    if not moved.is_agreed:
        yield course.found("moved_unasked", planned=moved.planned)
    direction = rules.fixtures.move_direction
    is_wrong_way = (direction == "forward" and day < moved.planned) or (direction == "back" and day > moved.planned)
    is_after = rules.fixtures.after_last_round is False and moved.last_round is not None and day > moved.last_round
    if is_wrong_way or is_after:
        yield course.found("moved_too_late", planned=moved.planned, last=moved.last_round)


def _officials(course: Course, _rules: Rules, _now: dt.datetime, _zone: ZoneInfo) -> Iterator[Finding]:
    if course.is_fide_rated and not course.has_arbiter:
        yield course.found("arbiter_missing")


def _halls(courses: Iterable[Course]) -> Iterator[Finding]:
    """Find halls that are closed on the day, and those with more boards on a day than they hold."""
    together: dict[tuple[int, dt.date], list[Course]] = defaultdict(list)
    for course in courses:
        if course.hall is None:
            continue
        if course.hall.is_closed:
            yield course.found("venue_closed", "home")
        together[course.hall.key, course.starts.date()].append(course)
    for those in together.values():
        hall, boards = those[0].hall, sum(course.boards for course in those)
        if hall is not None and 0 < hall.capacity < boards:
            for course in those:
                yield course.found("venue_full", "home", boards=boards, capacity=hall.capacity)


CHECKS: tuple[Callable[[Course, Rules, dt.datetime, ZoneInfo], Iterator[Finding]], ...] = (
    _line_ups,
    _results,
    _dispute,
    _move,
    _officials,
)
