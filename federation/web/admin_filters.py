"""Filters of the admin that every app may use: values by their names, long lists folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin

FOLDED = "admin/folded_filter.html"


class NamedValues(admin.AllValuesFieldListFilter):
    """The values that there are, as people call them; that of a row without one is shown as its cell is."""

    name_of: Callable[[str], object]

    def choices(self, changelist: Any) -> Iterator[dict[str, Any]]:
        """With their names."""
        for choice in super().choices(changelist):
            yield {**choice, "display": self.name_of(str(choice["display"])) or self.empty_value_display}


class FoldedRelated(admin.RelatedFieldListFilter):
    """Rows of another table, so many that they are shown only to who asks for them."""

    template = FOLDED
