"""Leagues, clubs and the roles of users in clubs, in the admin."""

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
from federation.admin.inlines import RolesInline
from federation.admin.spreadsheets import SpreadsheetAdmin
from federation.imports.resources import ClubResource
from federation.models import Affiliation, Club, ClubRole, League


@admin.register(League)
class LeagueAdmin(SharedAdmin):
    list_display = ("code", "name")
    search_fields = ("code", "name")


class ClubRoleInline(RolesInline):
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(KeptAdmin, SpreadsheetAdmin):
    resource_classes = [ClubResource]
    list_display = ("number", "name", "city", "league", "members_today", "active")
    list_display_links = ("number", "name")
    list_filter = ("active", "league")
    list_select_related = ("league",)
    list_per_page = 50
    search_fields = ("=number", "name", "short_name", "city")
    autocomplete_fields = ("league",)
    inlines = (ClubRoleInline,)
    formfield_overrides = {URLField: {"assume_scheme": "https"}}
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).with_members(timezone.localdate())

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

    @admin.display(description=gettext_lazy("current members"), ordering="members")
    def members_today(self, club: Club) -> int:
        return club.members


@admin.register(ClubRole)
class ClubRoleAdmin(SharedAdmin):
    list_display = ("user", "club", "role", "start", "end")
    list_filter = ("role",)
    list_select_related = ("user", "club")
    search_fields = ("user__username", "user__last_name", "=club__number", "club__name")
    autocomplete_fields = ("user", "club")
    show_full_result_count = False
