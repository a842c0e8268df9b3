"""The rounds of a tournament that is paired here: entering results on a phone, tables and sheets to print."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from federation.web.error_messages import show_errors
from tournaments.errors import Refused
from tournaments.models import Pairing, Tournament
from tournaments.on_site import results
from tournaments.on_site import tournament as on_site
from tournaments.on_site.forms import NO_RESULT, DayForm
from tournaments.on_site.pages import Board, Round, idle, paired_round, progress
from tournaments.on_site.views import number_in, of_event
from tournaments.public.marks import marks_of
from tournaments.public.tables import CrosstableTable, StandingsTable
from tournaments.review.forms import RESULTS, both
from tournaments.standings.crosstables import crosstable
from tournaments.standings.individual import standings
from tournaments.standings.sides import ROUND_ROBIN

PER_PAGE = 100  # boards
SHEETS = {"sheet", "names", "slips", "schedule"}  # names of templates
PLAYED, FORFEITS = RESULTS[:3], RESULTS[3:]
LABELS = {NO_RESULT: gettext_lazy("no result"), **dict(RESULTS)}


@require_safe
@of_event
def event_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show the boards of a round with a button for each result. Twelve queries, including those of the login."""
    context = _context(request, tournament, number)
    if tournament.kind != ROUND_ROBIN:
        context["left_over"] = [who for who in idle(tournament, number, context["round"]) if not who.letter]
    return render(request, "tournaments/on_site/round.html", context)


