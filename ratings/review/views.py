"""What a tournament did to the ratings."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ratings.public.pages import list_title
from ratings.review.tables import EffectTable
from ratings.review.tournament_effects import effects
from tournaments.models import Tournament


@require_safe
def effect(request: HttpRequest, pk: int) -> HttpResponse:
    """The rating effect of a tournament in each list that it went into. Seven queries."""
    tournament = get_object_or_404(Tournament.objects.accepted().select_related("club"), pk=pk)
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
        "tournament": tournament,
        "tab": "effect",
        "lists": lists,
        "has_performances": any(row.change is None for _list, rows in found for row in rows),
    }
    return render(request, "ratings/effect.html", context)
