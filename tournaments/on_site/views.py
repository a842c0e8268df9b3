"""Tournaments that are paired here: create one, see its progress, pair the next round, submit it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from federation.access import clubs_of, may_send, units_of
from federation.web.error_messages import show_errors
from tournaments import access
from tournaments.errors import Refused
from tournaments.labels import submitted
from tournaments.models import OnSiteVisibility, Tournament
from tournaments.on_site import next_round, pairing_engine
from tournaments.on_site import tournament as on_site
from tournaments.on_site.forms import EventForm, NumberOfRoundsForm
from tournaments.on_site.pages import progress
from tournaments.standings.sides import ROUND_ROBIN


def of_event(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view of a page that takes a tournament: the one of the address (``pk``), for users who are logged in.

    404 if it is not paired here or belongs to none of their clubs and units.
    """

    @login_required
    @wraps(page)
    def view(request: HttpRequest, pk: int, **rest: Any) -> HttpResponse:
        mine = access.tournaments_of(request.user).exclude(on_site_visibility="").select_related("club", "unit")
        return page(request, get_object_or_404(mine, pk=pk), **rest)

    return view


@login_required
def new_event(request: HttpRequest) -> HttpResponse:
    if not may_send(request.user):
        raise PermissionDenied
    form = EventForm(clubs_of(request.user), units_of(request.user), request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect("event_players", on_site.create(form.cleaned_data).pk)
    return render(request, "tournaments/on_site/new.html", {"form": form, "limit": pairing_engine.PLAYERS})


@require_safe
@of_event
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show how far the tournament has come, and what comes next. Eight queries, including those of the login."""
    now = progress(tournament)
    if request.htmx and not now.is_pairing:
        return HttpResponseClientRefresh()
    context = {"tournament": tournament, "now": now, "tab": "overview"}
    if tournament.is_running and tournament.kind != ROUND_ROBIN:
        context["rounds_form"] = NumberOfRoundsForm(initial={"rounds": tournament.rounds})
    return render(request, "tournaments/on_site/overview.html", context)


@require_POST
@of_event
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have the next round paired. A second click on the same button pairs nothing more."""
    number = number_in(request, "round")
    now = next_round.state(tournament)
    if number > now.last:
        with show_errors(request):
            next_round.require_ready(now, number)
            on_site.pair_later(tournament, number, request.user)
    return redirect("event", tournament.pk)


@require_POST
@of_event
def undo_pairing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    with show_errors(request):
        number = next_round.undo(tournament)
        messages.info(request, _("The pairing of round %(round)s was undone.") % {"round": number})
    return redirect("event", tournament.pk)


@require_POST
@of_event
def set_rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = NumberOfRoundsForm(request.POST)
    if form.is_valid():
        with show_errors(request):
            on_site.set_rounds(tournament, form.cleaned_data["rounds"])
    else:
        messages.error(request, form.errors["rounds"][0])
    return redirect("event", tournament.pk)


@require_POST
@of_event
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the running tournament to anyone, or to the club only."""
    to = request.POST.get("to", "")
    if to not in OnSiteVisibility.values:
        raise Http404
    with show_errors(request):
        on_site.show(tournament, OnSiteVisibility(to))
    return redirect("event", tournament.pk)


@require_POST
@of_event
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Submit it for rating; if something is in the way, go to the page that fixes it."""
    try:
        on_site.finish(tournament, request.user)
    except Refused as refused:
        messages.error(request, refused.sentence)
        is_open = refused.template in {next_round.RESULTS_MISSING, next_round.NOT_RUNNING}
        return redirect("event" if is_open else "my_club_tournament", tournament.pk)
    messages.success(request, submitted(tournament))
    return redirect("my_club_tournament", tournament.pk)


@require_POST
@of_event
def discard(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Delete a tournament in which nothing is paired."""
    with show_errors(request):
        on_site.discard(tournament)
        messages.info(request, _("“%(name)s” was deleted.") % {"name": tournament.name})
        return redirect("my_club_tournaments")
    return redirect("event", tournament.pk)


def number_in(request: HttpRequest, name: str) -> int:
    """Return a number of the form; 0 if it sends none."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
