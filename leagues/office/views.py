"""The officer's pages: seasons, what waits in one, and the decisions about a match."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.web.language import form_of
from leagues import access
from leagues.captain.result_pages import keys_of
from leagues.decisions import decide
from leagues.decisions.cases import all_matches, cases, with_previews
from leagues.errors import Refused
from leagues.matches import moving, officials, results
from leagues.matches.results import fingerprint
from leagues.matches.rules_in_force import rules_of
from leagues.models import Match, Season, Side
from leagues.office import pages
from leagues.office.forms import MoveForm, RulingForm
from leagues.public.pages import board_lines
from leagues.rules.scoring import score
from leagues.rulings import fines
from leagues.rulings.rule import rule
from leagues.standings.ruling_preview import Preview
from leagues.standings.series_standings import plain_match
from leagues.wording.points import of_score

SECTION = "interclubs"


@require_safe
@login_required
def office(request: HttpRequest) -> HttpResponse:
    """List the seasons that the user runs."""
    found = access.seasons_run_by(request.user).select_related("competition")
    if not found:
        raise PermissionDenied
    return render(request, "leagues/office/office.html", {"section": SECTION, "seasons": found})


@require_safe
@login_required
def office_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what waits in a season."""
    season = _season(request, slug)
    all_of_season = all_matches(season)
    matches = pages.those_of(all_of_season, season, request.user)
    of_user = {match.pk for match in matches}
    found = [case for case in cases(season, all_of_season) if case.match.pk in of_user and case.decision is None]
    waiting = pages.waiting(matches, with_previews(found))
    context = {
        "section": SECTION,
        "season": season,
        "tab": "waiting",
        "waiting": waiting,
        "overdue": pages.overdue(matches, waiting),
    }
    return render(request, "leagues/office/season.html", context)


@require_safe
@login_required
def office_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match with the forms of a ruling and of another day. Never its line-ups before the reveal."""
    return _page(request, _match(request, pk))


@require_POST
@login_required
def enter_result(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the result of the pressed key, for the captains."""
    match, board = _match(request, pk), ""
    try:
        board = results.press(match.pk, request.POST.get("result", ""), request.user)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect(f"{reverse('league_office_match', args=[pk])}#board{board}")


@require_POST
@login_required
def confirm_result(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm the result for a side that cannot."""
    match, side = _match(request, pk), request.POST.get("side", "")
    try:
        results.confirm(match.pk, side, request.user, request.POST.get("seen", ""))
        messages.success(request, _("The result is confirmed."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_office_match", pk)


@form_of("league_office_match")
@login_required
def rule_on_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule on a match."""
    match = _match(request, pk)
    form = RulingForm(match, request.POST)
    if not form.is_valid():
        return _page(request, match, ruling=form)
    if "preview" in request.POST:
        return _page(request, match, ruling=form, shown=pages.previewed(match, form))
    given = form.cleaned_data
    what = {
        "article": given["article"],
        "replaces": given["replaces"],
        "fined": given["side"],
        "fine": given["fine"] or 0,
    }
    try:
        if given["finding"]:
            decide.rule_on(pk, given["finding"], form.effects, request.user, given["reason"], **what)
        else:
            rule(pk, form.effects, request.user, given["reason"], **what)
        messages.success(request, _("The ruling is published."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_office_match", pk)


@require_POST
@login_required
def decide_finding(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule on a finding as the rules propose, or waive it: what the pressed button says."""
    match = _match(request, pk)
    key = request.POST.get("finding", "")
    try:
        if request.POST.get("do") == "waive":
            decide.waive(pk, key, request.user, request.POST.get("reason", ""))
            messages.success(request, _("The finding is waived."))
        else:
            decide.rule_as_proposed(pk, key, request.user)
            messages.success(request, _("The ruling is published."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    if request.POST.get("back") == "season":
        return redirect("league_office_season", match.series.division.season.slug)
    return redirect("league_office_match", pk)


@require_POST
@login_required
def appoint_arbiter(request: HttpRequest, pk: int) -> HttpResponse:
    """Appoint the arbiter of a match."""
    match = _match(request, pk)
    try:
        found = officials.appoint(match.pk, request.POST.get("arbiter", ""), request.user)
        messages.success(request, _("The arbiter is appointed.") if found.arbiter else _("The match has no arbiter."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_office_match", pk)


@form_of("league_office_match")
@login_required
def move_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Move a match, or swap home and away."""
    match = _match(request, pk)
    try:
        if "swap" in request.POST:
            moving.swap(pk, request.user)
        else:
            form = MoveForm(request.POST, instance=match)
            if not form.is_valid():
                return _page(request, _match(request, pk), move=form)
            given = form.cleaned_data
            moving.move(pk, given["day"], given["starts"], request.user, given["venue"])
        messages.success(request, _("The match is moved."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_office_match", pk)


def _season(request: HttpRequest, slug: str) -> Season:
    return get_object_or_404(access.seasons_run_by(request.user).select_related("competition__unit"), slug=slug)


def _match(request: HttpRequest, pk: int) -> Match:
    rows = Match.objects.select_related(
        "home__club", "away__club", "venue", "arbiter", "series__division__season__competition"
    )
    match = get_object_or_404(rows, pk=pk)
    if not access.may_rule(request.user, match):
        raise PermissionDenied
    return match


def _page(
    request: HttpRequest,
    match: Match,
    ruling: RulingForm | None = None,
    move: MoveForm | None = None,
    shown: Preview | None = None,
) -> HttpResponse:
    boards = list(match.boards.select_related("home", "away"))
    lines = board_lines(boards)
    season = match.series.division.season
    found = with_previews(each for each in cases(season, all_matches(season)) if each.match.pk == match.pk)
    context = {
        "section": SECTION,
        "match": match,
        "season": season,
        "cases": found,
        "boards": lines,
        **keys_of(match, lines),
        "seen": fingerprint(boards),
        "sides": [(side, match.team(side), match.confirmed_at(side)) for side in Side.values],
        "score": of_score(score(plain_match(match, boards), rules_of(match))) if boards else "",
        "rulings": match.rulings.select_related("officer"),
        "fines": fines.of_match(match),
        "protests": match.protests.filter(decided_at=None),
        "photos": match.photos.order_by("pk"),
        "preview": shown,
        "ruling_form": (ruling or RulingForm(match)).about(found),
        "move_form": move or MoveForm(instance=match),
    }
    return render(request, "leagues/office/match.html", context)
