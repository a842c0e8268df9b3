"""The deadlines of a match, calculated from its local day and the local times of the rules."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from leagues.rules.parameters import Rules


@dataclass(frozen=True)
class MatchDeadlines:
    """Until when what is due; None where the rules set no time."""

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
