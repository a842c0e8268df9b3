"""The reading log: who viewed whole birth dates, addresses or telephone numbers, and whose.

A view notes what its page shows (`note`); one row is written when the page is finished. Pages that show years only note
nothing.
"""

import datetime as dt
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from django.db.models import Count, Sum
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from federation.access import role_of
from federation.models import Looked, Member

LONGEST = 120  # letters of a filter
MANY = 200  # people whose data one account views in a day: more is an outlier
KEY = "_looked"  # of the request
DONE = 400  # answers with this status or a higher one show no personal data


def note(request: HttpRequest, *, member: Member | None = None, count: int = 1, chosen: str = "") -> None:
    """Note that the page of this request shows one member, or ``count`` members of a list. Zero is not logged."""
    if count:
        setattr(request, KEY, (member.pk if member else None, count, chosen[:LONGEST]))


def keep_log(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: write the row of a request whose view noted something. Other requests cost nothing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if (looked := getattr(request, KEY, None)) and response.status_code < DONE and request.user.is_authenticated:
            member, count, chosen = looked
            page = request.resolver_match.view_name if request.resolver_match else ""
            Looked.objects.create(
                account=request.user,
                role=role_of(request.user),
                page=page[:80],
                member_id=member,
                count=count,
                chosen=chosen,
            )
        return response

    return middleware


def kept_looks(members: Collection[Member]) -> dict[str, list[dict[str, Any]]]:
    """Return who viewed these members, for their export: role and day, no names. One query."""
    found = Looked.objects.filter(member__in=members).annotate(day=TruncDate("at"))
    days = found.order_by("-day", "role").values("day", "role").distinct()
    return {"looked": [{"day": row["day"], "role": row["role"]} for row in days]}


class Day(NamedTuple):
    """What one account viewed on a day."""

    day: dt.date
    account: str
    role: str
    requests: int
    people: int

    @property
    def is_outlier(self) -> bool:
        return self.people > MANY


def days(since: dt.timedelta = dt.timedelta(days=30)) -> list[Day]:
    """Return what accounts viewed in the last days, the most people first on each day. One query."""
    found = Looked.objects.filter(at__gte=timezone.now() - since).annotate(day=TruncDate("at"))
    rows = (
        found.order_by().values("day", "account__username", "role").annotate(requests=Count("pk"), people=Sum("count"))
    )
    made = [
        Day(row["day"], row["account__username"] or "", row["role"], row["requests"], row["people"]) for row in rows
    ]
    return sorted(made, key=lambda each: (each.day, each.people), reverse=True)
