"""Clubs by strength, and a club over time."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import long_date
from federation.identity.member_numbers import club_key_of
from federation.models import Club
from federation.web.conditional import briefly_cached
from ratings.club_ranking.history import InList, of_club
from ratings.club_ranking.tables import HistoryTable, RankingTable
from ratings.figures import in_words
from ratings.find_lists import latest_lists, public_lists
from ratings.models import RatingList
from ratings.records.chart import Dot, Line, Point, svg
from ratings.statistics.bars import columns

PER_PAGE = 200


@require_safe
@briefly_cached
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the clubs by strength in the latest list of a rating type (``?pool=``). Three queries."""
    lists = list(latest_lists())
    asked = [each for each in lists if each.pool.slug == request.GET.get("pool", "")]
    chosen = (asked or lists or [None])[0]
    context = {"section": "clubs", "lists": lists, "chosen": chosen}
    if chosen:
        rows = chosen.club_strengths.select_related("club").order_by("rank", "club__key")
        context["table"] = RankingTable(rows, chosen, _("Clubs by strength")).configure(request.GET, PER_PAGE)
    return render(request, "ratings/club_ranking.html", context)


@require_safe
@briefly_cached
def history(request: HttpRequest, number: str) -> HttpResponse:
    """Show members, mean rating and strength of a club in all lists of a rating type (``?pool=``), as charts and a
    table. Four queries.
    """
    club = get_object_or_404(Club, key=club_key_of(number))
    if club.number != number:
        return redirect("club_history", club.number, permanent=True)
    lists = list(public_lists())
    pools = {each.pool.slug: each.pool for each in lists}
    pool = pools.get(request.GET.get("pool", "")) or next(iter(pools.values()), None)
    context = {"section": "clubs", "club": club, "pools": list(pools.values()), "pool": pool}
    if pool and (rows := of_club(club, [each for each in lists if each.pool_id == pool.pk])):
        context["table"] = HistoryTable(rows, pool, club.number, _("Members and ratings by list"))
        context["chart"] = _chart([row for row in rows if row.strength is not None], club)
        label = _("Members by list. The table below has all the numbers.")
        context["members"] = columns([(_month(row.list), row.members) for row in reversed(rows)], label)
    return render(request, "ratings/club_history.html", context)


def _month(rating_list: RatingList) -> str:
    return f"{rating_list.date.month}/{rating_list.date.year}"


def _chart(rows: Sequence[InList], club: Club) -> str:
    """Return the chart of the strength in these lists, the latest first; "" with fewer than two."""
    if not rows:
        return ""
    pool = rows[0].list.pool
    values = [Dot(row.list.date, row.strength) for row in reversed(rows)]
    points = [_point(row, club) for row in rows]
    latest = f"{in_words(rows[0].strength, pool)} · {long_date(rows[0].list.date)}"
    label = _("Strength of %(club)s. The table below has all the numbers.") % {"club": club.name}
    return svg([Line(pool, values)], points, label, (latest, pool.name))


def _point(row: InList, club: Club) -> Point:
    pool, day = row.list.pool, row.list.date
    place = _("rank %(rank)s of %(clubs)s") % {"rank": row.rank, "clubs": row.ranked}
    where = reverse("list", args=[pool.slug, row.list.month_slug]) + f"?club={club.number}"
    text = _("list of %(day)s") % {"day": long_date(day)}
    return Point(day, row.strength, f"{in_words(row.strength, pool)}, {place}", text, where)