@require_POST
@of_event
def enter_result(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Enter a result: ``result`` holds the id of the pairing, both letters, and those that the page shows, "123:10:**".

    ``shown``: all boards as the page shows them, "123:**"; what others entered meanwhile comes with the answer.
    To change a result from which later rounds were paired leads to a question.
    """
    named, letters, shown = [*request.POST.get("result", "").split(":"), "", ""][:3]
    if letters not in LABELS or shown not in {"", *LABELS} or not named.isdecimal():
        raise Http404
    pairing = tournament.pairings.filter(pk=int(named[:18]), round=number).first()
    try:
        if pairing is None:
            raise Refused(results.PAIRING_UNDONE)
        results.enter_result(pairing, *both(letters), shown=both(shown) if shown else None)
    except Refused as refused:
        page = _answer_to(refused, request, tournament, number, f"{named}:{letters}")
        return HttpResponseClientRedirect(page) if request.htmx else redirect(page)
    if request.htmx:
        context = _context(request, tournament, number)
        context["board"] = next(board for board in context["round"].boards if board.pairing.pk == pairing.pk)
        context["others"] = _changed(context["round"].boards, request.POST.getlist("shown"), pairing)
        return render(request, "tournaments/on_site/_entered.html", context)
    page = number_in(request, "page") or 1
    return redirect(f"{reverse('event_round', args=[tournament.pk, number])}?page={page}#board{pairing.pk}")


def _answer_to(refused: Refused, request: HttpRequest, tournament: Tournament, number: int, entered: str) -> str:
    """Return the address that a refused result leads to: the question about a late one, else the round."""
    if refused.template == results.IS_LATE:
        named, letters = entered.split(":")
        address = reverse("event_late_result", args=[tournament.pk, number, named])
        return f"{address}?{urlencode({'to': letters})}"
    messages.error(request, refused.sentence)
    is_paired = tournament.pairings.filter(round=number).exists()
    return resolve_url("event_round", tournament.pk, number) if is_paired else resolve_url("event", tournament.pk)


@of_event
def late_result(request: HttpRequest, tournament: Tournament, number: int, pairing_pk: int) -> HttpResponse:
    """Ask twice before a result changes from which later rounds were paired; the second time, name their boards."""
    games = tournament.pairings.filter(pk=pairing_pk, round=number, black__isnull=False)
    pairing = games.select_related("tournament", "white__member", "black__member").first()
    letters = request.POST.get("to") or request.GET.get("to", "")
    if letters not in LABELS or not tournament.is_running:
        raise Http404
    last = results.last_following(tournament, number)
    if pairing is None or not last or pairing.letters == letters:
        return redirect("event" if pairing is None else "event_round", tournament.pk, *[number] * (pairing is not None))
    if request.method == "POST":
        shown = request.POST.get("shown", "")
        with show_errors(request):
            seen = both(shown) if shown in LABELS else None
            confirmed = number_in(request, "confirmed")
            results.enter_result(pairing, *both(letters), shown=seen, confirmed=confirmed, by=request.user)
            messages.success(request, _("The result was changed. The change is marked on the pages and in TRF26."))
            return redirect("event_round", tournament.pk, number)
        return redirect(f"{request.path}?{urlencode({'to': letters})}")
    context = {"tournament": tournament, "now": progress(tournament), "pairing": pairing, "number": number}
    context |= {"last": last, "to": letters, "shown": pairing.letters, "tab": "rounds"}
    context |= {"before": LABELS[pairing.letters], "after": LABELS[letters]}
    if "sure" in request.GET:
        context["following"] = results.following(pairing, *both(letters))
    return render(request, "tournaments/on_site/late_result.html", context)


@require_POST
@of_event
def set_day(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    form = DayForm(request.POST)
    if form.is_valid():
        with show_errors(request):
            on_site.set_day(tournament, number, form.cleaned_data["day"])
    else:
        messages.error(request, form.errors["day"][0])
    return redirect("event_round", tournament.pk, number)


@require_safe
@of_event
def event_sheet(request: HttpRequest, tournament: Tournament, number: int, kind: str = "sheet") -> HttpResponse:
    """Show a sheet to print: the pairings by board or by name, a result slip for each board, or all rounds."""
    if kind not in SHEETS:
        raise Http404
    context = {"tournament": tournament, "round": _found(tournament, number), "kind": kind}
    if kind == "schedule":
        pairings = tournament.pairings.select_related("white__member", "black__member")
        context["pairings"] = pairings.order_by("round", F("board").asc(nulls_last=True), "pk")
    return render(request, f"tournaments/on_site/{kind}.html", context)


@require_safe
@of_event
def event_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the present standings, to look at and to print."""
    found = standings(tournament)
    table = StandingsTable(found.rows, _("Standings"), found.used)
    context = {"tournament": tournament, "now": progress(tournament), "table": table, "tab": "standings"}
    context |= {"notes": found.notes}
    return render(request, "tournaments/on_site/standings.html", context)


@require_safe
@of_event
def event_crosstable(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the present crosstable, to look at and to print."""
    found = crosstable(tournament)
    table = CrosstableTable(found, tournament.is_go)
    context = {"tournament": tournament, "now": progress(tournament), "table": table, "tab": "crosstable"}
    context |= {"notes": found.standings.notes}
    return render(request, "tournaments/on_site/crosstable.html", context)


def _context(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    found = _found(tournament, number)
    return {
        "tournament": tournament,
        "now": progress(tournament),
        "round": found,
        "page": Paginator(found.boards, PER_PAGE).get_page(request.POST.get("page") or request.GET.get("page")),
        "played": PLAYED,
        "forfeits": FORFEITS,
        "no_result": NO_RESULT,
        "may_change": tournament.is_running and tournament.kind != ROUND_ROBIN,
        "day_form": DayForm(initial={"day": found.day}),
        "marks": marks_of(tournament, number),
        "tab": "rounds",
    }


def _changed(boards: list[Board], shown: list[str], but: Pairing) -> list[Board]:
    """Return the boards that differ from what the page shows, without the one of ``pairing``."""
    before = dict(each.split(":", 1) for each in shown if ":" in each)
    others = [(board, str(board.pairing.pk), board.letters or NO_RESULT) for board in boards if board.pairing != but]
    return [board for board, pk, letters in others if before.get(pk, letters) != letters]


def _found(tournament: Tournament, number: int) -> Round:
    found = paired_round(tournament, number)
    if found is None:
        raise Http404
    return found
