"""The page with the effect of a tournament on the ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import long_date
from ratings.models import LivingList
from ratings.public.pages import list_title
from ratings.review.list_days import coming_lists
from ratings.review.tables import EffectTable
from ratings.review.tournament_effects import Effect, effects, effects_of_today
from tournaments.models import Tournament


@require_safe
def effect(request: HttpRequest, pk: int = 0, year: int = 0, slug: str = "") -> HttpResponse:
    """Show the rating effect of a tournament in each list that it went into, and in the next ones. Eight queries."""
    tournament = get_object_or_404(Tournament.objects.accepted().at(pk, year, slug).select_related("club"))
    if pk and tournament.address:
        return redirect(tournament.page("rating_changes"), permanent=True)
    found = effects(tournament)
    lists = [
        (
            rating_list,
            EffectTable(rows, rating_list, caption=_("Rating changes in %(list)s") % {"list": list_title(rating_list)}),
        )
        for rating_list, rows in found
    ]
    context = {
        "section": "tournaments",
        "next_lists": [] if found else _next_lists(tournament),
        "of_today": [(living, _table_of_today(living, rows)) for living, rows in effects_of_today(tournament)],
        "tournament": tournament,
        "tab": "effect",
        "lists": lists,
        "has_performances": any(row.change is None for _list, rows in found for row in rows),
    }
    return render(request, "ratings/effect.html", context)


def _table_of_today(living: LivingList, rows: list[Effect]) -> EffectTable:
    rating_list = living.as_list
    return EffectTable(rows, rating_list, caption=_("Rating changes in %(list)s") % {"list": list_title(rating_list)})


def _next_lists(tournament: Tournament) -> list[str]:
    """Return the names of the lists that the tournament will count for. Two queries."""
    over = max(filter(None, (tournament.start, tournament.end, tournament.counts_from)), default=None)
    if over is None or tournament.unrated_history:
        return []
    found = coming_lists(tournament.discipline, tournament.pace, over)
    return [_("%(pool)s, %(day)s") % {"pool": pool.name, "day": long_date(day)} for pool, day in found]
