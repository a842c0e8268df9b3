"""The search for members."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.members.search_filters import named
from federation.models import Affiliation, Member
from federation.web.htmx import render_live
from ratings.find_lists import latest_lists
from ratings.players.member_ratings import with_ratings
from ratings.players.tables import MemberTable

FOUND_AT_MOST = 50


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show members by name or number, with clubs and ratings. Five queries."""
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
