"""Filters for the admin of every app: values by their labels, long lists collapsed."""

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin

FOLDED = "admin/folded_filter.html"


class NamedValues(admin.AllValuesFieldListFilter):
    """The values that exist, by their labels. A row without a value is labelled as its cell."""

    name_of: Callable[[str], object]

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
        for choice in super().choices(changelist):
            yield {**choice, "display": self.name_of(str(choice["display"])) or self.empty_value_display}


class FoldedRelated(admin.RelatedFieldListFilter):
    """Related rows, so many that they are collapsed at first."""

    template = FOLDED
