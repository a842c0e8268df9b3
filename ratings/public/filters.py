"""The filters of a rating list."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import django_filters
import numpy as np
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from federation.identity.age_categories import CATEGORIES, SENIOR, birth_years
from federation.members.search_filters import (
    Choices,
    PlainChoiceFilter,
    PlainNumber,
    PlainText,
    clubs_and_leagues,
    named,
)
from federation.models import Club, Member, Sex
from ratings.storage.arrays import RatingLines


def age_choices() -> Choices:
    """U8 .. U20, senior, S50, S65, with what they mean."""
    return [(name, _age_label(name)) for name in CATEGORIES]


def _age_label(name: str) -> str:
    if name == SENIOR:
        return str(_("Seniors (21 to 49)"))
    return str((_("%(name)s and younger") if name.startswith("U") else _("%(name)s and older")) % {"name": name})


class RatingFilter(django_filters.FilterSet):
    """Narrows the lines of a list by who the members are. ``day`` is the list's: age categories are of its year."""

    name = django_filters.CharFilter(
        label=_("Name or matricule"),
        max_length=60,
        method="by_name",
        widget=PlainText(attrs={"autocomplete": "off"}),
    )
    league = PlainChoiceFilter(label=_("League"), method="by_league")
    club = PlainChoiceFilter(label=_("Club"), method="by_club")
    sex = PlainChoiceFilter(
        label=_("Women, men"),
        field_name="sex",
        choices=[(Sex.FEMALE.value, _("Women")), (Sex.MALE.value, _("Men"))],
    )
    age = PlainChoiceFilter(label=_("Age"), choices=age_choices, method="by_age")
    games = django_filters.NumberFilter(
        label=_("Games, at least"),
        method="by_games",
        min_value=0,
        max_value=99_999,
        decimal_places=0,
        widget=PlainNumber(),
    )

    class Meta:
        model = Member
        fields: list[str] = []

    def __init__(self, data: Any, lines: RatingLines, day: dt.date) -> None:
        self.day = day
        self._lines = lines
        self._keep = np.ones(len(lines), bool)
        super().__init__(data, queryset=Member.objects.order_by())
        clubs, leagues = clubs_and_leagues()
        # As functions, which a form takes over: lists it would copy, club by club.
        self.filters["club"].extra["choices"] = lambda: clubs
        self.filters["league"].extra["choices"] = lambda: leagues

    def narrowed(self) -> RatingLines:
        """The lines that remain, in their order. A query at most for what the lines do not say of the members."""
        members = self.qs  # those who are asked for; what the lines say themselves has gone into `_keep` by now
        if members.query.where:
            self._keep &= np.isin(self._lines.member, np.fromiter(members.values_list("pk", flat=True), np.int64))
        return self._lines if self._keep.all() else self._lines.take(self._keep)

    def by_name(self, members: QuerySet[Member], _name: str, text: str) -> QuerySet[Member]:
        """Members of that name, or with that matricule. One query."""
        return named(members, text)

    def by_age(self, members: QuerySet[Member], _name: str, category: str) -> QuerySet[Member]:
        """Members who may play in the category in the year of the list."""
        first, last = birth_years(category, self.day)
        if first is not None:
            members = members.filter(birth_date__year__gte=first)
        if last is not None:
            members = members.filter(birth_date__year__lte=last)
        return members

    def by_club(self, members: QuerySet[Member], _name: str, number: str) -> QuerySet[Member]:
        """Who was in the club on the day of the list."""
        self._keep &= self._lines.club_number == int(number)
        return members

    def by_league(self, members: QuerySet[Member], _name: str, code: str) -> QuerySet[Member]:
        """Who was in a club of the league on the day of the list."""
        clubs = Club.objects.filter(league__code=code).values_list("pk", flat=True)
        self._keep &= np.isin(self._lines.club, np.fromiter(clubs, np.int64))
        return members

    def by_games(self, members: QuerySet[Member], _name: str, least: Decimal) -> QuerySet[Member]:
        """Who has played so many games."""
        self._keep &= self._lines.games >= int(least)
        return members
