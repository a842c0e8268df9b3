"""Calendars (RFC 5545) of lists, deadlines, announced tournaments and rounds, in the reader's language."""

import datetime as dt
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from federation import hooks
from federation.web.conditional import briefly_cached
from ratings.embeds.season_days import season_days
from tournaments.models import Announcement, Tournament

PAST = dt.timedelta(days=60)  # of announced tournaments
DAY = dt.timedelta(days=1)


@require_safe
@briefly_cached
def calendar(request: HttpRequest) -> HttpResponse:
    """Return the lists and deadlines of the coming year, league seasons, and the announced tournaments. Six queries."""
    made = _calendar(_("Calendar of %(name)s") % {"name": settings.FEDERATION_NAME})
    for event in [*_season(request), *_announced(request)]:
        made.add_component(event)
    return _answer(made)


@require_safe
@briefly_cached
def rounds(request: HttpRequest, pk: int = 0, year: int = 0, slug: str = "") -> HttpResponse:
    """Return the rounds of a tournament that anyone may see. Two queries."""
    shown = Tournament.objects.accepted() | Tournament.objects.shown()
    tournament = get_object_or_404(shown.at(pk, year, slug))
    made = _calendar(tournament.name)
    days = tournament.pairings.exclude(date=None).order_by("round", "date").values_list("round", "date").distinct()
    page = request.build_absolute_uri(_page(tournament))
    for number, day in days:
        title = _("%(tournament)s, round %(number)s") % {"tournament": tournament.name, "number": number}
        made.add_component(
            _event(request, f"round-{tournament.pk}-{number}-{day}", title, day, day, page=page, place=tournament.city)
        )
    return _answer(made)


@require_safe
@briefly_cached
def announcement(request: HttpRequest, pk: int = 0, year: int = 0, slug: str = "") -> HttpResponse:
    """Return an announced tournament as a calendar of one event. One query."""
    found = get_object_or_404(Announcement.objects.at(pk, year, slug).select_related("club", "unit"))
    made = _calendar(found.name)
    made.add_component(_announcement(request, found))
    return _answer(made)


def _season(request: HttpRequest) -> Iterator[Event]:
    today = timezone.localdate()
    others = [day for days in hooks.functions("CALENDAR_DAYS") for day in days(today)]
    for each in [*season_days(today), *others]:
        page = request.build_absolute_uri(each.page)
        event = _event(request, each.key, each.title, each.first, each.last, page=page)
        event.add("transp", "TRANSPARENT")  # nobody is busy because of a deadline
        yield event


def _announced(request: HttpRequest) -> Iterable[Event]:
    for each in Announcement.objects.filter(end__gte=timezone.localdate() - PAST).select_related("club", "unit"):
        yield _announcement(request, each)


def _announcement(request: HttpRequest, each: Announcement) -> Event:
    page = request.build_absolute_uri(each.page())
    place = ", ".join(filter(None, (each.city, each.organiser.name)))
    event = _event(request, f"announced-{each.pk}", each.name, each.start, each.end, page=page, place=place)
    event.add("status", "CANCELLED" if each.withdrawn_at else "CONFIRMED")
    if each.withdrawn_at:
        event.add("description", _("Withdrawn: %(reason)s") % {"reason": each.withdrawal_reason})
    return event


def _calendar(name: str) -> Calendar:
    made = Calendar()
    made.add("prodid", "-//Classement//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", name)
    return made


def _event(
    request: HttpRequest, name: str, title: str, first: dt.date, last: dt.date, *, page: str, place: str = ""
) -> Event:
    """Return an event of whole days. Its stamp is its first day, so that an unchanged calendar stays the same."""
    made = Event()
    made.add("uid", f"{name}@{request.get_host()}")
    made.add("dtstamp", dt.datetime.combine(first, dt.time(), dt.UTC))
    made.add("summary", title)
    made.add("dtstart", first)
    made.add("dtend", last + DAY)
    made.add("url", page)
    if place:
        made.add("location", place)
    return made


def _page(tournament: Tournament) -> str:
    return tournament.page("tournament" if tournament.is_public else "running_tournament")


def _answer(made: Calendar) -> HttpResponse:
    return HttpResponse(made.to_ical(), content_type="text/calendar; charset=utf-8")
