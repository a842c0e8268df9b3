"""The public page of the prizes of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from tournaments.models import Tournament
from tournaments.prizes.prizes import worked_out
from tournaments.public.by_address import of_accepted
from tournaments.public.lines import figures_of, lines_of
from tournaments.public.views import page
from tournaments.standings.individual import standings


@require_safe
@of_accepted
@briefly_cached
def tournament_prizes(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Show who takes which prize. At most seven queries."""
    won = []
    if found.prizes and not found.has_teams:
        now = standings(found, with_clubs=True)
        won = worked_out(found, now, lines_of(now, figures_of(found), is_go=found.is_go))
    return page(request, "prizes", found, {"prizes": won})
