"""Clubs, the units above them, and the offices of both, in the admin."""

from collections.abc import Collection
from contextlib import suppress

from django.contrib import admin
from django.db.models import QuerySet, URLField
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from federation.admin.concurrent_edits import SharedAdmin
from federation.admin.deletion import SHOWN, KeptAdmin
from federation.admin.filters import UnitNow
from federation.admin.inlines import LabelledInline, OfficesInline
from federation.admin.spreadsheets import SpreadsheetAdmin
from federation.imports.resources import ClubResource
from federation.models import Affiliation, Club, Office, Unit, UnitMembership
from federation.structure import kinds
from federation.structure.forms import OfficeForm
from federation.structure.memberships import with_league
from federation.web.concurrent_edits import SharedForm


class OfficeInline(OfficesInline):
    autocomplete_fields = ("account", "member")


class ClubOfficeInline(OfficeInline):
    exclude = ("unit",)


class UnitOfficeInline(OfficeInline):
    exclude = ("club",)


class UnitMembershipInline(LabelledInline):
    """The units of a club, each from day to day: a move is a new line."""

    model = UnitMembership
    form = SharedForm
    named = ("club", "unit")
    autocomplete_fields = ("unit",)
    extra = 0


@admin.register(Unit)
class UnitAdmin(KeptAdmin, SharedAdmin):
    list_display = ("code", "name", "kind", "parent")
    list_display_links = ("code", "name")
    list_filter = ("kind",)
    list_select_related = ("parent",)
    search_fields = ("code", "name")
    autocomplete_fields = ("parent",)
    inlines = (UnitOfficeInline,)
    formfield_overrides = {URLField: {"assume_scheme": "https"}}


@admin.register(UnitMembership)
class UnitMembershipAdmin(SharedAdmin):
    list_display = ("club", "unit", "start", "end")
    list_filter = ("unit",)
    list_select_related = ("club", "unit")
    search_fields = ("=club__number", "club__name", "unit__code", "unit__name")
    autocomplete_fields = ("club", "unit")
    show_full_result_count = False


@admin.register(Club)
class ClubAdmin(KeptAdmin, SpreadsheetAdmin):
    resource_classes = [ClubResource]
    list_display = ("number", "name", "city", "league_today", "members_today", "active")
    list_display_links = ("number", "name")
    list_filter = ("active", UnitNow)
    list_per_page = 50
    search_fields = ("=number", "name", "short_name", "city")
    inlines = (UnitMembershipInline, ClubOfficeInline)
    formfield_overrides = {URLField: {"assume_scheme": "https"}}
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        today = timezone.localdate()
        return with_league(super().get_queryset(request).with_members(today), today)

    def kept(self, clubs: Collection[Club]) -> list[str]:
        """Return a line if the club has many affiliations: Django would ask for the member of each. It lists a few
        itself.
        """
        many = Affiliation.objects.filter(club__in=clubs).select_related("member").order_by("pk")[: SHOWN + 1]
        return [str(affiliation) for affiliation in many] if len(many) > SHOWN else []

    def view_on_site(self, obj: Club) -> str | None:
        """Return the public page of the club, None beside a form with a number that no club can have."""
        with suppress(NoReverseMatch):
            return reverse("club", args=[obj.number])
        return None

    @admin.display(description=kinds.lazy_usual_name(), ordering="league_code")
    def league_today(self, club: Club) -> str:
        return club.league_name or ""

    @admin.display(description=gettext_lazy("current members"), ordering="members")
    def members_today(self, club: Club) -> int:
        return club.members


@admin.register(Office)
class OfficeAdmin(SharedAdmin):
    form = OfficeForm
    list_display = ("holder", "role", "club", "unit", "start", "end", "public")
    list_filter = ("role", "public", "unit")
    list_select_related = ("account", "member", "club", "unit")
    search_fields = ("account__username", "account__last_name", "member__search_name", "=club__number", "club__name")
    autocomplete_fields = ("account", "member", "club", "unit")
    show_full_result_count = False

    @admin.display(description=gettext_lazy("holder"), ordering="account__username")
    def holder(self, office: Office) -> str:
        return str(office.account or office.member)
