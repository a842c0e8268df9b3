"""What anyone may see of accepted tournaments: the list, crosstable, standings and rounds."""

from __future__ import annotations

from itertools import groupby

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.live import render_live
from federation.tables import stone
from tournaments.correction_lines import correction_lines
from tournaments.filters import TournamentFilter
from tournaments.models import Pairing, Tournament
from tournaments.standings import crosstable, has_order_of_file, standings
from tournaments.tables import (
    CrosstableTable,
    GoRoundTable,
    GoStandingsTable,
    RoundTable,
    StandingsTable,
    TournamentTable,
)

PER_PAGE = 50
FULL_BOARD = 19


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All accepted tournaments, the latest first. Four queries."""
    accepted = Tournament.objects.accepted().select_related("club").with_players()
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
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """The crosstable, and what was corrected since. Five queries."""
    found = _accepted(pk)
    games = crosstable(found)
    legend = _legend(games.is_round_robin, found.is_go)
    context = {"table": CrosstableTable(games, legend), "corrections": correction_lines(found)}
    return _page(request, "crosstable", found, context)


@require_safe
def tournament_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings with their tie-breaks. Three queries."""
    found = _accepted(pk)
    rows = standings(found)
    table = (GoStandingsTable if found.is_go else StandingsTable)(rows, caption=_("Standings"))
    by_file = has_order_of_file(found, [row.participant for row in rows])
    return _page(request, "standings", found, {"table": table, "by_file": by_file})


@require_safe
def tournament_rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """The pairings, round by round. Two queries."""
    found = _accepted(pk)
    pairings = found.pairings.select_related("white__member", "black__member")
    pairings = pairings.order_by("round", F("board").asc(nulls_last=True), "pk")  # byes below the games
    table = GoRoundTable if found.is_go else RoundTable
    rounds = [
        table(rows, caption=_round_caption(number, rows))
        for number, rows in ((number, list(rows)) for number, rows in groupby(pairings, key=lambda each: each.round))
    ]
    return _page(request, "rounds", found, {"tables": rounds})


def _round_caption(number: int, pairings: list[Pairing]) -> str:
    """The round, and in go the boards that were played on where they are not the usual ones."""
    sizes = sorted({each.board_size for each in pairings if each.board_size} - {FULL_BOARD})
    return " · ".join([_("Round %(number)s") % {"number": number}, *(f"{size}×{size}" for size in sizes)])


def _legend(is_round_robin: bool, is_go: bool) -> SafeString:
    if is_round_robin:
        return conditional_escape(_("Results against the player of that number"))
    if is_go:
        legend = _(
            "Result; below it the colour (%(white)s white, %(black)s black), the number of the opponent and the "
            "handicap (h3: three stones)"
        )
    else:
        legend = _("Result; below it the colour (%(white)s white, %(black)s black) and the number of the opponent")
    return mark_safe(escape(legend) % {"white": stone(True), "black": stone(False)})  # noqa: S308 - escaped


def _accepted(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.accepted().select_related("club"), pk=pk)


def _page(request: HttpRequest, tab: str, found: Tournament, context: dict[str, object]) -> HttpResponse:
    context = {"section": "tournaments", "tournament": found, "tab": tab, **context}
    return render(request, f"tournaments/{tab}.html", context)
