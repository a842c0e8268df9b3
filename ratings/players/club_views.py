"""Clubs: all of them, and one with its members and tournaments."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation import hooks
from federation.api.structured_data import breadcrumb, organization, script
from federation.identity.member_numbers import club_key_of
from federation.identity.names import folded
from federation.models import Club, ClubQuerySet, Member, Unit
from federation.structure import kinds
from federation.structure.memberships import units_of, with_league
from ratings.find_lists import latest_lists
from ratings.models import LivingRating
from ratings.players.club_ratings import as_facts, lists_of, members_in, members_of, with_strength, with_strength_in
from ratings.players.member_ratings import RatedMember
from ratings.players.tables import ClubMemberTable, ClubTable

TOURNAMENTS = 20
MOVERS = 5
SEARCHED = 60  # letters of a search
SAID = ("number", "name", "short_name", "city")
KEPT_SECONDS = 600  # a club's web site sends a request for each of its readers


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all active clubs, or those found by ``?q=``, with how many members they have today.

    Four queries, one more for a search.
    """
    today, asked = timezone.localdate(), request.GET.get("q", "").strip()[:SEARCHED]
    clubs = with_league(with_strength(_searched(asked)).with_members(today), today).order_by("key")
    first = latest_lists().first()
    table = ClubTable(clubs, _("Clubs of the federation"), pool=first.pool if first else None)
    context = {
        "section": "clubs",
        "table": table.configure(request.GET, per_page=200),
        "asked": asked,
        "has_units": Unit.objects.exists(),
        "units_title": kinds.title(),
    }
    return render(request, "ratings/clubs.html", context)


def _searched(asked: str) -> ClubQuerySet:
    """Return the active clubs whose number, names or town hold each word, without regard to accents."""
    active, words = Club.objects.active(), folded(asked).split()
    if not words:
        return active
    texts = {pk: folded(" ".join(said)) for pk, *said in active.values_list("pk", *SAID)}
    return active.filter(pk__in=[pk for pk, said in texts.items() if all(word in said for word in words)])


@require_safe
def detail(request: HttpRequest, number: str) -> HttpResponse:
    """Show a club: its units and officers, its members of today in the latest list of a rating type (``?pool=``), its
    teams, its tournaments. Eight queries.
    """
    named, today = Club.objects.filter(key=club_key_of(number)), timezone.localdate()
    lists = lists_of(named)
    asked = [each for each in lists if each.pool.slug == request.GET.get("pool", "")]
    chosen = (asked or lists or [None])[0]
    club = get_object_or_404(with_strength_in(named, chosen))
    if club.number != number:
        return redirect("club", club.number, permanent=True)
    rated, today_of = members_in(club, chosen)
    tournaments = club.tournaments.accepted().order_by("-end", "-start")[:TOURNAMENTS]
    context = {
        "section": "clubs",
        "club": club,
        "units": units_of(club, today),
        "offices": club.offices.shown(today),
        "table": ClubMemberTable(rated, chosen, today_of, _("Members and their ratings")),
        "ranked": sum(each.rank is not None for row in rated for each in row.ratings.values()),
        "played": sum(now.played > 0 for now in today_of.values()),
        "teams": [team for teams in hooks.functions("CLUB_TEAMS") for team in teams(club)],
        "movers": _movers(rated, today_of),
        "lists": lists,
        "chosen": chosen,
        "announced": club.announcements.filter(end__gte=today)[:TOURNAMENTS],
        "tournaments": tournaments,
        "structured": _structured(request, club),
    }
    return render(request, "ratings/club.html", context)


def _structured(request: HttpRequest, club: Club) -> SafeString:
    """Return what search engines read about a club."""
    here = request.build_absolute_uri(reverse("club", args=[club.number]))
    steps = [(_("Clubs"), request.build_absolute_uri(reverse("clubs"))), (club.name, here)]
    address = {"address": {"@type": "PostalAddress", "addressLocality": club.city}} if club.city else {}
    return script({**organization(club.name, here), **address, "breadcrumb": breadcrumb(steps)})


def _movers(rated: Sequence[RatedMember], today: Mapping[int, LivingRating]) -> list[tuple[Member, LivingRating]]:
    """Return the members whose rating has moved most since the last list."""
    moved = [(row.member, now) for row in rated if (now := today.get(row.member.pk)) and now.change]
    most = sorted(moved, key=lambda pair: -abs(pair[1].change))[:MOVERS]
    return sorted(most, key=lambda pair: -pair[1].change)


@require_safe
def members_file(request: HttpRequest, number: str) -> HttpResponse:
    """Return the members of a club with their latest ratings as JSON, for the club's web site. Four queries."""
    club = get_object_or_404(Club, key=club_key_of(number))
    lists = list(latest_lists())
    answer = JsonResponse(as_facts(club, lists, members_of(club, lists)), json_dumps_params={"ensure_ascii": False})
    answer["Access-Control-Allow-Origin"] = "*"  # the scripts of other sites may show what anyone may read
    answer["Cache-Control"] = f"public, max-age={KEPT_SECONDS}, s-maxage=0, must-revalidate"  # see web/conditional.py
    return answer
