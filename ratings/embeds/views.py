"""Parts of the site that other sites show in a frame: the top of a list, a club, a member."""

from collections.abc import Callable

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import club_key_of
from federation.models import Club
from federation.web.conditional import briefly_cached
from ratings.figures import cell_of
from ratings.find_lists import find_list, latest_lists
from ratings.players.club_ratings import members_of
from ratings.players.member_ratings import histories
from ratings.players.merged_views import member_of

ROWS, MOST = 10, 100  # of a list
View = Callable[..., HttpResponse]


def framed(view: View) -> View:
    """Let any site show the page in a frame. It has no form and no login that a reader could be tricked into using."""
    shown = csp_replace({"frame-ancestors": ["*"]})(xframe_options_exempt(view))
    made: View = require_safe(briefly_cached(shown))
    return made


@framed
def top(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the first members of the latest list; ``?rows=`` says how many. Two queries."""
    rating_list = find_list(slug)
    rows = request.GET.get("rows", str(ROWS))
    if not (rows.isascii() and rows.isdecimal() and 0 < int(rows[:4]) <= MOST):
        raise Http404
    ratings = rating_list.ratings.ranked().filter(affiliated=True).select_related("member", "club")[: int(rows)]
    figure = cell_of(rating_list.pool)
    lines = [(each, figure(each.rating)) for each in ratings]
    return render(request, "ratings/embeds/top.html", {"list": rating_list, "lines": lines})


@framed
def club(request: HttpRequest, number: str) -> HttpResponse:
    """Show the members of a club with their latest ratings. Four queries."""
    found = get_object_or_404(Club, key=club_key_of(number))
    lists = list(latest_lists())
    lines = [(each.member, [each.ratings.get(one.pk) for one in lists]) for each in members_of(found, lists)]
    used = [place for place in range(len(lists)) if any(ratings[place] for _member, ratings in lines)]
    figures = [cell_of(each.pool) for each in lists]
    rows = [
        (member, [figures[place](ratings[place].rating) if ratings[place] else "" for place in used])
        for member, ratings in lines
    ]
    context = {"club": found, "pools": [lists[place].pool for place in used], "rows": rows}
    return render(request, "ratings/embeds/club.html", context)


@framed
def player(request: HttpRequest, number: str) -> HttpResponse:
    """Show the card of a member: name, club, latest ratings. Four queries."""
    found = member_of(number)
    member = found.merged_into or found
    affiliated = member.affiliations.on(timezone.localdate()).select_related("club").first()
    lines = [
        (history.current, cell_of(history.pool)(history.current.rating))
        for history in histories(member)
        if history.current.rating is not None
    ]
    context = {"member": member, "club": affiliated.club if affiliated else None, "lines": lines}
    return render(request, "ratings/embeds/player.html", context)
