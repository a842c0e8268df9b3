"""What a member played in league seasons."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from leagues.public.players import seasons_of
from leagues.public.views import SECTION, public_seasons
from ratings.players.merged_views import member_of, moved


@require_safe
@briefly_cached
def player(request: HttpRequest, number: str) -> HttpResponse:
    """Show the games of a member in all seasons. Two queries."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, "league_player"):
        return elsewhere
    seasons = seasons_of(member, public_seasons())
    return render(request, "leagues/player.html", {"section": SECTION, "member": member, "seasons": seasons})
