"""Describes a form that was not saved (`resume_form`): the page it was sent to, and what was typed."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.utils import model_format_dict, unquote
from django.db import models
from django.http import HttpRequest
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import translation
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation import hooks
from federation.i18n.dates import long_date

TYPED = (models.CharField, models.TextField, models.DateField, models.IntegerField)
REASON = "reason"  # the field of a reason, in any form
LONGEST = 200  # letters of a field
STEPS = {
    "add": lazy("Add"),
    "change": lazy("Save"),
    "delete": lazy("Delete"),
    "import": lazy("Import"),
    "correct": lazy("Correct"),
    "merge": lazy("Merge"),
    "transfer": lazy("Transfer to another club"),
    "publish": lazy("Publish"),
    "withdraw": lazy("Discard the draft"),
    "rate": lazy("Calculate the list"),
}


class Place(NamedTuple):
    """A page in words, from the whole to the part, and the model of its rows."""

    words: list[str]
    model: type[models.Model]


class FormWords(NamedTuple):
    """The description, in the reader's language."""

    place: str  # "" if the page has no description
    typed: list[tuple[str, str]]  # what the field is called, and what was typed


def description_of(path: str, fields: Sequence[tuple[str, str]], request: HttpRequest) -> FormWords:
    """Return what this user may read of the form (`settings.FORM_DESCRIPTIONS` know the pages).

    Shown are fields that people type or choose: no ids, no ticks.
    """
    page = _page(path)
    places = (describe(request, page, dict(fields)) for describe in hooks.functions("FORM_DESCRIPTIONS") if page)
    place = next(filter(None, places), None)
    if place is None:
        return FormWords("", [])
    return FormWords(" › ".join(filter(None, place.words)), list(_typed(fields, place.model)))


def in_admin(request: HttpRequest, page: ResolverMatch, fields: Mapping[str, str]) -> Place | None:
    """Describe a page of the admin: the kind of rows, the row if the user may see it, and the step."""
    if page.app_name != "admin":
        return None
    for model, model_admin in admin.site._registry.items():
        opts = model._meta
        begins = f"{opts.app_label}_{opts.model_name}_"
        name = page.url_name or ""
        if name.startswith(begins):
            step = str(STEPS.get(name.removeprefix(begins), "")) or _action(request, model_admin, fields)
            row = _row(request, model_admin, page.kwargs)
            return Place([_("Administration"), str(capfirst(opts.verbose_name_plural)), row, step], model)
    return None


def _page(path: str) -> ResolverMatch | None:
    """Return the view of an address. Addresses of a language are known only while it is active."""
    address = urlsplit(path).path
    language = translation.get_language_from_path(address) or settings.LANGUAGE_CODE
    with translation.override(language), suppress(Resolver404):
        return resolve(address)
    return None


def _row(request: HttpRequest, model_admin: admin.ModelAdmin, kwargs: Mapping[str, Any]) -> str:
    key = kwargs.get("object_id") or kwargs.get("pk")
    row = model_admin.get_object(request, unquote(str(key))) if key else None
    return str(row) if row is not None and model_admin.has_view_permission(request, row) else ""


def _action(request: HttpRequest, model_admin: admin.ModelAdmin, fields: Mapping[str, str]) -> str:
    """Return the name of the action on the rows that were ticked, "" if there is none."""
    action = model_admin.get_actions(request).get(fields.get("action", ""))
    return str(action[2] % model_format_dict(model_admin.opts)) if action else ""


def _typed(fields: Iterable[tuple[str, str]], model: type[models.Model]) -> Iterator[tuple[str, str]]:
    known = {field.name: field for field in model._meta.concrete_fields if isinstance(field, TYPED)}
    for name, value in fields:
        if name == REASON and value.strip():
            yield _("Reason"), _short(value)
        elif name in known and value.strip():
            yield str(capfirst(known[name].verbose_name)), _in_words(known[name], value)


def _in_words(field: models.Field, value: str) -> str:
    if isinstance(field, models.DateField):
        with suppress(ValueError):
            return long_date(dt.date.fromisoformat(value))
    return _short(str(dict(field.flatchoices).get(value, value)))


def _short(text: str) -> str:
    return Truncator(" ".join(text.split())).chars(LONGEST)
