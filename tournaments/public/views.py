"""Public pages of accepted tournaments: the list, crosstable, standings, rounds and teams."""

import datetime as dt
from collections import Counter
from itertools import groupby

from django.db.models import Count, F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import long_date
from federation.web.conditional import briefly_cached
from federation.web.htmx import render_live
from federation.web.tables import PublicTable, points
from tournaments.corrections.text import correction_lines
from tournaments.deadlines.statement import admissions
from tournaments.labels import points_of_team
from tournaments.models import Pairing, Tournament
from tournaments.public import downloads
from tournaments.public.filters import TournamentFilter
from tournaments.public.marks import marks_of
from tournaments.public.tables import (
    CrosstableTable,
    GoRoundTable,
    GoStandingsTable,
    OtherTieBreaksTable,
    RoundTable,
    StandingsTable,
    TournamentTable,
)
from tournaments.public.team_tables import GoTeamRoundTable, TeamRoundTable, TeamsTable
from tournaments.standings import teams
from tournaments.standings.crosstables import crosstable
from tournaments.standings.individual import Standings, standings
from tournaments.standings.team_standings import TeamStandings
from tournaments.standings.team_standings import standings as team_standings
from tournaments.standings.team_tie_break_codes import BOARD_POINTS, MATCH_POINTS

PER_PAGE = 50
LINES = 100  # of a crosstable or standings on one page
GAMES = 300  # on one page with all rounds
FULL_BOARD = 19


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """List all accepted tournaments, the latest first. Four queries."""
    accepted = Tournament.objects.accepted().standalone().select_related("club", "unit").with_players()
    narrowed = TournamentFilter(request.GET or None, queryset=accepted.order_by("-end", "-start", "name", "pk"))
    table = TournamentTable(narrowed.qs, caption=_("Tournaments")).configure(request.GET, PER_PAGE)
    context = {
        "section": "tournaments",
        "filter": narrowed,
        "narrowed": any(value for name, value in request.GET.items() if name not in {"page", "sort"}),
        "table": table,
    }
    return render_live(request, "tournaments/tournament_list.html", "tournaments/_results.html", context)


@require_safe
@briefly_cached
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the crosstable, and what was corrected since. At most eight queries."""
    found = _accepted(pk)
    games = crosstable(found)
    table = CrosstableTable(games, found.is_go)
    context = {"corrections": correction_lines(found), "notes": games.standings.notes}
    context["admissions"] = admissions(found) if found.received_at else ()
    return _page(request, "crosstable", found, {"table": _paged(table, request), **context})


@require_safe
@briefly_cached
def tournament_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings with their tie-breaks. Five queries."""
    found = _accepted(pk)
    now = standings(found)
    table = (GoStandingsTable if found.is_go else StandingsTable)(now.rows, _("Standings"), now.used)
    others = OtherTieBreaksTable(now.rows, _("Other tie-breaks"), now.others)
    context = {"table": _paged(table, request), "others": _paged(others, request), "standings": now}
    rules = _day_of(now.ranking.rules)
    return _page(request, "standings", found, context | {"order": _order(now), "rules": rules})


