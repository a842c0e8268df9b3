"""What the next list of a pool will count: by tournament, by player, and a player's calculation of today."""

from decimal import Decimal

import numpy as np
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.models import public_order
from federation.web.conditional import briefly_cached
from ratings.checklist.everybody import ranking
from ratings.checklist.tables import EventTable, EverybodyRows, EverybodyTable, PlayerTable
from ratings.checklist.today import events, explain_today, next_list, not_yet, of_earlier_lists, shares, waiting
from ratings.players.merged_views import member_of, moved
from ratings.public.filters import RatingFilter
from ratings.public.other_lists import kept, links_of_today
from ratings.public.pages import filters_in_force

EVENTS, PLAYERS, LATE = 50, 100, 50  # rows


@require_safe
@briefly_cached
def by_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tournaments of the next list with how many games count, and those that come too late. Seven queries."""
    try:
        living = next_list(slug)
    except Http404:
        return _not_yet(request, slug)
    table = EventTable(events(living), _("Tournaments of the next list")).configure(request.GET, EVENTS)
    rows = list(table.page.object_list.data)
    table.shares = shares(living, rows)
    context = {
        "section": "lists",
        "living": living,
        "pool": living.pool,
        "tab": "events",
        "table": table,
        "late": of_earlier_lists(living)[:LATE],
        "waiting": waiting(living.pool),
    }
    return render(request, "ratings/checklist/events.html", context)


@require_safe
@briefly_cached
def by_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members who played since the last list, with their ratings of today. Three queries."""
    try:
        living = next_list(slug)
    except Http404:
        return _not_yet(request, slug)
    rows = living.ratings.filter(played__gt=0).select_related("member").order_by(*public_order("member__"))
    table = PlayerTable(rows, living, _("Players of the next list")).configure(request.GET, PLAYERS)
    context = {"section": "lists", "living": living, "pool": living.pool, "tab": "players", "table": table}
    return render(request, "ratings/checklist/players.html", context)


def _not_yet(request: HttpRequest, slug: str) -> HttpResponse:
    """Say when the next list comes and what it will count, while there are no ratings of today. Six queries at most."""
    upcoming = not_yet(slug)
    context = {
        "section": "lists",
        "upcoming": upcoming,
        "pool": upcoming.pool,
        "tournaments": upcoming.tournaments[:EVENTS],
        "waiting": waiting(upcoming.pool),
    }
    return render(request, "ratings/checklist/not_yet.html", context)


@require_safe
@briefly_cached
def everybody(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the latest list with the ratings of today. Eight queries at most; two more after a new tournament.

    Filters take clubs, leagues and ages from the latest list. A filter that makes no sense is answered by a sentence,
    and 400. Where nothing has been calculated since the latest list, that is the list of today.
    """
    try:
        living = next_list(slug)
    except Http404:
        return redirect(reverse("list_latest", args=[slug]) + kept(request.GET))
    chosen = RatingFilter(request.GET, living.previous.ratings.shown(), living.previous.date)
    members = ranking(living)
    ranks = np.arange(1, len(members) + 1)
    if chosen.is_narrowing:
        left = np.isin(members, np.fromiter(chosen.qs.order_by().values_list("member", flat=True), np.int64))
        members, ranks = members[left], ranks[left]
    caption = _("%(pool)s, today") % {"pool": living.pool.name}
    rows = EverybodyRows(living, members, ranks)
    table = EverybodyTable(rows, living, caption, is_whole=not chosen.is_narrowing)
    problems = list(chosen.problems())
    context = {
        "section": "lists",
        "living": living,
        "pool": living.pool,
        "filter": chosen,
        "narrowed": chosen.is_narrowing,
        "in_force": filters_in_force(request.GET, chosen),
        "problems": problems,
        "kept": kept(request.GET),
        "pools": links_of_today(living.pool, timezone.localdate(), request.GET),
        "table": table.configure(request.GET, PLAYERS),
    }
    return render(request, "ratings/checklist/everybody.html", context, status=400 if problems else 200)


@require_safe
@briefly_cached
def ledger_today(request: HttpRequest, number: str, slug: str) -> HttpResponse:
    """Show why a rating of today is what it is. Five queries."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, "ledger_today", slug):
        return elsewhere
    explanation = explain_today(member, slug)
    rating_list = explanation.rating_list
    context = {
        "section": "players",
        "member": member,
        "list": rating_list,
        "is_of_today": True,
        "title": _("%(pool)s, today") % {"pool": rating_list.pool.name},
        "explanation": explanation,
        "rating": explanation.rating,
        "games_sum": sum((line.change for line in explanation.games), Decimal(0)),
        "rules_sum": sum((line.change for line in explanation.rules), Decimal(0)),
    }
    return render(request, "ratings/ledger.html", context)
