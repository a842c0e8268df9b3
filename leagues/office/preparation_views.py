"""How a season is prepared: entries, matches of its series, player lists, and the season that follows."""

from collections import defaultdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.models import Club
from federation.profiles.reading import profile
from federation.web.error_messages import show_errors
from leagues import access
from leagues.checks import player_lists
from leagues.errors import Refused
from leagues.models import Entry, Season, Series
from leagues.seasons import entries, fixtures, next_season, play_offs
from leagues.standings.series_standings import tables

SECTION = "interclubs"


def season_of(request: HttpRequest, slug: str) -> Season:
    """Return a season that the user runs as a whole."""
    found = get_object_or_404(access.seasons_run_by(request.user).select_related("competition__unit"), slug=slug)
    if not access.may_run(request.user, found):
        raise PermissionDenied
    return found


@require_safe
@login_required
def preparation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show entries, series without matches, and findings about player lists. About nine queries."""
    season = season_of(request, slug)
    found = player_lists.findings(season, max(season.start, min(timezone.localdate(), season.end)))
    by_club: dict[int, list[str]] = defaultdict(list)
    for each, text in player_lists.sentences(season, found):
        by_club[each.club].append(text)
    clubs = Club.objects.filter(pk__in=by_club).order_by("key")
    entered = list(Entry.objects.filter(season=season).select_related("club", "division").order_by("club__key", "pk"))
    context = {
        "section": SECTION,
        "season": season,
        "tab": "preparation",
        "currency": profile().federation.currency,
        "entries": entered,
        "open_entries": [entry for entry in entered if entry.is_open],
        "without_fixtures": Series.objects.filter(division__season=season, matches=None).select_related("division"),
        "lists": [(club, by_club[club.pk]) for club in clubs],
    }
    return render(request, "leagues/office/preparation.html", context)


@require_POST
@login_required
def accept_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept an entry, or all that the page showed; their fees are charged to the clubs."""
    season = season_of(request, slug)
    accepted = entries.accept(season, _ids(request.POST.getlist("entry")), request.user)
    done = ngettext("%(count)d entry was accepted.", "%(count)d entries were accepted.", len(accepted))
    messages.success(request, done % {"count": len(accepted)})
    return redirect("league_office_preparation", slug)


@require_POST
@login_required
def withdraw_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw the entry of a club; its fee is credited."""
    season = season_of(request, slug)
    with show_errors(request):
        entries.withdraw(get_object_or_404(Entry, pk=pk, season=season), request.user)
        messages.success(request, _("The entry was withdrawn."))
    return redirect("league_office_preparation", slug)


@require_POST
@login_required
def make_fixtures(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Create the matches of a series."""
    season = season_of(request, slug)
    series = get_object_or_404(Series.objects.filter(division__season=season), pk=pk)
    try:
        made = fixtures.make(series, request.user)
        messages.success(request, _("Matches made: %(count)s.") % {"count": len(made)})
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_office_preparation", slug)


@require_safe
@login_required
def following(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where each team would play in the next season."""
    season = season_of(request, slug)
    declined = _ids(request.GET.getlist("declined"))
    rows = Series.objects.filter(division__season=season).select_related("division__season__competition")
    ties = play_offs.ties(season, tables(rows))
    context = {
        "section": SECTION,
        "season": season,
        "tab": "next",
        "proposals": next_season.proposals(season, declined),
        "declined": declined,
        "ties": ties,
        "has_ties_to_make": any(tie.made is None for tie in ties),
    }
    return render(request, "leagues/office/next_season.html", context)


@require_POST
@login_required
def make_play_offs(request: HttpRequest, slug: str) -> HttpResponse:
    """Make the matches of the play-offs."""
    season = season_of(request, slug)
    try:
        made = play_offs.make(season, request.user)
        messages.success(request, _("Matches made: %(count)s.") % {"count": len(made)})
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_office_next", slug)


@require_POST
@login_required
def copy_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the next season."""
    season = season_of(request, slug)
    try:
        made = next_season.copy(season, request.user, _ids(request.POST.getlist("declined")))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("league_office_next", slug)
    messages.success(request, _("%(season)s is in preparation.") % {"season": made})
    return redirect("league_office_preparation", made.slug)


def _ids(sent: list[str]) -> set[int]:
    return {int(each) for each in sent if each.isdecimal() and len(each) < 19}
