"""Reminders about matches: a week before, and when results or a confirmation are missing.

Where the rules say so, a result to which the other side did not object in time is closed: "not objected to", never
"confirmed".
"""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from federation.accounts import mail
from leagues.matches import line_ups, match_mails
from leagues.matches.locking import locked, log
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Match, Reminder, Season, Side
from leagues.to_rating import queue as hand_over

WEEK, DAY = dt.timedelta(days=7), dt.timedelta(days=1)
OPEN = (Match.State.PLANNED, Match.State.PLAYING)


def queue() -> None:
    """Queue the mails that are due, each of them once. One of NIGHTLY."""
    if not mail.are_sent():
        return
    today, now = timezone.localdate(), timezone.now()
    matches = _running().select_related("home", "away", "venue", "series__division__season")
    for match in matches.filter(day__gt=today, day__lte=today + WEEK, state=Match.State.PLANNED):
        _remind(match, "week", Side.values)
    for match in matches.filter(day__gt=today, day__lte=today + DAY, state=Match.State.PLANNED):
        locked_ones = set(match.line_ups.exclude(locked_at=None).values_list("side", flat=True))
        _remind(match, "line_up", [side for side in Side.values if side not in locked_ones])
    for match in matches.filter(day__lt=today, state__in=OPEN):
        _remind(match, "enter", [Side.HOME])
    for match in matches.filter(entered_at__lte=now - DAY, state=Match.State.ENTERED):
        _remind(match, "confirm", [side for side in Side.values if match.confirmed_at(side) is None])


@transaction.atomic
def _remind(match: Match, kind: str, sides: list[str]) -> None:
    if sides and Reminder.objects.get_or_create(match=match, kind=kind)[1]:
        match_mails.later(match, kind, sides)


def sweep() -> None:
    """Do what is due now. Two queries if nothing is; called every few seconds. One of TAKE_IN."""
    line_ups.reveal_due()
    close_unopposed()


def close_unopposed(now: dt.datetime | None = None) -> None:
    """Close the matches to whose result nobody objected in time. One query if no match waits for a confirmation."""
    now = now or timezone.now()
    waiting = list(_running().filter(state=Match.State.ENTERED).select_related("series__division__season"))
    if not waiting:
        return
    rules = RulesOfSeasons({match.series.division.season for match in waiting})
    for match in waiting:
        hours = rules.of(match).deadlines.unopposed_hours
        if hours is not None and match.entered_at and now >= match.entered_at + dt.timedelta(hours=hours):
            _close(match.pk, match.entered_at)


@transaction.atomic
def _close(match: int, entered: dt.datetime) -> None:
    """Close a match, unless it changed meanwhile or a side protested."""
    found = locked(match)
    if found.state != Match.State.ENTERED or found.entered_at != entered:
        return
    if found.protests.filter(decided_at=None).exists():
        return
    found.state = Match.State.CLOSED
    found.save(update_fields=["state"])
    log(found, "unopposed", None)
    hand_over.later(found)


def _running() -> QuerySet[Match]:
    return Match.objects.filter(series__division__season__stage=Season.Stage.RUNNING).order_by("pk")
