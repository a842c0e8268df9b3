"""Who sees the treasurer's pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from federation.access import may_everywhere
from federation.structure.rights import Verb

View = Callable[..., HttpResponse]


def require_treasurer(request: HttpRequest) -> None:
    """Raise `PermissionDenied` for a user who does not keep the federation's money."""
    if not may_everywhere(request.user, Verb.BOOK_MONEY):
        raise PermissionDenied


def for_treasurers(view: View) -> View:
    """Give a page to treasurers alone; others log in, or are refused."""

    @login_required
    @wraps(view)
    def given(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        require_treasurer(request)
        return view(request, *args, **kwargs)

    return given
