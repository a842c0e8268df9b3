"""Move a match to another day or hall, or swap home and away, before it has begun."""

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS, locked, log
from leagues.models import Match, Side, Venue

BEGUN = noop("This match has begun: it can no longer be moved.")
OUTSIDE = noop("%(day)s is outside the season.")


@transaction.atomic
def move(match: int, day: dt.date, starts: dt.time, by: User, venue: Venue | None = None) -> Match:
    """Move a match. What both sides have locked stays secret and locked. Raise `Refused`."""
    found = _movable(match, by)
    apply_move(found, day, starts, by, venue)
    return found


def require_inside(match: Match, day: dt.date) -> None:
    """Raise `Refused` if the day is outside the season of the match."""
    season = match.series.division.season
    if not season.start <= day <= season.end:
        raise Refused(OUTSIDE, day=day)


def apply_move(found: Match, day: dt.date, starts: dt.time, by: User, venue: Venue | None = None) -> None:
    """Move a locked match. Raise `Refused`."""
    require_inside(found, day)
    before = {"day": found.day.isoformat(), "starts": found.starts.isoformat(), "venue": found.venue_id}
    if found.moved_from is None and day != found.day:
        found.moved_from = found.day
    found.day, found.starts, found.venue = day, starts, venue or found.venue
    found.save(update_fields=["day", "starts", "venue", "moved_from"])
    after = {"day": day.isoformat(), "starts": starts.isoformat(), "venue": found.venue_id}
    log(found, "moved", by, before=before, after=after)


@transaction.atomic
def swap(match: int, by: User) -> Match:
    """Swap home and away in one step: hall and line-ups go with the teams. Raise `Refused`."""
    found = _movable(match, by)
    apply_swap(found, by)
    return found


def apply_swap(found: Match, by: User) -> None:
    """Swap home and away of a locked match."""
    for side, between in ((Side.HOME, "swap"), (Side.AWAY, Side.HOME), ("swap", Side.AWAY)):
        found.line_ups.filter(side=side).update(side=between)
    found.home, found.away = found.away, found.home
    found.venue = found.home.venue
    found.save(update_fields=["home", "away", "venue"])
    log(found, "swapped", by)


def _movable(match: int, by: User) -> Match:
    found = locked(match)
    if not access.may_rule(by, found):
        raise Refused(NOT_YOURS)
    require_planned(found)
    return found


def require_planned(found: Match) -> None:
    """Raise `Refused` once the match has begun."""
    if found.state != Match.State.PLANNED:
        raise Refused(BEGUN)
