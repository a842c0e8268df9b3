"""The matches of a team, a club or a series as a calendar (RFC 5545). No names of players."""

import datetime as dt

from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from leagues.models import Match

HOURS = dt.timedelta(hours=5)  # how long a match is shown


def calendar(name: str, matches: QuerySet[Match], origin: str) -> bytes:
    """Return matches as a calendar. Two queries. ``origin``: of this site, with which identifiers and links begin.

    An event keeps its identifier when its match is moved, and its number grows (RFC 5545, 3.8.7.4). Its stamp is
    that of the last move (3.8.7.2), so that a calendar without news stays the same file.
    """
    found = Calendar()
    found.add("prodid", "-//Classement//leagues//")
    found.add("version", "2.0")
    found.add("x-wr-calname", name)
    related = ("home", "away", "venue", "series__division__season")
    moves = Q(steps__action__in=["moved", "swapped", "agreed"])
    changes = {"changes": Count("steps", filter=moves), "changed_at": Max("steps__at", filter=moves)}
    for match in matches.select_related(*related).annotate(**changes).order_by("day", "starts", "pk"):
        found.add_component(_event(match, origin))
    return found.to_ical()


def _event(match: Match, origin: str) -> Event:
    event = Event()
    event.add("uid", f"league-match-{match.pk}@{origin.rsplit('://', maxsplit=1)[-1]}")
    event.add("dtstamp", match.changed_at or _midnight(match.series.division.season.start))
    event.add("dtstart", match.starts_at.astimezone(dt.UTC))
    event.add("dtend", (match.starts_at + HOURS).astimezone(dt.UTC))
    event.add("summary", f"{match} ({match.series.code})")
    event.add("sequence", match.changes)
    event.add("status", "CANCELLED" if _is_cancelled(match) else "CONFIRMED")
    if match.venue:
        event.add("location", match.venue.address)
    facts = {"season": match.series.division.season, "number": match.round}
    event.add("description", _("%(season)s, round %(number)s") % facts)
    event.add("url", origin + reverse("league_match", args=[match.pk]))
    return event


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), tzinfo=dt.UTC)


def _is_cancelled(match: Match) -> bool:
    """Return whether a team had withdrawn before the round."""
    last = [team.withdrawn_after for team in (match.home, match.away) if team.withdrawn_after is not None]
    return any(match.round > each for each in last)
