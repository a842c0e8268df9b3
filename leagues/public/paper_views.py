"""A season outside its pages: calendars, printed match sheets, tables embedded in other sites."""

import qrcode
from csp.decorators import csp_replace
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathImage

from federation.identity.member_numbers import club_key_of
from federation.models import Club
from federation.web.conditional import briefly_cached
from leagues.matches.rules_in_force import rules_of
from leagues.models import Match, Team
from leagues.public import pages
from leagues.public.calendars import calendar
from leagues.public.views import public_seasons, series_of
from leagues.standings.series_standings import table_of


def _answer(request: HttpRequest, name: str, matches: QuerySet[Match]) -> HttpResponse:
    origin = f"{request.scheme}://{request.get_host()}"
    return HttpResponse(calendar(name, matches, origin), content_type="text/calendar; charset=utf-8")


@require_safe
@briefly_cached
def team_calendar(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the matches of a team as a calendar. Two queries."""
    rows = Team.objects.filter(series__division__season__in=public_seasons())
    found = get_object_or_404(rows, pk=pk)
    return _answer(request, found.name, Match.objects.filter(Q(home=found) | Q(away=found)))


@require_safe
@briefly_cached
def series_calendar(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Return the matches of a series as a calendar. Two queries."""
    found = series_of(slug, code)
    return _answer(request, f"{found.division.season} {found.code}", Match.objects.filter(series=found))


@require_safe
@briefly_cached
def season_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the matches of a season, or of one division (`?division=2`), as a calendar. Two queries."""
    season = get_object_or_404(public_seasons(), slug=slug)
    rows, level = Match.objects.filter(series__division__season=season), request.GET.get("division", "")
    if level.isdecimal() and len(level) < 5:
        rows = rows.filter(series__division__level=int(level))
    return _answer(request, str(season), rows)


@require_safe
@briefly_cached
def club_calendar(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Return the matches of all teams of a club as a calendar. Three queries."""
    season = get_object_or_404(public_seasons(), slug=slug)
    club = get_object_or_404(Club, key=club_key_of(number))
    rows = Match.objects.filter(series__division__season=season)
    return _answer(request, f"{season} {club.name}", rows.filter(Q(home__club=club) | Q(away__club=club)))


@require_safe
@briefly_cached
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match as a sheet to be printed and signed: empty before the reveal. Four queries."""
    rows = Match.objects.filter(series__division__season__in=public_seasons())
    match = get_object_or_404(
        rows.select_related("home", "away", "venue", "series__division__season__competition"), pk=pk
    )
    boards = pages.board_lines(match.boards.select_related("home", "away"))
    context = {
        "match": match,
        "season": match.series.division.season,
        "boards": boards,
        "empty": range(1, rules_of(match).boards.count + 1) if not boards else (),
        "address": request.build_absolute_uri(request.path.removesuffix("sheet/")),
    }
    return render(request, "leagues/sheet.html", context)


@require_safe
@briefly_cached
def sheet_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the QR code of the page of a match, for its sheet. One query."""
    get_object_or_404(Match.objects.filter(series__division__season__in=public_seasons()), pk=pk)
    address = request.build_absolute_uri(reverse("league_match", args=[pk]))
    drawn = qrcode.make(address, image_factory=SvgPathImage, border=1)
    return HttpResponse(drawn.to_string(), content_type="image/svg+xml")


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@briefly_cached
def embedded(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the table and the next round of a series inside the page of another site, without scripts. Eight queries."""
    now = table_of(series_of(slug, code))
    by_round = pages.rounds(now)
    following = next((number for number in sorted(by_round) if number > now.rounds_played), now.rounds_played)
    context = {
        "now": now,
        "series": now.series,
        "season": now.series.division.season,
        "lines": pages.table_lines(now),
        "number": following,
        "matches": by_round.get(following, []),
    }
    return render(request, "leagues/embedded.html", context)
