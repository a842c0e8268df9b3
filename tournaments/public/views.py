"""Public pages of accepted tournaments: standings, teams, the games of a player, crosstable, rounds and files."""

import datetime as dt
from collections import Counter
from itertools import groupby

from django.db.models import Count, F, Max, Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.api.structured_data import breadcrumb, organization, script
from federation.i18n.dates import long_date
from federation.web.conditional import briefly_cached
from federation.web.tables import PublicTable, points
from tournaments.corrections import evidence
from tournaments.corrections.text import correction_lines
from tournaments.deadlines.statement import admissions
from tournaments.labels import points_of_team
from tournaments.models import Pairing, Tournament
from tournaments.public import downloads
from tournaments.public.by_address import of_accepted
from tournaments.public.lines import facts_of, figures_of, lines_of
from tournaments.public.marks import marks_of
from tournaments.public.norm_scores import norm_scores
from tournaments.public.standings_tables import LineTable, PlayerGamesTable
from tournaments.public.tables import CrosstableTable, GoRoundTable, OtherTieBreaksTable, RoundTable
from tournaments.public.team_tables import GoTeamRoundTable, TeamRoundTable, TeamsTable
from tournaments.standings import teams
from tournaments.standings.crosstables import crosstable
from tournaments.standings.individual import Standings, standings
from tournaments.standings.team_standings import TeamStandings
from tournaments.standings.team_standings import standings as team_standings
from tournaments.standings.team_tie_break_codes import BOARD_POINTS, MATCH_POINTS

LINES = 100  # of a crosstable or standings on one page
GAMES = 300  # on one page with all rounds
FULL_BOARD = 19


