"""What public search forms share: finding people by name or member number, and choices of clubs and units."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from copy import copy
from html import escape
from typing import Any, Self

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.forms.utils import flatatt
from django.utils.choices import BaseChoiceIterator
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from federation.identity.member_numbers import key_of
from federation.identity.names import folded
from federation.members.former_numbers import has_number
from federation.models import Club, Member, UnitMembership
from federation.models.structure import DEPTH
from federation.search.find import Search

LAST_CHARACTER = "\U0010ffff"
NOBODY = Q(pk__in=[])
Choices = list[tuple[str, str]]


def named(members: QuerySet[Member], text: str) -> QuerySet[Member]:
    """Return the members whose name begins with the text, or whose member number it is. If there are none, return those
    whose FIDE id it is, or whose name has words like those of the text ("Wilde", "Odile" and "Odille Wild": De Wilde,
    Odile). One query, two more if no name begins with it.

    A hidden member is found by member number only, otherwise the search would reveal the name.
    """
    found = members.filter(_beginning_with(text))
    return found if found.exists() else members.filter(_like(text), hidden=False)


def _beginning_with(text: str) -> Q:
    """Return the condition for names that begin with the words in any order ("Anna Aerts", "Aerts Anna").

    Each order is a range of the index on the folded name, which is fast for 100 000 members.
    """
    text = text.strip()
    key = key_of(text)
    if text.isdecimal():
        return has_number(key) if key else NOBODY
    words = _words(text)
    found = NOBODY
    for turn in range(len(words)):
        start = " ".join(words[turn:] + words[:turn])
        found |= Q(search_name__gte=start, search_name__lt=start + LAST_CHARACTER)
    found &= Q(hidden=False)
    return found | has_number(key) if key else found


def _like(text: str) -> Q:
    """Return the condition for names with words like those of the text, in any order. Two queries."""
    text = text.strip()
    if text.isdecimal():
        return Q(fide_id=int(text)) if len(text) < 18 else NOBODY
    return Q(pk__in=Search(text).rows(["member"])["member"])


def _words(text: str) -> list[str]:
    return folded(text).split()[:6]


def club_choices() -> Choices:
    """Return the active clubs: number, then number and name. One query."""
    rows = Club.objects.active().order_by("key").values_list("number", "name")
    return [(number, f"{number} {name}") for number, name in rows]


def unit_choices(day: dt.date) -> Choices:
    """Return the units that have an active club on the day, themselves or in a unit below: code and name. One query."""
    paths = ["__".join(["unit", *["parent"] * steps]) for steps in range(DEPTH)]
    held = UnitMembership.objects.on(day).filter(club__active=True).order_by()
    rows = held.values_list(*(f"{path}__{name}" for path in paths for name in ("code", "name"))).distinct()
    found = {(code, name) for row in rows for code, name in zip(row[::2], row[1::2], strict=True) if code}
    return sorted(found)


class ReadyChoices(BaseChoiceIterator):
    """Choices that are pairs already. Django would copy hundreds of clubs for each page."""

    def __init__(self, choices: Callable[[], Choices]) -> None:
        self._choices = choices  # called when they are rendered

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._choices())

    def __deepcopy__(self, memo: dict[int, Any]) -> ReadyChoices:
        return self


class PlainSelect(forms.Select):
    """A select without a template for every option: a page with 60 clubs takes half the time."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        chosen = "" if value is None else str(value)
        options = [
            f'<option value="{escape(key)}"{" selected" if key == chosen else ""}>{escape(str(text))}</option>'
            for key, text in self.choices
        ]
        mark = flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name}))
        return mark_safe(f"<select{mark}>{''.join(options)}</select>")  # noqa: S308 - escaped above


class _PlainInput:
    """Mixin for input fields without templates."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        own = {"type": self.input_type, "name": name, "value": self.format_value(value)}
        return mark_safe(f"<input{flatatt(own | self.build_attrs(self.attrs, attrs))}>")  # noqa: S308 - flatatt escapes


class PlainText(_PlainInput, forms.TextInput):
    input_type = "search"


class PlainNumber(_PlainInput, forms.NumberInput):
    """A number input."""


class PlainDay(_PlainInput, DayInput):
    """A date input."""


class _OwnFilter:
    """Mixin for filters: each page copies them, and sets attributes and choices. Nothing else has to be its own."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        own = copy(self)
        own.extra = dict(self.extra)
        own.method = self.method  # asks the copy then
        return own


class PlainChoiceFilter(_OwnFilter, django_filters.ChoiceFilter):
    """A filter with one of some choices, or all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"widget": PlainSelect, "empty_label": _("all"), **kwargs})


class PlainTextFilter(_OwnFilter, django_filters.CharFilter):
    """A filter by what people type."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, max_length=60, widget=PlainText(attrs={"autocomplete": "off"}), **kwargs)


class PlainDateFilter(_OwnFilter, django_filters.DateFilter):
    """A filter by a day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, input_formats=["%Y-%m-%d"], widget=PlainDay(), **kwargs)


class PlainNumberFilter(_OwnFilter, django_filters.NumberFilter):
    """A filter by a whole number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, decimal_places=0, widget=PlainNumber(), **kwargs)
