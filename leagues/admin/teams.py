"""Teams with their captains, halls and player lists."""

from django.contrib import admin

from federation.audit.history_pages import HistoryAdmin
from federation.web.concurrent_edits import SharedForm
from leagues.models import ListEntry, Team, TeamRole, Venue, VenueClosure


class CaptainInline(admin.TabularInline):
    model = TeamRole
    form = SharedForm
    extra = 0


class ClosureInline(admin.TabularInline):
    model = VenueClosure
    form = SharedForm
    extra = 0


@admin.register(Team)
class TeamAdmin(HistoryAdmin):
    form = SharedForm
    list_display = ("name", "series", "club", "number", "withdrawn_after")
    list_filter = ("series__division__season",)
    list_select_related = ("series__division", "club")
    search_fields = ("name", "club__name")
    autocomplete_fields = ("club", "venue")
    inlines = (CaptainInline,)


@admin.register(Venue)
class VenueAdmin(HistoryAdmin):
    form = SharedForm
    list_display = ("address", "club", "capacity", "step_free")
    list_select_related = ("club",)
    search_fields = ("address", "club__name")
    autocomplete_fields = ("club",)
    inlines = (ClosureInline,)


@admin.register(ListEntry)
class ListEntryAdmin(HistoryAdmin):
    form = SharedForm
    list_display = ("club", "position", "member", "strength", "titular_of", "listed_from", "listed_until")
    list_filter = ("season", "kind")
    list_select_related = ("club", "member", "titular_of")
    search_fields = ("member__search_name", "club__name")
    autocomplete_fields = ("season", "club", "member", "titular_of")
    show_full_result_count = False
