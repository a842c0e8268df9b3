"""The filters of a rating list."""

from __future__ import annotations

import datetime as dt
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from federation.categories import CATEGORIES, SENIOR, birth_years
from federation.filters import Choices, PlainChoiceFilter, clubs_and_leagues, named
from federation.models import Sex
from ratings.models import Rating


def age_choices() -> Choices:
    """U8 .. U20, senior, S50, S65, with what they mean."""
    return [(name, _age_label(name)) for name in CATEGORIES]


def _age_label(name: str) -> str:
    if name == SENIOR:
        return str(_("Seniors (21 to 49)"))
    return str((_("%(name)s and younger") if name.startswith("U") else _("%(name)s and older")) % {"name": name})


class RatingFilter(django_filters.FilterSet):
    """Narrows the ratings of a list by who the members are. ``day`` is the list's: age categories are of its year."""

    name = django_filters.CharFilter(
        label=_("Name or matricule"),
        max_length=60,
        method="by_name",
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    league = PlainChoiceFilter(label=_("League"), field_name="club__league__code")
    club = PlainChoiceFilter(label=_("Club"), field_name="club__number")
    sex = PlainChoiceFilter(
        label=_("Women, men"),
        field_name="member__sex",
        choices=[(Sex.FEMALE.value, _("Women")), (Sex.MALE.value, _("Men"))],
    )
    age = PlainChoiceFilter(label=_("Age"), choices=age_choices, method="by_age")
    games = django_filters.NumberFilter(
        label=_("Games, at least"),
        field_name="games",
        lookup_expr="gte",
        min_value=0,
        max_value=99_999,
        decimal_places=0,
    )

    class Meta:
        model = Rating
        fields: list[str] = []

    def __init__(self, *args: Any, day: dt.date, **kwargs: Any) -> None:
        self.day = day
        super().__init__(*args, **kwargs)
        clubs, leagues = clubs_and_leagues()
        self.filters["club"].extra["choices"] = clubs
        self.filters["league"].extra["choices"] = leagues

    def by_name(self, ratings: QuerySet[Rating], _name: str, text: str) -> QuerySet[Rating]:
        """Members whose name begins so, or with that matricule."""
        return ratings.filter(named(text, "member__"))

    def by_age(self, ratings: QuerySet[Rating], _name: str, category: str) -> QuerySet[Rating]:
        """Members who may play in the category in the year of the list."""
        first, last = birth_years(category, self.day)
        if first is not None:
            ratings = ratings.filter(member__birth_date__year__gte=first)
        if last is not None:
            ratings = ratings.filter(member__birth_date__year__lte=last)
        return ratings
