"""The page of an announced tournament: what its organiser says, whom to ask, and which lists will count it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.api.structured_data import breadcrumb, organization, script
from federation.web.conditional import briefly_cached
from ratings.review.list_days import coming_lists
from tournaments.models import Announcement, Tournament

RESULTS = 5  # tournaments of the organiser on these days


@require_safe
@briefly_cached
def announcement(request: HttpRequest, pk: int = 0, year: int = 0, slug: str = "") -> HttpResponse:
    """Show an announced tournament; once it was played, its results as well. Five queries."""
    found = get_object_or_404(Announcement.objects.at(pk, year, slug).select_related("club", "unit"))
    if pk and found.address:
        return redirect(found.page(), permanent=True)
    takes_place = found.withdrawn_at is None
    context = {
        "section": "tournaments",
        "announcement": found,
        "calendar": found.page("announcement_calendar"),
        "offices": found.organiser.offices.shown(timezone.localdate()),
        "will_count": coming_lists(found.discipline, found.pace, found.end) if takes_place and found.pace else [],
        "results": _results(found),
        "structured": _structured(request, found),
    }
    return render(request, "ratings/announcement.html", context)


def _results(found: Announcement) -> list[Tournament]:
    """Return the accepted tournaments of the organiser that were played on these days."""
    theirs = Tournament.objects.accepted().standalone().filter(club=found.club_id, unit=found.unit_id)
    return list(theirs.filter(start__lte=found.end, end__gte=found.start).order_by("start", "pk")[:RESULTS])


def _structured(request: HttpRequest, found: Announcement) -> SafeString:
    """Return what search engines read about the tournament."""
    status = "EventCancelled" if found.withdrawn_at else "EventScheduled"
    event: dict[str, object] = {
        "@type": "SportsEvent",
        "name": found.name,
        "startDate": found.start.isoformat(),
        "endDate": found.end.isoformat(),
        "eventStatus": f"https://schema.org/{status}",
    }
    if found.city:
        event["location"] = {"@type": "Place", "name": found.city, "address": found.city}
    page = reverse("club", args=[found.club.number]) if found.club else reverse("unit", args=[found.unit.code])
    event["organizer"] = organization(found.organiser.name, request.build_absolute_uri(page))
    steps = [(_("Announced tournaments"), reverse("announced")), (found.name, found.page())]
    event["breadcrumb"] = breadcrumb([(name, request.build_absolute_uri(address)) for name, address in steps])
    return script(event)
