"""The filters of the public page of corrections."""

from typing import Any

import django_filters
from django.utils.translation import gettext_lazy as _

from federation.members.search_filters import PlainChoiceFilter, PlainTextFilter
from tournaments.corrections.public_corrections import public_corrections
from tournaments.models import Correction


class CorrectionFilter(django_filters.FilterSet):
    """Narrow the corrections by the name of the tournament and the year in which they were made."""

    name = PlainTextFilter(label=_("Tournament"), field_name="tournament__name", lookup_expr="icontains")
    year = PlainChoiceFilter(label=_("Year"), field_name="made_at__year")

    class Meta:
        model = Correction
        fields: list[str] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        years = public_corrections().datetimes("made_at", "year", order="DESC")
        self.filters["year"].extra["choices"] = [(str(day.year), str(day.year)) for day in years]
