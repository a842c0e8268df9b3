"""The filters of the public list of tournaments."""

from typing import Any

import django_filters
from django.db.models import Q, QuerySet
from django.db.models.functions import ExtractYear
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.members.search_filters import PlainChoiceFilter, PlainTextFilter, club_choices, unit_choices
from federation.models import Unit
from federation.structure import kinds
from federation.structure.memberships import clubs_of
from tournaments.labels import KINDS
from tournaments.models import Pace, Tournament, disciplines


class TournamentFilter(django_filters.FilterSet):
    """Filter by name or town, year, pace, discipline, kind, league and club."""

    name = PlainTextFilter(label=_("Name or town"), method="by_name")
    year = PlainChoiceFilter(label=_("Year"), field_name="end__year")
    pace = PlainChoiceFilter(label=_("Time control"), choices=Pace.choices)
    discipline = PlainChoiceFilter(label=_("Discipline"), choices=disciplines)
    kind = PlainChoiceFilter(label=_("Kind"), choices=list(KINDS.items()))
    league = PlainChoiceFilter(label=kinds.lazy_usual_name(), method="by_unit")
    club = PlainChoiceFilter(label=_("Organising club"), field_name="club__number")

    class Meta:
        model = Tournament
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        years = Tournament.objects.accepted().standalone().exclude(end=None).order_by()
        found = years.annotate(year=ExtractYear("end")).values_list("year", flat=True).distinct()
        self.filters["league"].extra["choices"] = unit_choices(timezone.localdate())
        self.filters["club"].extra["choices"] = club_choices()
        self.filters["year"].extra["choices"] = [(str(year), str(year)) for year in sorted(found, reverse=True)]

    def by_unit(self, tournaments: QuerySet[Tournament], _name: str, code: str) -> QuerySet[Tournament]:
        """Keep the tournaments of the unit and of the clubs that belong to it today."""
        unit = Unit.objects.get(code=code)
        clubs = clubs_of(unit, timezone.localdate()).values("pk")
        return tournaments.filter(Q(club__in=clubs) | Q(unit=unit))

    def by_name(self, tournaments: QuerySet[Tournament], _name: str, text: str) -> QuerySet[Tournament]:
        """Keep tournaments with the text in the name or the town."""
        return tournaments.filter(name__icontains=text) | tournaments.filter(city__icontains=text)
