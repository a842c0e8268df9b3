"""Move a match to another day or hall, or exchange home and away, before it has begun."""

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from leagues import access
from leagues.errors import Refused
from leagues.matches.locking import NOT_YOURS, locked, log
from leagues.models import Match, Side, Venue

BEGUN = noop("This match has begun: it can no longer be moved.")
OUTSIDE = noop("%(day)s lies outside the season.")


@transaction.atomic
def move(match: int, day: dt.date, starts: dt.time, by: User, venue: Venue | None = None) -> Match:
    """Move a match. What both sides have locked stays secret and locked. Raise `Refused`."""
    found = _movable(match, by)
    season = found.series.division.season
    if not season.start <= day <= season.end:
        raise Refused(OUTSIDE, day=day)
    before = {"day": found.day.isoformat(), "starts": found.starts.isoformat(), "venue": found.venue_id}
    if found.moved_from is None and day != found.day:
        found.moved_from = found.day
    found.day, found.starts, found.venue = day, starts, venue or found.venue
    found.save(update_fields=["day", "starts", "venue", "moved_from"])
    after = {"day": day.isoformat(), "starts": starts.isoformat(), "venue": found.venue_id}
    log(found, "moved", by, before=before, after=after)
    return found


@transaction.atomic
def swap(match: int, by: User) -> Match:
    """Exchange home and away in one step: hall and line-ups go with the teams. Raise `Refused`."""
    found = _movable(match, by)
    for side, between in ((Side.HOME, "swap"), (Side.AWAY, Side.HOME), ("swap", Side.AWAY)):
        found.line_ups.filter(side=side).update(side=between)
    found.home, found.away = found.away, found.home
    found.venue = found.home.venue
    found.save(update_fields=["home", "away", "venue"])
    log(found, "swapped", by)
    return found


def _movable(match: int, by: User) -> Match:
    found = locked(match)
    if not access.may_rule(by, found):
        raise Refused(NOT_YOURS)
    if found.state != Match.State.PLANNED:
        raise Refused(BEGUN)
    return found
