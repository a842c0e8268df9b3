"""Who sees the treasurer's pages, and whose account."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from federation.access import Account, clubs_of, may_everywhere
from federation.invitations import holders
from federation.models import Club, Member
from federation.money.balances import DebtorKind
from federation.structure.rights import Verb

View = Callable[..., HttpResponse]


def require_treasurer(request: HttpRequest) -> None:
    """Raise `PermissionDenied` for a user who does not keep the federation's money."""
    if not may_everywhere(request.user, Verb.BOOK_MONEY):
        raise PermissionDenied


def for_treasurers(view: View) -> View:
    """Allow a page to treasurers alone; others log in, or are refused."""

    @login_required
    @wraps(view)
    def given(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        require_treasurer(request)
        return view(request, *args, **kwargs)

    return given


def seen_by(user: Account, kind: DebtorKind, verb: Verb = Verb.SEE_STATEMENTS) -> QuerySet[Club] | QuerySet[Member]:
    """Return the clubs or the members whose accounts the user sees, or for which they may do something else. Of
    members: officers for all, others for those for whom they stand.
    """
    if kind is DebtorKind.CLUB:
        return clubs_of(user, verb)
    if may_everywhere(user, verb):
        return Member.objects.current()
    own = [each.member_id for each in holders.people_of(user)] if user.is_active else []
    return Member.objects.current().filter(pk__in=own)
