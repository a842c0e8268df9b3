"""Corrections and confirmed spellings in the admin."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as lazy

from federation.database.paginator import LongPaginator
from federation.web.admin_filters import FoldedRelated
from federation.web.read_only_rows import ReadOnly
from tournaments.admin.filters import WhatFilter
from tournaments.corrections.text import in_words, what_name, where
from tournaments.labels import number_name
from tournaments.models import ConfirmedSpelling, Correction


@admin.register(ConfirmedSpelling)
class ConfirmedSpellingAdmin(ReadOnly):
    """Spellings that people confirmed; a wrong one can be deleted."""

    list_display = ("name_key", "number", "member", "club", "confirmed_by", "confirmed_at")
    list_filter = ("confirmed_at", ("club", FoldedRelated))
    list_select_related = ("member", "club", "confirmed_by")
    paginator = LongPaginator
    show_full_result_count = False
    search_fields = ("name_key", "number_key", "member__search_name", "=member__number")
    fields = ("name_key", "number", "member", "club", "confirmed_by", "confirmed_at")

    @admin.display(description=lazy("number in the file"), ordering="number_key")
    def number(self, spelling: ConfirmedSpelling) -> str:
        """Return the number of the file with its kind: FIDE id, licence or birth date."""
        return number_name(spelling.number_key)

    def has_delete_permission(self, request: HttpRequest, obj: ConfirmedSpelling | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Correction)
class CorrectionAdmin(ReadOnly):
    """The changes of accepted tournaments: what, by whom and why."""

    list_display = ("tournament", "what", "was", "is_now", "reason", "made_by", "made_at")
    list_filter = (("field", WhatFilter), "made_at")
    list_select_related = ("tournament", "made_by")
    paginator = LongPaginator
    show_full_result_count = False
    search_fields = ("tournament__name", "reason", "before", "after")
    date_hierarchy = "made_at"
    fields = ("tournament", "what", "of_whom", "was", "is_now", "reason", "made_by", "made_at")

    @admin.display(description=lazy("what"), ordering="field")
    def what(self, correction: Correction) -> str:
        return what_name(correction.field)

    @admin.display(description=lazy("game or participant"))
    def of_whom(self, correction: Correction) -> str:
        return where(correction)

    @admin.display(description=lazy("before"))
    def was(self, correction: Correction) -> str:
        return in_words(correction.field, correction.before)

    @admin.display(description=lazy("after"))
    def is_now(self, correction: Correction) -> str:
        return in_words(correction.field, correction.after)
