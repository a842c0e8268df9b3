"""Everything that is kept of a person, for people to read: tables and columns under their labels."""

import datetime as dt
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from federation.i18n.field_names import known_name
from federation.members.data_export import Rows

Pairs = list[tuple[str, str]]  # label and value


class Section(NamedTuple):
    """What one table keeps of the person."""

    title: str
    rows: list[Pairs]  # only what is not empty


def sections(kept: dict[str, Rows]) -> list[Section]:
    """Return the tables that keep something, in the order of the export."""
    known = {model._meta.model_name: model for model in apps.get_models()}
    return [
        Section(_title(name, known.get(name)), [list(_pairs(row, known.get(name))) for row in rows])
        for name, rows in kept.items()
        if rows
    ]


def _title(name: str, model: type[models.Model] | None) -> str:
    titles = {"history": _("Admin log"), "audit": _("History"), "looked": _("Who viewed it")}
    return titles.get(name) or capfirst(str(model._meta.verbose_name_plural if model else name))


def _pairs(row: dict[str, Any], model: type[models.Model] | None) -> Iterator[tuple[str, str]]:
    for name, value in row.items():
        if value not in (None, "", [], {}) and (label := _label(name, model)):
            yield label, _said(value, name, model)


def _label(name: str, model: type[models.Model] | None) -> str:
    """Return what the column is called; nothing for those of the site's own, which only the file has."""
    labels = {"at": _("On"), "of": _("Record"), "what": _("What"), "day": _("Day"), "role": _("Role"), "by": _("By")}
    try:
        field = model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        field = None
    if field is None:
        return labels.get(name, capfirst(name))
    return "" if field.primary_key else known_name(field)


def _said(value: Any, name: str, model: type[models.Model] | None) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        pairs = [(key, _said(each, key, None)) for key, each in value.items()]
        return "; ".join(_("%(what)s: %(said)s") % {"what": key, "said": said} for key, said in pairs)
    if isinstance(value, list):
        return ", ".join(_said(each, name, None) for each in value)
    if isinstance(value, dt.datetime):
        return date_format(timezone.localtime(value), "DATETIME_FORMAT")
    if isinstance(value, dt.date):
        return date_format(value)
    choices = {}
    if model and name in {field.name for field in model._meta.concrete_fields}:
        choices = dict(model._meta.get_field(name).flatchoices or ())
    return str(choices.get(value, value))
