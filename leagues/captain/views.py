"""The captain's pages on a phone; each tap is a form, so that they work without scripts."""

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.access import clubs_of, own_members
from federation.models import Club
from federation.structure.rights import Verb
from leagues import access
from leagues.captain.pages import LineUpPage, changes_since_confirmed
from leagues.captain.result_pages import keys_of
from leagues.errors import Refused
from leagues.matches import confirmation, line_ups, protests, results
from leagues.matches.results import fingerprint
from leagues.matches.rules_in_force import rules_of
from leagues.models import LineUp, Match, MoveRequest, Protest, Ruling, Season, SheetPhoto, Side, Step
from leagues.public.pages import board_lines
from leagues.rules.scoring import score
from leagues.standings.series_standings import plain_match
from leagues.wording.points import of_score

SECTION = "interclubs"


def matches_of(request: HttpRequest) -> Any:
    """Return the matches of the teams for which the user may act."""
    mine = access.teams_of(request.user).values("pk")
    return _with_teams(Match.objects.filter(Q(home__in=mine) | Q(away__in=mine)))


def _with_teams(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("home__club", "away__club", "venue", "series__division__season__competition")


def _with_papers(matches: QuerySet[Match], side: str) -> QuerySet[Match]:
    """Add the line-up of the side as ``own``, and whether there are photos and so on: a page reads what there is."""
    of_match = {"match": OuterRef("pk")}
    with_own = matches.annotate(
        own=FilteredRelation("line_ups", condition=Q(line_ups__side=side)),
        has_photos=Exists(SheetPhoto.objects.filter(**of_match)),
        has_protests=Exists(Protest.objects.filter(**of_match)),
        has_rulings=Exists(Ruling.objects.filter(**of_match, replaced_by=None)),
        was_confirmed=Exists(Step.objects.filter(**of_match, action="confirmed", side=side)),
    )
    return with_own.select_related("own")


def _own_line_up(match: Match) -> LineUp | None:
    """Return the line-up of the side; Django sets what it joins only if it is there."""
    return getattr(match, "own", None)


def for_a_side(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the match of the user and their side, with what else there is of it; not found for anyone else."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, pk: int, side: str) -> HttpResponse:
        if side not in Side.values:
            raise Http404
        mine = access.teams_of(request.user).values("pk")
        rows = _with_papers(_with_teams(Match.objects.filter(**{f"{side}__in": mine})), side)
        return view(request, get_object_or_404(rows, pk=pk), side)

    return answer


@require_safe
@login_required
def captain(request: HttpRequest) -> HttpResponse:
    """List the matches of the user's teams, those to come first, and those that they arbitrate from today on.

    Six queries, and the line-ups of their own side.
    """
    today = timezone.localdate()
    found = list(matches_of(request).order_by("day", "starts", "pk"))
    mine = set(access.teams_of(request.user).values_list("pk", flat=True))
    lines = [(match, side) for match in found for side in Side.values if match.team(side).pk in mine]
    locked = set(LineUp.objects.filter(match__in=found).exclude(locked_at=None).values_list("match", "side"))
    asked = MoveRequest.objects.filter(match__in=found, state=MoveRequest.State.OPEN)
    proposed = set(asked.values_list("match", "side"))
    shown = [
        {
            "match": match,
            "side": side,
            "is_locked": (match.pk, side) in locked,
            "has_proposal": (match.pk, _other(side)) in proposed,
            "has_confirmed": match.confirmed_at(side) is not None,
        }
        for match, side in lines
    ]
    open_ones = [each for each in shown if each["match"].is_open or each["match"].day >= today]
    context = {
        "section": SECTION,
        "open": open_ones,
        "past": [each for each in shown if each not in open_ones][::-1],
        "has_teams": bool(mine),
        "arbitrated": _arbitrated(request, today),
        "club_seasons": _club_seasons(request),
    }
    return render(request, "leagues/captain/captain.html", context)


def _arbitrated(request: HttpRequest, today: dt.date) -> QuerySet[Match]:
    """Return the matches from today on whose arbiter the user is, in the order of their hours."""
    mine = own_members(request.user).values("pk")
    return _with_teams(Match.objects.filter(arbiter__in=mine, day__gte=today)).order_by("day", "starts", "pk")


def _club_seasons(request: HttpRequest) -> list[tuple[Season, Club]]:
    """Return the seasons for which the user enters teams and players, with their clubs. Two queries."""
    clubs = list(clubs_of(request.user, Verb.PLAY_LEAGUES).order_by("key"))
    if not clubs:
        return []
    stages = [Season.Stage.ENTRIES, Season.Stage.RUNNING]
    return [(season, club) for season in Season.objects.filter(stage__in=stages) for club in clubs]


@require_safe
@for_a_side
def line_up(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Show the line-up of one side to that side alone. Eight queries."""
    if match.is_revealed:
        return redirect("captain_match", match.pk, side)
    page = LineUpPage(match, side, _own_line_up(match))
    context = {"section": SECTION, "match": match, "side": side, "page": page, "other": match.team(_other(side))}
    return render(request, "leagues/captain/line_up.html", context)


@require_POST
@for_a_side
def change_line_up(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Put a player on the next board, take one off, fill all boards, lock or unlock: what the pressed button says."""
    verb, _colon, argument = request.POST.get("do", "").partition(":")
    try:
        if verb == "lock":
            line_ups.lock(match.pk, side, request.user)
            messages.success(request, _("The line-up is locked."))
        elif verb == "unlock":
            line_ups.unlock(match.pk, side, request.user)
        else:
            stored = _own_line_up(match)
            seats = stored.seats if stored else [None] * rules_of(match).boards.count
            seats = _changed(match, side, seats, verb, argument)
            line_ups.save(match.pk, side, seats, request.user)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("captain_line_up", match.pk, side)


def _changed(match: Match, side: str, seats: list[int | None], verb: str, argument: str) -> list[int | None]:
    """Return the seats after one tap."""
    number = int(argument) if argument.isdecimal() and len(argument) < 10 else 0
    if verb == "add" and number:
        place = seats.index(None) if None in seats else len(seats)
        return [*seats[:place], number, *seats[place + 1 :]]
    if verb == "remove" and 0 < number <= len(seats):
        return [*seats[: number - 1], None, *seats[number:]]
    if verb == "last":
        return line_ups.as_last_time(match, side)[: len(seats)]
    if verb == "strength":
        entries = sorted(line_ups.listed_players(match, side).values(), key=lambda each: -(each.strength or 0))
        return [each.pk for each in entries[: len(seats)]]
    if verb == "empty":
        return [None] * len(seats)
    return seats


@require_safe
@for_a_side
def captain_match(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Show the boards with large keys for the results, and the ways to confirm.

    Six queries, and one for each kind of papers that there are.
    """
    if not match.is_revealed:
        return redirect("captain_line_up", match.pk, side)
    boards = list(match.boards.select_related("home", "away"))
    lines = board_lines(boards)
    token = confirmation.token(match, side)
    has_changed = match.is_open and match.was_confirmed and not match.confirmed_at(side)
    context = {
        "section": SECTION,
        "match": match,
        "side": side,
        "other_side": _other(side),
        "other": match.team(_other(side)),
        "boards": lines,
        **keys_of(match, lines),
        "score": of_score(score(plain_match(match, boards), rules_of(match))),
        "changes": changes_since_confirmed(match, side) if has_changed else [],
        "photos": match.photos.order_by("pk") if match.has_photos else [],
        "protests": match.protests.order_by("pk") if match.has_protests else [],
        "rulings": match.rulings.filter(replaced_by=None) if match.has_rulings else [],
        "seen": fingerprint(boards),
        "mine_confirmed": match.confirmed_at(side),
        "other_confirmed": match.confirmed_at(_other(side)),
        "code": confirmation.code(match, side),
        "link": request.build_absolute_uri(reverse("confirm_result", args=[token])),
    }
    return render(request, "leagues/captain/match.html", context)


@require_POST
@for_a_side
def enter_result(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Enter the result of the pressed key, and show its board."""
    board = ""
    try:
        board = results.press(match.pk, request.POST.get("result", ""), request.user)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect(f"{reverse('captain_match', args=[match.pk, side])}#board{board}")


@require_POST
@for_a_side
def confirm(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Confirm for the own side, or for the other one with its code."""
    seen, code = request.POST.get("seen", ""), request.POST.get("code")
    try:
        if code is None:
            results.confirm(match.pk, side, request.user, seen)
        else:
            confirmation.by_code(match.pk, _other(side), code, seen)
        messages.success(request, _("The result is confirmed."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("captain_match", match.pk, side)


@require_POST
@for_a_side
def protest(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Send a protest to the division officer."""
    try:
        protests.protest(match.pk, side, request.POST.get("text", ""), request.user)
        messages.success(request, _("The protest was sent. The match stays in the table as it was entered."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("captain_match", match.pk, side)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_result(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm a result without an account, by the link of a side."""
    try:
        pk, side = confirmation.of_token(token)
    except Refused as refused:
        return render(request, "leagues/captain/confirm.html", {"problem": refused.sentence}, status=404)
    rows = Match.objects.select_related("home", "away", "series__division__season")
    match = get_object_or_404(rows, pk=pk)
    if request.method == "POST":
        try:
            results.confirm(pk, side, None, request.POST.get("seen", ""))
            messages.success(request, _("The result is confirmed."))
        except Refused as refused:
            messages.error(request, refused.sentence)
        return redirect("confirm_result", token)
    boards = list(match.boards.select_related("home", "away")) if match.is_revealed else []
    context = {
        "section": SECTION,
        "match": match,
        "team": match.team(side),
        "boards": board_lines(boards),
        "seen": fingerprint(boards),
        "confirmed": match.confirmed_at(side),
        "may_confirm": match.state == Match.State.ENTERED,
    }
    return render(request, "leagues/captain/confirm.html", context)


def _other(side: str) -> str:
    return Side.AWAY if side == Side.HOME else Side.HOME
