"""A day of a season as it runs, and the day of a club."""

import datetime as dt
import gzip
from hashlib import sha256
from itertools import groupby

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import club_key_of
from federation.models import Club
from federation.web.conditional import briefly_cached
from federation.web.gzip import takes_gzip
from federation.web.htmx import asks_for_results
from leagues.checks.eligibility import club_list
from leagues.public import matchdays
from leagues.public.views import SECTION, public_seasons

SECONDS_KEPT = 30


def _version(request: HttpRequest, slug: str) -> str | None:
    """Return the ETag of the part that pages poll: the last thing that happened on the day."""
    day = request.GET.get("day", "")
    if not asks_for_results(request) or not _is_day(day):
        return None
    return f'"{matchdays.last_step(slug, day)}-{request.GET.get("club", "")[:10]}"'


def _is_day(text: str) -> bool:
    try:
        return bool(dt.date.fromisoformat(text))
    except ValueError:
        return False


@require_safe
@briefly_cached
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all matches of a day with their scores as they run. Five queries.

    A page that polls is sent the part that changes: one query, whether it has that already or somebody else asked for
    it since something happened.
    """
    version = _version(request, slug)
    if version is None:
        return _live(request, slug)
    if unchanged := get_conditional_response(request, etag=version):
        return unchanged
    packed = takes_gzip(request.headers.get("Accept-Encoding", ""))
    asked = f"{request.path} {request.GET['day']} {request.GET.get('club', '')} {version} {packed}"
    key = f"league-live-{sha256(asked.encode()).hexdigest()}"
    part = cache.get(key)
    if part is None:
        part = _live(request, slug).content
        part = gzip.compress(part) if packed else part  # of a large season that takes longer than all else
        cache.set(key, part, SECONDS_KEPT)
    response = HttpResponse(part, headers={"ETag": f"W/{version}"})
    if packed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding", "HX-Request"])
    return response


def _live(request: HttpRequest, slug: str) -> HttpResponse:
    season = get_object_or_404(public_seasons(), slug=slug)
    days = matchdays.days_of(season)
    day = matchdays.nearest(days, request.GET.get("day", ""), timezone.localdate())
    found = matchdays.running(matchdays.of_day(season, day), season) if day else []
    clubs = {team.club.number: team.club for each in found for team in (each.match.home, each.match.away)}
    chosen = request.GET.get("club", "")
    if chosen in clubs:
        found = [each for each in found if chosen in {each.match.home.club.number, each.match.away.club.number}]
    series = [(code, list(those)) for code, those in groupby(found, lambda each: each.match.series.code)]
    context = {
        "section": SECTION,
        "season": season,
        "days": days,
        "day": day,
        "series": series,
        "clubs": sorted(clubs.values(), key=lambda club: club.name),
        "chosen": chosen,
        "open": sum(each.match.is_open for each in found),
    }
    template = "leagues/_live.html" if asks_for_results(request) else "leagues/live.html"
    return render(request, template, context)


@require_safe
@briefly_cached
def club_day(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Show where the teams of a club play on a day, and the player list of the club. Twelve queries."""
    season = get_object_or_404(public_seasons(), slug=slug)
    club = get_object_or_404(Club, key=club_key_of(number))
    if club.number != number:
        return redirect("league_club", slug, club.number, permanent=True)
    days = matchdays.days_of(season, club.pk)
    day = matchdays.nearest(days, request.GET.get("day", ""), timezone.localdate())
    found = matchdays.of_day(season, day) if day else []
    mine = [match for match in found if club.pk in {match.home.club_id, match.away.club_id}]
    context = {
        "section": SECTION,
        "season": season,
        "club": club,
        "days": days,
        "day": day,
        "matches": matchdays.running(mine, season),
        "players": club_list(season, club, day) if day else [],
    }
    return render(request, "leagues/club.html", context)
