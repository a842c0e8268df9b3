"""The site of the admin. It answers "not found" to queries that no database can be asked."""

import datetime as dt
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import SEARCH_VAR
from django.http import Http404, HttpRequest, HttpResponse

DIGITS = 18  # of the longest number; columns hold 19, Python's dates fewer
LETTERS = 500  # of a search: each of its words is one more condition, and SQLite takes a thousand
SEARCHES = {SEARCH_VAR, "term"}  # what the lists call it, and the fields of forms

View = Callable[..., HttpResponse]


class Site(AdminSite):
    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Answer "not found" to such queries: filters of the admin pass their values to the database unchecked."""
        inner = super().admin_view(view, cacheable)

        @wraps(inner)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            words = [(name, word) for name, values in request.GET.lists() for word in values]
            if any(name in SEARCHES and len(word) > LETTERS for name, word in words):
                raise Http404
            if not all(name == SEARCH_VAR or _can_be_asked_for(word) for name, word in words):
                raise Http404
            if not all(_is_year(word) for name, word in words if name.endswith("__year")):
                raise Http404
            try:
                return inner(request, *args, **kwargs)
            except IncorrectLookupParameters:  # an export: the lists themselves know what to do
                raise Http404 from None

        return guarded


def _can_be_asked_for(word: str) -> bool:
    return "\0" not in word and not (word.isdecimal() and len(word) > DIGITS)


def _is_year(word: str) -> bool:
    return word.isdecimal() and dt.MINYEAR <= int(word) <= dt.MAXYEAR