@require_safe
@briefly_cached
def tournament_rounds(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the pairings: all rounds, of a large tournament one at a time, or the one of the address.

    ``?all`` shows all rounds of a large tournament too: to print them. At most eight queries.
    """
    found = _accepted(pk)
    rows = found.pairings.order_by("round").values_list("round").annotate(Count("pk"))
    counts = dict(rows)
    if number is not None and number not in counts:
        raise Http404
    is_large = sum(counts.values()) > GAMES and "all" not in request.GET
    shown = number or (max(counts) if counts and is_large else None)
    pairings = found.pairings.select_related("white__member", "black__member")
    pairings = pairings.order_by("round", F("board").asc(nulls_last=True), "pk")  # byes below the games
    if shown:
        pairings = pairings.filter(round=shown)
    context = {"tables": _round_tables(found, pairings), "numbers": list(counts), "shown": shown}
    context["marks"] = marks_of(found, shown)
    return _page(request, "rounds", found, context)


@require_safe
@briefly_cached
def tournament_teams(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings of the teams, with their matches. Five queries."""
    found = _accepted(pk)
    now = team_standings(found)
    table = TeamsTable(now, _("Board points; below them the line of the other team"))
    context = {"table": table, "standings": now, "rules": _day_of(now.rules), "order": _team_order(now)}
    if now.scale != teams.USUAL:
        context["worths"] = [points(round(2 * each)) for each in now.scale]
    if teams.pairing_bye(found):
        context["bye"] = points_of_team(*now.bye)
    return _page(request, "teams", found, context)


def _round_tables(found: Tournament, pairings: QuerySet[Pairing]) -> list[PublicTable]:
    rounds = [(number, list(rows)) for number, rows in groupby(pairings, key=lambda each: each.round)]
    if found.has_teams:
        people = [who for _, rows in rounds for each in rows for who in (each.white, each.black) if who]
        facts = teams.teams_of(people), teams.pairing_bye(found), teams.scale_of(found)
        byes = teams.byes_of(found)
        team_table = GoTeamRoundTable if found.is_go else TeamRoundTable
        return [
            team_table(
                teams.schedule(rows, *facts, [bye for bye in byes if bye.round == number]), _round_caption(number, rows)
            )
            for number, rows in rounds
        ]
    table = GoRoundTable if found.is_go else RoundTable
    return [table(rows, caption=_round_caption(number, rows)) for number, rows in rounds]


def _round_caption(number: int, pairings: list[Pairing]) -> str:
    """Return the round, its day if all games have the same, and in go the boards if they are unusual."""
    sizes = sorted({each.board_size for each in pairings if each.board_size} - {FULL_BOARD})
    days = Counter(each.date for each in pairings)
    day = next(iter(days)) if len(days) == 1 else None
    parts = [_("Round %(number)s") % {"number": number}, *(f"{size}×{size}" for size in sizes)]
    return " · ".join([*parts, *([long_date(day)] if day else [])])


def _order(now: Standings) -> str:
    """Return what decides the ranks, in one sentence."""
    if now.ranking.is_of_file:
        return _("Order as in the file.")
    names = [each.short for each in now.used]
    if now.ranking.used[:1] != ("MMS",):  # a McMahon score includes the points
        names.insert(0, _("points"))
    return _("Order: %(criteria)s.") % {"criteria": ", ".join(names)}


def _team_order(now: TeamStandings) -> str:
    names = {MATCH_POINTS: _("match points"), BOARD_POINTS: _("board points")}
    return _("Order: %(criteria)s.") % {"criteria": ", ".join(names.get(each.code, each.short) for each in now.used)}


def _day_of(rules: str) -> str:
    """Return the day of an edition of the rules; "" if there is none."""
    return long_date(dt.date.fromisoformat(rules)) if rules else ""


def _paged(table: PublicTable, request: HttpRequest) -> PublicTable:
    """Return the page of the table; all of it if asked for (``?all``): to print it."""
    lines = len(table.data) if "all" in request.GET else LINES
    query = QueryDict(mutable=True)
    query["page"] = request.GET.get("page", "")
    return table.configure(query, max(lines, 1))


def _accepted(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.accepted().select_related("club", "unit", "tie_breaks"), pk=pk)


def _page(request: HttpRequest, tab: str, found: Tournament, context: dict[str, object]) -> HttpResponse:
    """Return a page of the tournament with its files: two more queries, and one for arbiters."""
    shelf = downloads.shelf(found, downloads.offers(found).values())
    context = {"section": "tournaments", "tournament": found, "tab": tab, "shelf": shelf, **context}
    return render(request, f"tournaments/{tab}.html", context)
