"""Filters of the admin's lists of tournaments, files and corrections."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.web.admin_filters import NamedValues
from tournaments.corrections.text import what_name
from tournaments.labels import format_name
from tournaments.models import Stage, Tournament


class FormatFilter(NamedValues):
    name_of = staticmethod(format_name)


class WhatFilter(NamedValues):
    name_of = staticmethod(what_name)


class StageFilter(admin.SimpleListFilter):
    """Filter by stage; tournaments that are being played here have a choice of their own: nobody checks them yet."""

    title = lazy("stage")
    parameter_name = "stage"
    PLAYED = "played"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, Any]]:
        """Return the stages and the choice for tournaments that are being played here."""
        return [(self.PLAYED, _("being played")), *Stage.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> QuerySet[Tournament]:
        running, chosen = Tournament.objects.running(), self.value()
        if chosen == self.PLAYED:
            return queryset.filter(pk__in=running)
        return queryset.filter(stage=chosen).exclude(pk__in=running) if chosen else queryset
