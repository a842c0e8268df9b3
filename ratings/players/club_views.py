"""Clubs: all of them, and one with its members and tournaments."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import club_key_of
from federation.models import Club, Unit
from federation.structure import kinds
from federation.structure.memberships import units_of, with_league
from ratings.find_lists import latest_lists
from ratings.players.club_ratings import as_facts, members_of
from ratings.players.member_ratings import of_today
from ratings.players.tables import ClubTable, MemberTable

TOURNAMENTS = 20
KEPT_SECONDS = 600  # a club's web site asks for each of its readers


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All active clubs with how many members they have today. Three queries."""
    today = timezone.localdate()
    clubs = with_league(Club.objects.active().with_members(today), today).order_by("key")
    table = ClubTable(clubs, caption=_("Clubs of the federation")).configure(request.GET, per_page=200)
    context = {"section": "clubs", "table": table, "has_units": Unit.objects.exists(), "units_title": kinds.title()}
    return render(request, "ratings/clubs.html", context)


@require_safe
def detail(request: HttpRequest, number: str) -> HttpResponse:
    """A club: its units and officers, its members of today with their latest ratings, its tournaments.

    Eight queries.
    """
    club, today = get_object_or_404(Club, key=club_key_of(number)), timezone.localdate()
    if club.number != number:
        return redirect("club", club.number, permanent=True)
    lists = list(latest_lists())
    rated = members_of(club, lists)
    caption, today_of = _("Members and their ratings"), of_today([each.member.pk for each in rated])
    table = MemberTable(rated, lists, caption, today=today_of)
    tournaments = club.tournaments.accepted().order_by("-end", "-start")[:TOURNAMENTS]
    context = {
        "section": "clubs",
        "club": club,
        "units": units_of(club, today),
        "offices": club.offices.shown(today),
        "table": table,
        "tournaments": tournaments,
    }
    return render(request, "ratings/club.html", context)


@require_safe
def members_file(request: HttpRequest, number: str) -> HttpResponse:
    """The members of a club with their latest ratings as JSON, for the club's own web site. Four queries."""
    club = get_object_or_404(Club, key=club_key_of(number))
    lists = list(latest_lists())
    answer = JsonResponse(as_facts(club, lists, members_of(club, lists)), json_dumps_params={"ensure_ascii": False})
    answer["Access-Control-Allow-Origin"] = "*"  # the scripts of other sites may show what anyone may read
    answer["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, s-maxage=0, must-revalidate"  # see web/conditional.py
    return answer
