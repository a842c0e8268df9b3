"""The public list of accepted tournaments."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.web.htmx import render_live
from tournaments.models import Tournament
from tournaments.public.filters import TournamentFilter
from tournaments.public.tables import TournamentTable
from tournaments.public.winners import winners_of

PER_PAGE = 50


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """List all accepted tournaments, the latest first. Seven queries."""
    accepted = Tournament.objects.accepted().standalone().select_related("club", "unit").with_players()
    narrowed = TournamentFilter(request.GET or None, queryset=accepted.order_by("-end", "-start", "name", "pk"))
    table = TournamentTable(narrowed.qs, caption=_("Tournaments")).configure(request.GET, PER_PAGE)
    table.winners = winners_of(table.page.object_list.data)
    context = {
        "section": "tournaments",
        "filter": narrowed,
        "narrowed": any(value for name, value in request.GET.items() if name not in {"page", "sort"}),
        "table": table,
    }
    return render_live(request, "tournaments/tournament_list.html", "tournaments/_results.html", context)
