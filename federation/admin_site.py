"""The site of the admin. It answers "not found" to impossible queries, and counts a double click once."""

import datetime as dt
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import SEARCH_VAR
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models.base import ModelBase
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

DIGITS = 18  # of the longest number; columns hold 19, Python's dates fewer
LETTERS = 500  # of a search: each of its words is one more condition, and SQLite takes a thousand
ID = re.compile(rf"[0-9]{{1,{DIGITS}}}|[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}")
ADD = "/add/"
SEARCHES = {SEARCH_VAR, "term"}  # what the lists call it, and the fields of forms

ALLAUTH = {"account", "mfa"}  # its apps

View = Callable[..., HttpResponse]


class Site(AdminSite):
    """Django's site with one login for all, which asks for the second factor."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Lead to the login of the site, and staff who are logged in to the first page."""
        if self.has_permission(request):
            return redirect("admin:index")
        if getattr(request.user, "hat", None):  # of a club or a unit: the page offers the others
            raise PermissionDenied
        asked = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
        return redirect(f"{resolve_url(settings.LOGIN_URL)}?{urlencode({REDIRECT_FIELD_NAME: asked})}")

    def register(self, model_or_iterable: Any, *args: Any, **kwargs: Any) -> None:
        """Leave out allauth's tables: they hold secrets, and are managed by their owners."""
        models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else model_or_iterable
        super().register([each for each in models if each._meta.app_label not in ALLAUTH], *args, **kwargs)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Answer "not found" to such queries: filters and actions pass their values to the database unchecked."""
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
            if not all(map(ID.fullmatch, request.POST.getlist(ACTION_CHECKBOX_NAME))):
                raise Http404
            try:
                return inner(request, *args, **kwargs)
            except IncorrectLookupParameters:  # an export: the lists themselves know what to do
                raise Http404 from None
            except IntegrityError:  # the form found it free, and then it was taken
                if not request.path.endswith(ADD):
                    raise
                messages.error(request, _("Not added: the same was added a moment ago, perhaps by a second click."))
                return redirect(request.path.removesuffix(ADD) + "/")

        return guarded


def _can_be_asked_for(word: str) -> bool:
    return "\0" not in word and not (word.isdecimal() and len(word) > DIGITS)


def _is_year(word: str) -> bool:
    return word.isdecimal() and dt.MINYEAR <= int(word) <= dt.MAXYEAR
