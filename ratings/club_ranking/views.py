"""Clubs by strength, and the strength of a club over time."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import long_date
from federation.identity.member_numbers import club_key_of
from federation.models import Club
from federation.web.conditional import briefly_cached
from ratings.club_ranking.tables import RankingTable, StrengthTable
from ratings.figures import in_words
from ratings.find_lists import latest_lists
from ratings.models import ClubStrength, RatingList
from ratings.records.chart import Dot, Line, Point, svg

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
def strength(request: HttpRequest, number: str) -> HttpResponse:
    """Show the strength of a club in all lists of a rating type (``?pool=``), as a chart and a table. Two queries."""
    club = get_object_or_404(Club, key=club_key_of(number))
    if club.number != number:
        return redirect("club_strength", club.number, permanent=True)
    published = club.strengths.filter(list__state=RatingList.State.PUBLISHED, list__pool__public=True)
    ordered = published.select_related("list__pool").defer("list__manifest")
    rows = list(ordered.order_by("list__pool__position", "list__pool__slug", "-list__date"))
    pools = {row.list.pool.slug: row.list.pool for row in rows}
    pool = pools.get(request.GET.get("pool", "")) or next(iter(pools.values()), None)
    context = {"section": "clubs", "club": club, "pools": list(pools.values()), "pool": pool}
    if pool:
        mine = [row for row in rows if row.list.pool_id == pool.pk]
        for row in mine:
            row.list.pool = pool
        context["table"] = StrengthTable(mine, pool, club.number, _("Strength by list"))
        context["chart"] = _chart(mine, club)
    return render(request, "ratings/club_strength.html", context)


def _chart(rows: list[ClubStrength], club: Club) -> str:
    """Return the chart of these rows, the latest first; "" with fewer than two."""
    pool = rows[0].list.pool
    values = [Dot(row.list.date, row.strength) for row in reversed(rows)]
    points = [_point(row, club) for row in rows]
    latest = f"{in_words(rows[0].strength, pool)} · {long_date(rows[0].list.date)}"
    label = _("Strength of %(club)s. The table below has all the numbers.") % {"club": club.name}
    return svg([Line(pool, values)], points, label, (latest, pool.name))


def _point(row: ClubStrength, club: Club) -> Point:
    pool, day = row.list.pool, row.list.date
    place = _("rank %(rank)s of %(clubs)s") % {"rank": row.rank, "clubs": row.ranked}
    where = reverse("list", args=[pool.slug, row.list.month_slug]) + f"?club={club.number}"
    text = _("list of %(day)s") % {"day": long_date(day)}
    return Point(day, row.strength, f"{in_words(row.strength, pool)}, {place}", text, where)
