"""Competitions, their seasons with rules, calendar and officers, and divisions with their series."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from federation.audit.history_pages import HistoryAdmin
from federation.web.concurrent_edits import SharedForm
from leagues.models import (
    Competition,
    Division,
    LeagueOfficer,
    RoundDay,
    Season,
    SeasonRules,
    Series,
    Suspension,
    Window,
)


class RulesForm(SharedForm):
    class Meta:
        error_messages = {"changes": {"invalid": _("Write names and values in braces, the names in quotation marks.")}}


class RulesInline(admin.TabularInline):
    model = SeasonRules
    form = RulesForm
    extra = 0


class DayInline(admin.TabularInline):
    model = RoundDay
    form = SharedForm
    extra = 0


class OfficerInline(admin.TabularInline):
    model = LeagueOfficer
    form = SharedForm
    extra = 0


class WindowInline(admin.TabularInline):
    model = Window
    form = SharedForm
    extra = 0


class SuspensionInline(admin.TabularInline):
    model = Suspension
    form = SharedForm
    extra = 0
    autocomplete_fields = ("member",)


class SeriesInline(admin.TabularInline):
    model = Series
    form = SharedForm
    extra = 0


@admin.register(Competition)
class CompetitionAdmin(HistoryAdmin):
    form = SharedForm
    list_display = ("name", "slug", "unit")
    list_select_related = ("unit",)
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}


@admin.register(Season)
class SeasonAdmin(HistoryAdmin):
    form = SharedForm
    list_display = ("name", "competition", "stage", "start", "end")
    list_filter = ("stage", "competition")
    list_select_related = ("competition",)
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    raw_id_fields = ("strength_list",)
    inlines = (RulesInline, DayInline, WindowInline, SuspensionInline, OfficerInline)


@admin.register(Division)
class DivisionAdmin(HistoryAdmin):
    form = SharedForm
    list_display = ("name", "level", "season")
    list_filter = ("season",)
    list_select_related = ("season",)
    search_fields = ("name",)
    inlines = (SeriesInline,)
