"""Rows that several people edit in the admin."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest

from federation.audit.history_pages import HistoryAdmin
from federation.web.concurrent_edits import SharedForm


class SharedAdmin(HistoryAdmin):
    """Saving a row waits until nobody else is saving, importing or merging it. See also `SharedForm`."""

    form = SharedForm

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row, locked while it is being saved or deleted. Readers wait for nobody."""
        found = super().get_object(request, object_id, from_field)
        if found is None or request.method != "POST" or not transaction.get_connection().in_atomic_block:
            return found
        self.hold(found)
        return super().get_object(request, object_id, from_field)

    def hold(self, row: Any) -> None:
        """Lock the row until the transaction ends. PostgreSQL refuses what an order by other records joins."""
        held = self.model._default_manager.select_for_update(no_key=True).order_by("pk")
        list(held.filter(pk=row.pk).values_list("pk"))
