"""The filters of the public list of tournaments."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.db.models.functions import ExtractYear
from django.utils.translation import gettext_lazy as _

from federation.members.search_filters import PlainChoiceFilter, PlainTextFilter, club_choices
from tournaments.models import Pace, Tournament, disciplines


class TournamentFilter(django_filters.FilterSet):
    """Filter by name or town, year, pace, discipline and club."""

    name = PlainTextFilter(label=_("Name or town"), method="by_name")
    year = PlainChoiceFilter(label=_("Year"), field_name="end__year")
    pace = PlainChoiceFilter(label=_("Time control"), choices=Pace.choices)
    discipline = PlainChoiceFilter(label=_("Discipline"), choices=disciplines)
    club = PlainChoiceFilter(label=_("Organising club"), field_name="club__number")

    class Meta:
        model = Tournament
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        years = Tournament.objects.accepted().standalone().exclude(end=None).order_by()
        found = years.annotate(year=ExtractYear("end")).values_list("year", flat=True).distinct()
        self.filters["club"].extra["choices"] = club_choices()
        self.filters["year"].extra["choices"] = [(str(year), str(year)) for year in sorted(found, reverse=True)]

    def by_name(self, tournaments: QuerySet[Tournament], _name: str, text: str) -> QuerySet[Tournament]:
        """Keep tournaments with the text in the name or the town."""
        return tournaments.filter(name__icontains=text) | tournaments.filter(city__icontains=text)
