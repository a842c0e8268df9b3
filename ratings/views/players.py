"""Members as players: the search, and one member's page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.affiliations import stretches
from federation.categories import category
from federation.filters import named
from federation.live import render_live
from federation.models import Member
from ratings.charts import history_chart
from ratings.published import latest_lists
from ratings.standing import History, histories, tournaments, with_ratings
from ratings.tables import HistoryTable, MemberTable, PlayedTable

FOUND_AT_MOST = 50


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Members by the beginning of the name, or by matricule. Three queries."""
    text = request.GET.get("name", "")[:60]
    context = {"section": "players", "text": text, "table": None, "limit": FOUND_AT_MOST}
    if text.strip():
        members = Member.objects.current().filter(named(text)).order_by("search_name", "matricule")
        lists = list(latest_lists())
        found = with_ratings(members[:FOUND_AT_MOST], lists)
        context |= {"count": len(found), "table": MemberTable(found, lists, caption=_("Members found"))}
    return render_live(request, "ratings/players.html", "ratings/_players_results.html", context)


@require_safe
def detail(request: HttpRequest, matricule: int) -> HttpResponse:
    """A member: ratings and their history, clubs, tournaments. A merged record leads to the one that goes on."""
    members = Member.objects.select_related("merged_into")
    member = get_object_or_404(members, matricule=matricule)
    if member.merged_into:
        return redirect("player", member.merged_into.matricule, permanent=True)
    pools = histories(member)
    played = tournaments(member, [rating for history in pools for rating in history.ratings])
    affiliated = stretches(member.affiliations.select_related("club").order_by("start"))[::-1]
    context = {
        "section": "players",
        "member": member,
        "category": category(member.birth_date and member.birth_date.year, timezone.localdate()),
        "pools": [
            (
                history,
                history_chart(history.rated, history.pool),
                HistoryTable(history, matricule, _table_title(history)),
            )
            for history in pools
        ],
        "stretches": affiliated,
        "club": next((each.club for each in affiliated if each.club), None),
        "played": PlayedTable(played, [history.pool for history in pools], caption=_("Tournaments")),
        "played_count": len(played),
    }
    return render(request, "ratings/player.html", context)


def _table_title(history: History) -> str:
    return _("%(pool)s: all lists") % {"pool": history.pool.name}
