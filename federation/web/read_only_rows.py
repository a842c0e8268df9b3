"""Rows that the admin shows and nobody edits."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten
from django.http import HttpRequest


class NotEdited(admin.ModelAdmin):
    """An admin of rows that people can only look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(NotEdited):
    """An admin of rows that people can only look at, with actions on them."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow the list, for its actions; a row itself has nothing to save."""
        return obj is None and admin.ModelAdmin.has_change_permission(self, request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return flatten(self.fields)
