"""Addresses that only take the form of a page."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

View = Callable[..., HttpResponse]


def form_of(page: str) -> Callable[[View], View]:
    """Return a decorator for a view that takes the form of a page (the name of its address).

    Where such a view shows the page again, as a preview or with errors, the switch of languages and a reload ask for
    its own address: that leads to the page.
    """

    def decorate(view: View) -> View:
        taken = require_POST(view)

        @wraps(view)
        def answer(request: HttpRequest, **where: object) -> HttpResponse:
            return redirect(page, **where) if request.method in {"GET", "HEAD"} else taken(request, **where)

        return answer

    return decorate
