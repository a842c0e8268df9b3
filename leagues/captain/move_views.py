"""A match that is to be moved: proposals of one side, the answer of the other."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.web.language import form_of
from leagues.captain.forms import MoveRequestForm
from leagues.captain.views import SECTION, for_a_side
from leagues.errors import Refused
from leagues.matches import move_requests, round_days
from leagues.models import Match, MoveRequest, Side


@require_safe
@for_a_side
def move(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Show the proposals for a match, with their answers, and the form of a new one. Six queries."""
    return _page(request, match, side, MoveRequestForm(match))


def _page(request: HttpRequest, match: Match, side: str, form: MoveRequestForm) -> HttpResponse:
    asked = list(match.move_requests.order_by("-at"))
    waiting = next((each for each in asked if each.state == MoveRequest.State.OPEN), None)
    context = {
        "section": SECTION,
        "match": match,
        "side": side,
        "other": match.away if side == Side.HOME else match.home,
        "waiting": waiting,
        "is_own": waiting is not None and waiting.side == side,
        "earlier": [each for each in asked if each is not waiting],
        "may_move": match.state == Match.State.PLANNED,
        "reserve_days": round_days.reserve_days(match),
        "form": form,
    }
    return render(request, "leagues/captain/move.html", context)


@form_of("captain_move")
@for_a_side
def propose_move(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Propose other days."""
    form = MoveRequestForm(match, request.POST)
    if not form.is_valid():
        return _page(request, match, side, form)
    given = form.cleaned_data
    try:
        move_requests.propose(match.pk, side, form.days, request.user, given["reason"], swap=given["swap"])
        messages.success(request, _("The proposal was sent to the other side."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("captain_move", match.pk, side)


@require_POST
@for_a_side
def answer_move(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Agree to a proposal, refuse it or withdraw it, as the button says."""
    asked = get_object_or_404(match.move_requests, pk=_number(request.POST.get("request", "")))
    verb, _colon, chosen = request.POST.get("do", "").partition(":")
    text = request.POST.get("answer", "")
    try:
        if verb == "agree":
            move_requests.agree(asked.pk, request.user, int(chosen) if chosen.isdecimal() else None, text)
            messages.success(request, _("The match is moved."))
        elif verb == "refuse":
            move_requests.refuse(asked.pk, request.user, text)
        elif verb == "withdraw":
            move_requests.withdraw(asked.pk, request.user)
    except Refused as refused:
        messages.error(request, refused.sentence)
    after = Match.objects.get(pk=match.pk)
    mine = match.team(side).pk
    return redirect("captain_move", match.pk, Side.HOME if after.home_id == mine else Side.AWAY)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 19 else 0
