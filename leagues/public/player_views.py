"""What a member played in league seasons."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import key_of
from federation.members import former_numbers
from federation.web.conditional import briefly_cached
from leagues.public.players import seasons_of
from leagues.public.views import SECTION, public_seasons


@require_safe
@briefly_cached
def player(request: HttpRequest, number: str) -> HttpResponse:
    """Show the games of a member in all seasons. Two queries."""
    found = former_numbers.find(key_of(number))
    if found is None:
        raise Http404
    member = found.merged_into or found
    if member.number != number:
        return redirect("league_player", member.number)
    seasons = seasons_of(member, public_seasons())
    return render(request, "leagues/player.html", {"section": SECTION, "member": member, "seasons": seasons})
