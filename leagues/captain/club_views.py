"""What a club does for a season: its entries, and its player list with its violations of the rules."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.identity.member_numbers import club_key_of
from federation.imports.sent_files import sent_file
from federation.models import Club
from federation.profiles.reading import profile
from federation.web.error_messages import show_errors
from federation.web.language import form_of
from leagues import access
from leagues.captain.forms import EntryForm
from leagues.checks import player_lists as checks
from leagues.errors import Refused
from leagues.files import player_list_file
from leagues.models import Entry, ListEntry, Season, Team
from leagues.seasons import entries, player_lists

SECTION = "interclubs"


def season_and_club(request: HttpRequest, slug: str, number: str) -> tuple[Season, Club]:
    """Return a season that is not in preparation, and a club for which the user acts. Raise Http404."""
    season = get_object_or_404(Season.objects.select_related("competition__unit"), slug=slug)
    club = get_object_or_404(Club, key=club_key_of(number))
    may_change = player_list_file.may_change(request.user, season, club)
    if not may_change or (season.stage == Season.Stage.PLANNING and not access.may_run(request.user, season)):
        raise Http404
    return season, club


@require_safe
@login_required
def club_season(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Show the entries of a club, and its player list with its violations of the rules. A dozen queries."""
    season, club = season_and_club(request, slug, number)
    return _page(request, season, club, EntryForm(season))


def _page(request: HttpRequest, season: Season, club: Club, form: EntryForm) -> HttpResponse:
    today = timezone.localdate()
    listed = ListEntry.objects.filter(season=season, club=club, listed_until=None)
    found = checks.findings(season, max(season.start, min(today, season.end)), club.pk)
    context = {
        "section": SECTION,
        "season": season,
        "club": club,
        "currency": profile().federation.currency,
        "teams": Team.objects.filter(club=club, series__division__season=season).select_related("series__division"),
        "entries": Entry.objects.filter(season=season, club=club)
        .select_related("division")
        .order_by("division__level"),
        "form": form,
        "may_enter": season.stage == Season.Stage.ENTRIES or access.may_run(request.user, season),
        "listed": listed.select_related("member", "titular_of").order_by("position", "pk"),
        "faults": [text for _found, text in checks.sentences(season, found)],
        "is_open": player_list_file.is_open(season, today) or access.may_run(request.user, season),
    }
    return render(request, "leagues/captain/club.html", context)


@form_of("league_club_season")
@login_required
def enter_teams(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Enter teams of a club in a division."""
    season, club = season_and_club(request, slug, number)
    form = EntryForm(season, request.POST)
    if not form.is_valid():
        return _page(request, season, club, form)
    given = form.cleaned_data
    try:
        entries.enter(given["division"], club, given["teams"], request.user, given["wishes"])
        messages.success(request, _("The entry was sent."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_club_season", slug, club.number)


@require_POST
@login_required
def withdraw_entry(request: HttpRequest, slug: str, number: str, pk: int) -> HttpResponse:
    """Withdraw an entry of the club."""
    season, club = season_and_club(request, slug, number)
    entry = get_object_or_404(Entry, pk=pk, season=season, club=club)
    try:
        entries.withdraw(entry, request.user)
        messages.success(request, _("The entry was withdrawn."))
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("league_club_season", slug, club.number)


@require_POST
@login_required
def propose_list(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Append the members of the club who are not on its list yet."""
    season, club = season_and_club(request, slug, number)
    today = timezone.localdate()
    if player_list_file.is_open(season, today) or access.may_run(request.user, season):
        added = player_lists.propose(season, club, max(today, season.start), request.user)
        messages.success(request, _("Players added to the list: %(count)s.") % {"count": len(added)})
    else:
        messages.error(request, Refused(player_list_file.CLOSED).sentence)
    return redirect("league_club_season", slug, club.number)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_list(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Show what a table would change in the player list, line by line; carry it out."""
    season, club = season_and_club(request, slug, number)
    context: dict[str, object] = {"section": SECTION, "season": season, "club": club}
    if request.method == "POST":
        with show_errors(request):
            token, data = sent_file(request)
            if "confirm" in request.POST:
                player_list_file.store(season, club, data, request.user)
                messages.success(request, _("The player list was imported."))
                return redirect("league_club_season", slug, club.number)
            context |= {"token": token, "plan": player_list_file.plan(season, club, data)}
    return render(request, "leagues/captain/import_list.html", context)


@require_safe
@login_required
def list_table(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """Return the player list as a table that can be edited and uploaded again."""
    season, club = season_and_club(request, slug, number)
    answer = HttpResponse(player_list_file.as_table(season, club), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="list-{season.slug}-{club.number}.csv"'
    return answer
