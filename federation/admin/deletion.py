"""Refuse to delete rows that are needed, and show what needs them."""

from collections.abc import Collection
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

SHOWN = 20  # rows that stand in the way


class KeptAdmin(admin.ModelAdmin):
    """An admin that deletes no row while other rows need it."""

    def kept(self, rows: Collection[Any]) -> list[str]:
        """Return lines with what needs the rows, apart from what the database protects."""
        return []

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[Any, dict[str, int], set[str], list[str]]:
        """Show what needs the rows as protected, not as a missing permission: nobody may delete it."""
        kept = self.kept(objs)
        if len(kept) > SHOWN:  # no other rows are shown then, nor looked for
            return [], {}, set(), [*kept[:SHOWN], "…"]
        deleted, counts, lacking, protected = super().get_deleted_objects(objs, request)
        protected = [*kept, *protected]
        if len(protected) > SHOWN:
            protected[SHOWN:] = ["…"]
        return deleted, counts, set() if protected else lacking, protected
