"""Members as players: the search, and one member's page."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.identity.age_categories import category, shown
from federation.members.affiliations import intervals
from federation.members.former_numbers import told_of
from federation.members.search_filters import named
from federation.models import Affiliation, Member
from federation.web.conditional import briefly_cached
from federation.web.htmx import asks_for_results, render_live
from ratings.find_lists import latest_lists
from ratings.models import LivingRating
from ratings.players.charts import Chart, history_chart
from ratings.players.comparison import compare
from ratings.players.games_between import meetings
from ratings.players.member_ratings import History, histories, of_today, tournaments, with_ratings
from ratings.players.merged_views import member_of, moved
from ratings.players.tables import HistoryTable, MemberTable, PlayedTable
from ratings.public.reliability import Trust, rules_on, trust

FOUND_AT_MOST = 50
CANDIDATES = 12
RECENT = 12  # lists; those before are folded away
PLAYED = 30  # tournaments; likewise


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Members by name or number, with clubs and ratings. Five queries."""
    text = request.GET.get("name", "")[:60]
    context = {"section": "players", "text": text, "table": None, "limit": FOUND_AT_MOST}
    if text.strip():
        members = named(Member.objects.current(), text).order_by("search_name", "key")
        lists = list(latest_lists())
        found = with_ratings(members[:FOUND_AT_MOST], lists)
        ids = [rated.member.pk for rated in found]
        affiliated = Affiliation.objects.on(timezone.localdate()).filter(member__in=ids).exclude(club=None)
        clubs = dict(affiliated.values_list("member", "club__name"))
        context |= {"count": len(found), "table": MemberTable(found, lists, _("Members found"), clubs)}
    return render_live(request, "ratings/players.html", "ratings/_players_results.html", context)


@require_safe
@briefly_cached
def detail(request: HttpRequest, number: str) -> HttpResponse:
    """A member: ratings and their history, clubs, tournaments, and with ``against`` head to head with another member.

    A merged record leads to the one that goes on.
    """
    member = member_of(number)
    if elsewhere := moved(request, number, member, "player"):
        return elsewhere
    against = _against(member, request.GET.get("against", "")[:60])
    if asks_for_results(request):
        return render_live(request, "ratings/player.html", "ratings/_comparison.html", against)
    pools, today = histories(member), of_today([member.pk]).get(member.pk, {})
    played = tournaments(member, [rating for history in pools for rating in history.ratings])
    before, of_pools = played[PLAYED:], [history.pool for history in pools]
    affiliated = intervals(member.affiliations.select_related("club").order_by("start"))[::-1]
    context = {
        "section": "players",
        "former_numbers": told_of(member),
        **_category(member),
        "pools": [_pool_section(history, number, today) for history in pools],
        "first_games": [each for pk, each in today.items() if pk not in {history.pool.pk for history in pools}],
        "intervals": affiliated,
        "club": next((each.club for each in affiliated if each.club), None),
        "played": PlayedTable(played[:PLAYED], of_pools, _("Tournaments")) if played else None,
        "played_before": PlayedTable(before, of_pools, _("Earlier tournaments")) if before else None,
        **against,
    }
    return render_live(request, "ratings/player.html", "ratings/_comparison.html", context)


@dataclass(frozen=True)
class PoolSection:
    """A member in one pool, as the player page shows it."""

    history: History
    chart: Chart | None
    table: HistoryTable
    earlier: HistoryTable | None
    trust: Trust | None
    today: LivingRating | None  # where it differs from the list


def _pool_section(history: History, number: str, today: dict[int, LivingRating]) -> PoolSection:
    """With the rules of the pool, one query, where its ratings have an RD."""
    pool = history.pool
    recent, before = history.ratings[:RECENT], history.ratings[RECENT:]
    caption = (_("%(pool)s: the latest lists") if before else _("%(pool)s: all lists")) % {"pool": pool.name}
    table, earlier = HistoryTable(history, recent, number, caption), None
    if before:
        earlier = HistoryTable(history, before, number, _("%(pool)s: earlier lists") % {"pool": pool.name})
    current = history.current
    trusted = trust(current, rules_on(current.list), timezone.localdate()) if pool.has_deviations else None
    chart = history_chart(history.rated, pool)
    return PoolSection(history, chart, table, earlier, trusted, today.get(pool.pk))


def _category(member: Member) -> dict[str, str]:
    """Return the age category of today, and its name; adults have none."""
    today = timezone.localdate()
    found = category(member.birth_date and member.birth_date.year, today)
    return {"category": found, "category_name": shown(found, today)}


def _against(member: Member, text: str) -> dict[str, Any]:
    """Return the member to compare with, or the candidates. Two queries, and those of two other modules."""
    found: list[Member] = []
    if text.strip():
        others = named(Member.objects.current().exclude(pk=member.pk), text)
        found = list(others.order_by("search_name", "key")[:CANDIDATES])
    other = found[0] if len(found) == 1 else None
    return {
        "member": member,
        "against": text.strip(),
        "other": other,
        "candidates": found,
        "comparisons": compare(member, other, timezone.localdate()) if other else [],
        "meetings": meetings(member, other) if other else None,
    }
