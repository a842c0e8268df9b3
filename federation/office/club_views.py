"""All of a club on one page."""

from collections import defaultdict

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.access import may_everywhere
from federation.desk import waiting
from federation.identity.seasons import bounds, season_name, season_year
from federation.models import Affiliation, Club, Office, UnitMembership
from federation.money.balances import balances
from federation.profiles.reading import profile
from federation.structure.rights import Verb

SEASONS = 10


@require_safe
@login_required
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show all that the officer may see of a club. A constant number of queries."""
    if not may_everywhere(request.user, Verb.SEE_MEMBERS):
        raise PermissionDenied
    found, today = get_object_or_404(Club, pk=pk), timezone.localdate()
    sees_money = may_everywhere(request.user, Verb.SEE_STATEMENTS)
    owed = balances([found.pk]).get(found.pk, 0) if sees_money else 0
    offices = Office.objects.on(today).filter(club=found).select_related("account", "member")
    context = {
        "club": found,
        "offices": offices.order_by("role", "start"),
        "units": UnitMembership.objects.filter(club=found).select_related("unit").order_by("-start", "unit"),
        "seasons": _members_by_season(found),
        "open": waiting.in_order(waiting.members(request.user, [found])),
        "sees_money": sees_money,
        "owed": owed,
        "currency": profile().federation.currency,
        "today": today,
        "changes": may_everywhere(request.user, Verb.CHANGE_IDENTITY),
        "appoints": may_everywhere(request.user, Verb.APPOINT),
    }
    return render(request, "federation/office/club.html", context)


def _members_by_season(found: Club) -> list[tuple[str, int]]:
    """Return how many members the club had in each of the last seasons, the latest first. One query."""
    latest = season_year(timezone.localdate()) + 1
    earliest = latest - SEASONS + 1
    rows = Affiliation.objects.filter(club=found, member__merged_into=None).exclude(end__lt=bounds(earliest)[0])
    members: dict[int, set[int]] = defaultdict(set)
    for member, start, end in rows.order_by().values_list("member", "start", "end"):
        first, last = season_year(start), season_year(end) if end else latest
        for year in range(max(first, earliest), min(last, latest) + 1):
            members[year].add(member)
    return [(season_name(year), len(members[year])) for year in sorted(members, reverse=True)]
