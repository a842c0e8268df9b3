"""The filters of a rating list."""

import datetime as dt
from decimal import Decimal
from functools import cache, partial
from typing import Any

import django_filters
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from federation.identity.age_categories import SENIOR, adult_ages, birth_years, categories, shown
from federation.identity.member_numbers import club_key_of
from federation.members.search_filters import (
    Choices,
    PlainChoiceFilter,
    PlainNumberFilter,
    PlainTextFilter,
    ReadyChoices,
    club_choices,
    named,
    unit_choices,
)
from federation.models import Member, Sex, Unit
from federation.structure import kinds
from federation.structure.memberships import in_unit
from ratings.models import Rating


def age_choices(day: dt.date) -> Choices:
    """Return the age categories of the day, from the youngest to the oldest: U8 .. U20, senior, S50, S65."""
    return [(name, _adults(day) if name == SENIOR else shown(name, day)) for name in categories(day)]


def _adults(day: dt.date) -> str:
    youngest, oldest = adult_ages(day)
    return str(_("Adults (%(ages)s)") % {"ages": f"{youngest or ''}–{oldest or ''}"})


class RatingFilter(django_filters.FilterSet):
    """Narrow the ratings of a list by who the members are. Age categories and leagues are of the day of the list."""

    name = PlainTextFilter(label=_("Name or member number"), method="by_name")
    league = PlainChoiceFilter(label=kinds.lazy_usual_name(), method="by_unit")
    club = PlainChoiceFilter(label=_("Club"), method="by_club")
    sex = PlainChoiceFilter(
        label=_("Sex"),
        field_name="member__sex",
        choices=[(Sex.FEMALE.value, _("Women")), (Sex.MALE.value, _("Men"))],
    )
    age = PlainChoiceFilter(label=_("Age"), method="by_age")
    games = PlainNumberFilter(label=_("Min. games"), method="by_games", min_value=0, max_value=99_999)

    class Meta:
        model = Rating
        fields: list[str] = []

    def __init__(self, data: Any, ratings: QuerySet[Rating], day: dt.date) -> None:
        self.day = day
        asked = data if any(data.get(name) for name in self.base_filters) else None
        super().__init__(asked, queryset=ratings)
        self.filters["age"].extra["choices"] = ReadyChoices(lambda: age_choices(day))
        self.filters["club"].extra["choices"] = ReadyChoices(cache(club_choices))
        self.filters["league"].extra["choices"] = ReadyChoices(cache(partial(unit_choices, day)))

    @property
    def is_narrowing(self) -> bool:
        """Whether any filter was filled in, as far as it makes sense."""
        return self.is_bound and self.form.is_valid() and any(self.form.cleaned_data.values())

    def by_name(self, ratings: QuerySet[Rating], _name: str, text: str) -> QuerySet[Rating]:
        """Return the ratings of members with that name or number. One query more."""
        return ratings.filter(member__in=named(Member.objects.order_by(), text).values("pk"))

    def by_club(self, ratings: QuerySet[Rating], _name: str, number: str) -> QuerySet[Rating]:
        """Return the ratings of who was in the club on the day of the list."""
        return ratings.filter(club_key=club_key_of(number))

    def by_unit(self, ratings: QuerySet[Rating], _name: str, code: str) -> QuerySet[Rating]:
        """Return the ratings of members whose club belonged to the unit on the day of the list."""
        unit = Unit.objects.filter(code=code).values("pk")
        return ratings.filter(club__in=in_unit(unit, self.day).values("club"))

    def by_games(self, ratings: QuerySet[Rating], _name: str, least: Decimal) -> QuerySet[Rating]:
        """Return the ratings of who has played so many games."""
        # SQLite would go by the index of games, and look into most rows; with the sum it stays in the order of rank.
        return ratings.alias(games_played=F("games") + 0).filter(games_played__gte=int(least))

    def by_age(self, ratings: QuerySet[Rating], _name: str, category: str) -> QuerySet[Rating]:
        """Return the ratings of members who may play in the category in the year of the list.

        Hidden members are in none, otherwise the filter would reveal their year of birth.
        """
        first, last = birth_years(category, self.day)
        ratings = ratings.filter(member__hidden=False)
        if first is not None:
            ratings = ratings.filter(member__birth_date__year__gte=first)
        if last is not None:
            ratings = ratings.filter(member__birth_date__year__lte=last)
        return ratings
