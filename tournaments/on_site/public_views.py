"""Public pages of tournaments that are being played, if the club shows them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.formats.report import Result
from tournaments.models import OnSiteVisibility, Stage, Tournament, TournamentUpdate
from tournaments.on_site.pages import Round, paired_round, progress
from tournaments.public.marks import marks_of
from tournaments.public.tables import CrosstableTable, RoundTable, RunningTable, StandingsTable
from tournaments.standings.crosstables import crosstable

PER_PAGE = 50


@require_safe
def running(request: HttpRequest) -> HttpResponse:
    """List the tournaments that are being played. Two queries."""
    now = Tournament.objects.shown().select_related("club", "unit").with_players().with_last_round()
    table = RunningTable(now.order_by("-start", "name", "pk"), _("Live tournaments"))
    context = {"section": "tournaments", "table": table.configure(request.GET, PER_PAGE)}
    return render(request, "tournaments/on_site/running.html", context)


@require_safe
def shown(request: HttpRequest, pk: int = 0, year: int = 0, slug: str = "", number: int = 0) -> HttpResponse:
    """Show standings and a round (the current one) while the tournament is played; later go to its page.

    The address of a tournament that updated another one leads to that one, and one with the id of a row to that with
    the name. At most eleven queries.
    """
    shown = (
        Tournament.objects.filter(on_site_visibility=OnSiteVisibility.PUBLIC)
        .exclude(stage=Stage.REJECTED)
        .select_related("club", "unit")
    )
    tournament = shown.at(pk, year, slug).first()
    if tournament is None:
        return _to(request, _successor(pk))
    if tournament.is_public or (pk and tournament.address):
        return _to(request, tournament, number)
    now = progress(tournament)
    chosen = number or now.current
    found = paired_round(tournament, chosen) if chosen else None
    games = crosstable(tournament)
    ranked = games.standings
    context = {
        "section": "tournaments",
        "tournament": tournament,
        "now": now,
        "number": chosen,
        "round": _table(found) if found else None,
        "standings": StandingsTable(ranked.rows, _("Standings"), ranked.used),
        "notes": ranked.notes,
        "as_of": timezone.localtime(),
        "still": "still" in request.GET,  # without scripts a reader stops the refreshing so
        "marks": marks_of(tournament),
        "crosstable": CrosstableTable(games, tournament.is_go) if games.is_round_robin else None,
    }
    return render(request, "tournaments/on_site/public.html", context)


def _successor(gone: int) -> Tournament:
    """Return the tournament that was updated from this one; 404 if there is none that anyone may see."""
    public = Tournament.objects.accepted() | Tournament.objects.shown()
    return get_object_or_404(public, pk__in=TournamentUpdate.objects.filter(replaced_id=gone).values("tournament"))


def _to(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
    """Redirect to the public page; the whole page, if htmx asked for a part of it, as it does every minute."""
    live = tournament.page("running_round", number) if number else tournament.page("running_tournament")
    where = tournament.page() if tournament.is_public else live
    return HttpResponseClientRedirect(where) if request.htmx else redirect(where)


def _table(found: Round) -> RoundTable:
    """Return the boards, and below them the byes; players who do not play at all are left out."""
    byes = [board.pairing for board in found.byes if board.pairing.white_result != Result.ZERO_BYE]
    pairings = [board.pairing for board in found.boards] + byes
    return RoundTable(pairings, caption=_("Round %(number)s") % {"number": found.number})
