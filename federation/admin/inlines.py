"""Rows of a member or a club on the page of that member or club."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Field, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone

from federation.models import Office
from federation.structure.forms import OfficeForm


class LabelledFormSet(BaseInlineFormSet):
    """Labels every cell for screen readers: in a table the admin gives none."""

    def add_fields(self, form: forms.ModelForm, index: int | None) -> None:
        """Label the fields, including the tick box that deletes the row."""
        super().add_fields(form, index)
        for field in form.fields.values():
            field.widget.attrs.setdefault("aria-label", field.label)


class LabelledInline(admin.TabularInline):
    """A table of such rows. ``named``: the foreign keys in the name of a row, read in one query."""

    formset = LabelledFormSet
    named: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the foreign keys in the names of the rows."""
        rows = super().get_queryset(request)
        return rows.select_related(*self.named) if self.named else rows


class OfficesInline(LabelledInline):
    """Who holds which office, on the pages of the account, the club and the unit."""

    model = Office
    form = OfficeForm
    named = ("club", "unit", "account", "member")
    extra = 0

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        if db_field.name == "start":
            kwargs["initial"] = timezone.localdate
        return super().formfield_for_dbfield(db_field, request, **kwargs)
