"""The pages on which a round is changed or made by hand."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.web.error_messages import show_errors
from tournaments.models import Tournament
from tournaments.on_site import manual_pairing
from tournaments.on_site.forms import BoardForm
from tournaments.on_site.pages import idle, paired_round, progress
from tournaments.on_site.views import number_in, of_event
from tournaments.standings.sides import ROUND_ROBIN


@of_event
def edit_pairings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a form for the next board, the boards that are there, and a form to exchange two players. Ten queries."""
    if not tournament.is_running or tournament.kind == ROUND_ROBIN:
        return redirect("event", tournament.pk)
    now, found = progress(tournament), paired_round(tournament, number)
    is_next = number == now.next and not now.open
    if not (found or is_next):
        raise Http404
    without = idle(tournament, number, found)
    form = BoardForm(without, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            manual_pairing.add_board(tournament, number, *form.seats, form.results, by=request.user)
        return redirect("event_edit_pairings", tournament.pk, number)
    open_boards = [board.pairing for board in found.boards if board.is_open] if found else []
    people = [who for pairing in open_boards for who in (pairing.white, pairing.black)]
    context = {
        "tournament": tournament,
        "now": now,
        "number": number,
        "round": found,
        "tab": "rounds",
        "form": form,
        "idle": without,
        "left_over": [who for who in without if not who.letter],
        "people": sorted([*people, *(who.participant for who in without if who.has_bye)], key=str),
    }
    return render(request, "tournaments/on_site/edit_pairings.html", context)


@require_POST
@of_event
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    with show_errors(request):
        manual_pairing.swap(tournament, number, number_in(request, "one"), number_in(request, "other"), request.user)
        messages.success(request, _("Changed. Repeat the same to undo it."))
    return redirect("event_edit_pairings", tournament.pk, number)


@require_POST
@of_event
def remove_board(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    with show_errors(request):
        manual_pairing.remove_board(tournament, number, number_in(request, "pairing"), request.user)
    if tournament.pairings.filter(round=number).exists():
        return redirect("event_edit_pairings", tournament.pk, number)
    return redirect("event", tournament.pk)
