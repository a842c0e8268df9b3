"""Clubs: all of them, and one with its members and tournaments."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.models import Affiliation, Club, Member
from ratings.published import latest_lists
from ratings.standing import best_first, with_ratings
from ratings.tables import ClubTable, MemberTable

TOURNAMENTS = 20


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All active clubs with how many members they have today. Two queries."""
    clubs = Club.objects.active().with_members(timezone.localdate()).select_related("league").order_by("number")
    table = ClubTable(clubs, caption=_("Clubs of the federation")).configure(request.GET, per_page=200)
    return render(request, "ratings/clubs.html", {"section": "clubs", "table": table})


@require_safe
def detail(request: HttpRequest, number: int) -> HttpResponse:
    """A club: its members of today with their latest ratings, its tournaments. Five queries."""
    club = get_object_or_404(Club.objects.select_related("league"), number=number)
    affiliated = Affiliation.objects.on(timezone.localdate()).filter(club=club)
    members = Member.objects.current().filter(pk__in=affiliated.values("member"))
    lists = list(latest_lists())
    table = MemberTable(best_first(with_ratings(members, lists), lists), lists, caption=_("Members and their ratings"))
    tournaments = club.tournaments.accepted().order_by("-end", "-start")[:TOURNAMENTS]
    context = {"section": "clubs", "club": club, "table": table, "tournaments": tournaments}
    return render(request, "ratings/club.html", context)
