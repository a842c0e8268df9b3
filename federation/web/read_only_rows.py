"""Rows that the admin shows and nobody edits."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten
from django.http import HttpRequest


class ReadOnly(admin.ModelAdmin):
    """An admin of rows that only the site writes: people look at them."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow the list, for its actions; a row itself has nothing to save."""
        return obj is None and super().has_change_permission(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return flatten(self.fields)
