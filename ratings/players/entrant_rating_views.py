"""The page on which a secretary takes the ratings of a list for the start order of a tournament of the club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext

from federation.access import clubs_of
from ratings.players.entrant_ratings import choices, take
from ratings.public.pages import list_title
from tournaments.models import Stage, Tournament


@login_required
def seeding(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the lists to choose from; write the ratings of the chosen one to the players."""
    running = Tournament.objects.exclude(on_site_visibility="").filter(
        stage=Stage.READ, club__in=clubs_of(request.user)
    )
    tournament = get_object_or_404(running, pk=pk)
    found = choices(tournament)
    if request.method == "POST":
        chosen = {str(choice.list.pk): choice.list for choice in found}.get(request.POST.get("list", ""))
        if chosen is not None:
            count = take(tournament, chosen)
            said = ngettext(
                "%(count)s player now has the rating from %(list)s.",
                "%(count)s players now have their rating from %(list)s.",
                count,
            )
            messages.success(request, said % {"count": count, "list": list_title(chosen)})
        return redirect("event_players", tournament.pk)
    context = {"tournament": tournament, "choices": [(choice, list_title(choice.list)) for choice in found]}
    return render(request, "ratings/seeding.html", context)
