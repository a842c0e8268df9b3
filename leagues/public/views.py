"""Public pages: seasons, series with table and rounds, matches, teams, scorers."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from leagues import access
from leagues.matches.rules_in_force import rules_of
from leagues.models import Board, Match, Ruling, Season, Series, Team
from leagues.public import pages
from leagues.public.overview import standings_of
from leagues.rules.scoring import score
from leagues.standings.series_standings import plain_match, play_offs_of, table_of, tables
from leagues.wording.points import of_score
from leagues.wording.reasons import order_of

SECTION = "interclubs"


def public_seasons() -> QuerySet[Season]:
    """Return the seasons that anyone may see, the latest first."""
    return Season.objects.filter(stage__in=[Season.Stage.RUNNING, Season.Stage.CLOSED]).select_related("competition")


@require_safe
@briefly_cached
def seasons(request: HttpRequest) -> HttpResponse:
    """Show how the seasons that run stand, series by series, and list the earlier ones. Eight queries."""
    found = list(public_seasons())
    running = [each for each in found if each.stage == Season.Stage.RUNNING]
    mine = access.teams_of(request.user).exists() if request.user.is_authenticated else False
    context = {
        "section": SECTION,
        "running": standings_of(running, timezone.localdate()),
        "closed": [each for each in found if each.stage == Season.Stage.CLOSED],
        "has_teams": mine,
    }
    return render(request, "leagues/seasons.html", context)


@require_safe
@briefly_cached
def season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all series of a season, with the first teams of each: eight queries for any number of series."""
    found = get_object_or_404(public_seasons(), slug=slug)
    rows = Series.objects.filter(division__season=found).select_related("division__season__competition")
    listed = tables(rows.order_by("division__level", "letter"))
    shown = [{"now": now, "lines": pages.table_lines(now)} for now in listed]
    context = {
        "section": SECTION,
        "season": found,
        "series": shown,
        "play_offs": [each for now in listed for each in now.play_offs],
    }
    return render(request, "leagues/season.html", context)


def series_of(slug: str, code: str) -> Series:
    """Return a series by its short name, as in addresses. Raise Http404."""
    rows = Series.objects.filter(division__season__in=public_seasons(), division__season__slug=slug)
    for each in rows.select_related("division__season__competition"):
        if each.code == code:
            return each
    raise Http404


@require_safe
@briefly_cached
def series(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the table of a series with its reasons, the latest round, all rounds and the rulings. Eight queries."""
    found = series_of(slug, code)
    now = table_of(found)
    by_round = pages.rounds(now)
    latest = now.rounds_played or min(by_round, default=0)
    rulings = found.rulings.filter(replaced_by=None).select_related("match__home", "match__away")
    context = {
        "section": SECTION,
        "tab": "table",
        "now": now,
        "series": found,
        "season": found.division.season,
        "lines": pages.table_lines(now),
        "latest": latest,
        "latest_matches": by_round.get(latest, []),
        "rounds": by_round,
        "order": order_of(now.rules.order.criteria),
        "rulings": rulings,
    }
    return render(request, "leagues/series.html", context)


@require_safe
@briefly_cached
def scorers(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show who scored most in a series, or on one of its boards. Eight queries."""
    found = series_of(slug, code)
    now = table_of(found)
    boards = (
        Board.objects.filter(match__series=found, match__is_play_off=False)
        .select_related("home", "away")
        .order_by("match", "number")
    )
    chosen = request.GET.get("board", "")
    numbers = [str(number) for number in range(1, now.rules.boards.count + 1)]
    if chosen in numbers:
        boards = boards.filter(number=int(chosen))
    context = {
        "section": SECTION,
        "tab": "scorers",
        "now": now,
        "series": found,
        "season": found.division.season,
        "scorers": pages.scorers(now, boards)[:50],
        "numbers": numbers,
        "chosen": chosen,
    }
    return render(request, "leagues/scorers.html", context)


@require_safe
@briefly_cached
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what was decided in a season. Two queries."""
    found = get_object_or_404(public_seasons(), slug=slug)
    rows = Ruling.objects.filter(series__division__season=found, replaced_by=None)
    rows = rows.select_related("match__home", "match__away", "series__division")
    return render(request, "leagues/rulings.html", {"section": SECTION, "season": found, "rulings": rows})


@require_safe
@briefly_cached
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match: the boards once the line-ups are revealed, both results where they differ, rulings. Six queries."""
    rows = Match.objects.filter(series__division__season__in=public_seasons())
    found = get_object_or_404(
        rows.select_related("home__club", "away__club", "venue", "series__division__season__competition"), pk=pk
    )
    boards = list(found.boards.select_related("home", "away"))
    context = {
        "section": SECTION,
        "match": found,
        "series": found.series,
        "season": found.series.division.season,
        "boards": pages.board_lines(boards),
        "score": of_score(score(plain_match(found, boards), rules_of(found))) if boards else "",
        "rulings": found.rulings.filter(replaced_by=None),
        "protests": found.protests.filter(decided_at=None).count(),
    }
    return render(request, "leagues/match.html", context)


@require_safe
@briefly_cached
def team(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a team: its matches, and how often each player played. Eight queries, 11 with a play-off."""
    rows = Team.objects.filter(series__division__season__in=public_seasons())
    play_offs = Match.objects.filter(Q(home=OuterRef("pk")) | Q(away=OuterRef("pk")), is_play_off=True)
    rows = rows.annotate(has_play_off=Exists(play_offs))
    found = get_object_or_404(rows.select_related("club", "venue", "series__division__season__competition"), pk=pk)
    now = table_of(found.series)
    matches = [pages.match_line(now, each) for each in now.matches if pk in {each.home_id, each.away_id}]
    boards = Board.objects.filter(Q(match__home=found) | Q(match__away=found), match__is_play_off=False)
    boards = boards.select_related("home", "away")
    players = [each for each in pages.scorers(now, boards.order_by("match", "number")) if each.team.pk == pk]
    context = {
        "section": SECTION,
        "team": found,
        "series": found.series,
        "season": found.series.division.season,
        "matches": matches,
        "play_offs": play_offs_of(found) if found.has_play_off else [],
        "players": players,
        "line": next(each for each in pages.table_lines(now) if each.team.pk == pk),
    }
    return render(request, "leagues/team.html", context)
