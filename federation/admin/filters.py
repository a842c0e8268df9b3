"""Filters of the lists in the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.background import jobs
from federation.identity.member_numbers import club_key_of
from federation.models import Affiliation, Club, ComparedPlayer, Job, Member, Unit
from federation.structure.memberships import in_unit
from federation.web.admin_filters import FOLDED


class YesOrNo(admin.SimpleListFilter):
    """A question with one or both answers."""

    answers = ("1", "0")

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [(answer, _("yes") if answer == "1" else _("no")) for answer in self.answers]


class AffiliatedToday(YesOrNo):
    title = gettext_lazy("currently affiliated")
    parameter_name = "affiliated"

    def queryset(self, request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        affiliated = Affiliation.objects.on(timezone.localdate()).values("member")
        if self.value() == "1":
            return queryset.filter(pk__in=affiliated)
        return queryset.exclude(pk__in=affiliated) if self.value() == "0" else queryset


class ClubToday(admin.SimpleListFilter):
    title = gettext_lazy("current club")
    parameter_name = "club"
    template = FOLDED

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        clubs = Club.objects.active().values_list("number", "name")
        return [(number, f"{number} {name}") for number, name in clubs]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        key = club_key_of(self.value() or "")
        if not key:
            return queryset
        today = Affiliation.objects.on(timezone.localdate()).filter(club__key=key)
        return queryset.filter(pk__in=today.values("member"))


class UnitNow(admin.SimpleListFilter):
    """The clubs that belong today to a unit, or to one below it."""

    title = gettext_lazy("current unit")
    parameter_name = "unit"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return list(Unit.objects.exclude(kind=Unit.Kind.ORGANISER).values_list("code", "name"))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(pk__in=self.clubs()) if self.value() else queryset

    def clubs(self) -> QuerySet[Any]:
        """Return the ids of the clubs."""
        unit = Unit.objects.filter(code=self.value()).values("pk")
        return in_unit(unit, timezone.localdate()).values("club")


class UnitToday(UnitNow):
    """The members of those clubs."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        if not self.value():
            return queryset
        today = Affiliation.objects.on(timezone.localdate()).filter(club__in=self.clubs())
        return queryset.filter(pk__in=today.values("member"))


class UnresolvedFailures(YesOrNo):
    """Failed jobs that wait for the staff, as the first page of the admin counts them."""

    title = gettext_lazy("failed, not resolved")
    parameter_name = "unresolved"
    answers = ("1",)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Job]) -> QuerySet[Job]:
        return queryset.filter(pk__in=jobs.unresolved_failures().order_by().values("pk")) if self.value() else queryset


class Merged(YesOrNo):
    title = gettext_lazy("merged")
    parameter_name = "merged"
    answers = ("0", "1")

    def queryset(self, request: HttpRequest, queryset: QuerySet[Member]) -> QuerySet[Member]:
        return queryset.filter(merged_into__isnull=self.value() == "0") if self.value() in self.answers else queryset


class News(YesOrNo):
    """Players for whom FIDE's list differs from the record of their member."""

    title = gettext_lazy("differences")
    parameter_name = "news"
    answers = ("1",)

    def queryset(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer]) -> QuerySet[ComparedPlayer]:
        return queryset.with_news() if self.value() else queryset


class Taken(YesOrNo):
    title = gettext_lazy("copied")
    parameter_name = "taken"

    def queryset(self, request: HttpRequest, queryset: QuerySet[ComparedPlayer]) -> QuerySet[ComparedPlayer]:
        return queryset.filter(taken_at__isnull=self.value() == "0") if self.value() else queryset
