"""The page on which a club chooses the tie-breaks of a tournament."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from federation.web.error_messages import show_errors
from tournaments import access
from tournaments.corrections import correct
from tournaments.standings import ranking
from tournaments.standings.forms import TeamTieBreaksForm, TieBreaksForm
from tournaments.standings.individual import standings
from tournaments.standings.team_standings import standings as team_standings
from tournaments.standings.team_tie_break_codes import choices_of


@login_required
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the tie-breaks. The club chooses until the tournament is accepted, then the federation corrects."""
    found = get_object_or_404(access.tournaments_of(request.user).select_related("tie_breaks"), pk=pk)
    if found.is_go:
        raise Http404
    if not access.may_order(request.user, found):
        raise PermissionDenied
    form = (TeamTieBreaksForm if found.has_teams else TieBreaksForm)(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            if found.is_public:
                reason = form.cleaned_data["reason"]
                correct.correct_tie_breaks(found, form.order(), request.user, reason, form.team_bye())
            else:
                ranking.choose(found, form.order(), request.user, form.team_bye())
        return redirect("my_club_tournament", found.pk)
    now = (team_standings if found.has_teams else standings)(found)
    context = {"tournament": found, "form": form, "standings": now, "known": choices_of(found).values()}
    return render(request, "tournaments/my_club/tie_breaks.html", context)
