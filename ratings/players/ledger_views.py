"""A member's ledger of a list: why the rating is what it is."""

from decimal import Decimal

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from ratings.find_lists import find_list
from ratings.models import RatingList
from ratings.players.ledger import explain
from ratings.players.member_ratings import list_days, replaced
from ratings.players.merged_views import member_of, moved
from ratings.public.pages import list_title


@require_safe
@briefly_cached
def ledger(request: HttpRequest, number: str, slug: str, month: str) -> HttpResponse:
    """Show each game and special rule between two lists, adding up exactly to the change. Seven queries, eight for a
    revision."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, "ledger", slug, month):
        return elsewhere
    rating_list = find_list(slug, month, request.GET.get("revision", ""))
    explanation = explain(rating_list, member)
    if explanation.rating is None and not explanation.lines:
        raise Http404
    before, after = _neighbours(rating_list, list_days(member, rating_list.pool))
    context = {
        "section": "players",
        "member": member,
        "list": rating_list,
        "title": list_title(rating_list),
        "explanation": explanation,
        "rating": explanation.rating,
        "games_sum": sum((line.change for line in explanation.games), Decimal(0)),
        "rules_sum": sum((line.change for line in explanation.rules), Decimal(0)),
        "before": before,
        "after": after,
        "replaced": replaced(member, rating_list),
    }
    return render(request, "ratings/ledger.html", context)


def _neighbours(rating_list: RatingList, lists: list[RatingList]) -> tuple[RatingList | None, RatingList | None]:
    """Return the previous and the next list in which the member has a ledger."""
    before = [each for each in lists if each.date < rating_list.date]
    after = [each for each in lists if each.date > rating_list.date]
    return before[-1] if before else None, after[0] if after else None