@require_safe
@of_accepted
@briefly_cached
def tournament(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Show the standings, of a team event those of the teams, and what was corrected since. At most eight queries, one
    more for who is logged in, for the files of corrections.
    """
    lines = correction_lines(found) if found.has_corrections else []
    context: dict[str, object] = {"corrections": evidence.with_files(lines, found, request.user)}
    context["admissions"] = admissions(found) if found.received_at and found.has_overrides else ()
    if found.has_teams:
        return page(request, "teams", found, context | _teams(found))
    return page(request, "standings", found, context | _standings(request, found))


@require_safe
@of_accepted
@briefly_cached
def tournament_standings(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Show the standings of the players of a team event; those of any other are its first page. Six queries."""
    if not found.has_teams:
        return redirect(found.page(), permanent=True)
    return page(request, "standings", found, _standings(request, found))


@require_safe
@of_accepted
@briefly_cached
def tournament_player(request: HttpRequest, found: Tournament, number: int) -> HttpResponse:
    """Show the games of one player, round by round, with rating and points of each opponent. Six queries."""
    now, figures = standings(found, with_clubs=True), figures_of(found)
    lines = {line.participant.pk: line for line in lines_of(now, figures, is_go=found.is_go)}
    line = next((line for line in lines.values() if line.participant.number == number), None)
    if line is None:
        raise Http404
    table = PlayerGamesTable(now.seen[line.participant.pk], lines, found, figures)
    return page(request, "player", found, {"table": table, "line": line, "figures": figures})


@require_safe
@of_accepted
@briefly_cached
def tournament_crosstable(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Show the crosstable. Four queries."""
    games = crosstable(found)
    table = _paged(CrosstableTable(games, found.is_go), request)
    return page(request, "crosstable", found, {"table": table, "notes": games.standings.notes})


@require_safe
@of_accepted
@briefly_cached
def tournament_rounds(request: HttpRequest, found: Tournament, number: int | None = None) -> HttpResponse:
    """Show the pairings: all rounds, of a large tournament one at a time, or the one of the address.

    ``?all`` shows all rounds of a large tournament too: to print them. At most seven queries.
    """
    rows = found.pairings.order_by("round").values_list("round").annotate(Count("pk"), Min("date"), Max("date"))
    counts = {each: count for each, count, _first, _last in rows}
    if number is not None and number not in counts:
        raise Http404
    is_large = sum(counts.values()) > GAMES and "all" not in request.GET
    shown = number or (max(counts) if counts and is_large else None)
    pairings = found.pairings.select_related("white__member", "black__member")
    pairings = pairings.order_by("round", F("board").asc(nulls_last=True), "pk")  # byes below the games
    if shown:
        pairings = pairings.filter(round=shown)
    context = {"tables": _round_tables(found, pairings), "shown": shown, "marks": marks_of(found, shown)}
    context["numbers"] = [(each, _day(first, last)) for each, _count, first, last in rows]
    return page(request, "rounds", found, context)


@require_safe
@of_accepted
@briefly_cached
def tournament_teams(_request: HttpRequest, found: Tournament) -> HttpResponse:
    """Lead to the first page, which shows the teams."""
    return redirect(found.page(), permanent=True)


@require_safe
@of_accepted
@briefly_cached
def tournament_files(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Offer the tournament as files for other programs. Four queries."""
    shelf = downloads.shelf(found, downloads.offers(found).values())
    return page(request, "files", found, {"shelf": shelf})


def _standings(request: HttpRequest, found: Tournament) -> dict[str, object]:
    now, figures = standings(found, with_clubs=True), figures_of(found)
    lines = lines_of(now, figures, is_go=found.is_go)
    others = OtherTieBreaksTable(now.rows, _("Other tie-breaks"), now.others)
    facts = facts_of(lines)
    return {
        "table": _paged(LineTable(lines, found, figures, now.used), request),
        "others": _paged(others, request),
        "standings": now,
        "figures": figures,
        "facts": facts,
        "norm_scores": norm_scores(found.rounds, now, lines, figures, facts),
        "order": order_of(now),
        "rules": _day_of(now.ranking.rules),
    }


def _teams(found: Tournament) -> dict[str, object]:
    now = team_standings(found)
    table = TeamsTable(now, _("Board points; below them the line of the other team"))
    context = {"table": table, "standings": now, "rules": _day_of(now.rules), "order": team_order_of(now)}
    if now.scale != teams.USUAL:
        context["worths"] = [points(round(2 * each)) for each in now.scale]
    if teams.pairing_bye(found):
        context["bye"] = points_of_team(*now.bye)
    return context


def _day(first: dt.date | None, last: dt.date | None) -> str:
    """Return the day of a round, if it was played on one."""
    return long_date(first) if first and first == last else ""


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


def order_of(now: Standings) -> str:
    """Return what decides the ranks, in one sentence."""
    if now.ranking.is_of_file:
        return _("Order as in the file.")
    names = [each.short for each in now.used]
    if now.ranking.used[:1] != ("MMS",):  # a McMahon score includes the points
        names.insert(0, _("points"))
    return _("Order: %(criteria)s.") % {"criteria": ", ".join(names)}


def team_order_of(now: TeamStandings) -> str:
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


def page(request: HttpRequest, tab: str, found: Tournament, context: dict[str, object]) -> HttpResponse:
    """Return a page of the tournament: one more query for arbiters."""
    context |= {"section": "tournaments", "tournament": found, "tab": tab, "structured": _structured(request, found)}
    return render(request, f"tournaments/{tab}.html", context)


def _structured(request: HttpRequest, found: Tournament) -> SafeString:
    """Return what search engines read about the tournament."""
    event: dict[str, object] = {"@type": "SportsEvent", "name": found.name, "startDate": found.start.isoformat()}
    event["endDate"] = (found.end or found.start).isoformat()
    if found.city:
        event["location"] = {"@type": "Place", "name": found.city, "address": found.city}
    if found.club:
        club = request.build_absolute_uri(reverse("club", args=[found.club.number]))
        event["organizer"] = organization(found.club.name, club)
    steps = [(_("Tournaments"), reverse("tournament_list")), (found.name, found.page())]
    event["breadcrumb"] = breadcrumb([(name, request.build_absolute_uri(address)) for name, address in steps])
    return script(event)
