"""Find a person in the texts of every table, and replace the name."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import TextField
from django.db.models.functions import Cast

from federation.database import bulk
from federation.erasure.person import Person
from federation.erasure.registry import UNTOUCHED
from federation.models import AccountSession, AuditEntry, AuditValue, Member, UnsealedChange

READ_AT_ONCE = 500
TEXTS = (models.CharField, models.TextField, models.JSONField)
# The audit has its own way to forget (audit_values.py); sessions are read as a whole.
OTHERWISE = {Member, AuditEntry, AuditValue, UnsealedChange, AccountSession, Session}


def remove(person: Person) -> int:
    """Replace the person in every text of every table. Return the number of rows that named them."""
    found = 0
    for model in apps.get_models(include_auto_created=True):
        if model not in OTHERWISE | UNTOUCHED and (fields := texts_of(model)):
            found += sum(_replace(row, fields, person) for row in _suspects(model, fields, person))
    return found + _sessions(person)


def texts_of(model: type[models.Model]) -> list[models.Field]:
    """Return the fields of a table that may hold a text about people."""
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not isinstance(field, models.GeneratedField)
        if not field.choices and not field.primary_key and not field.is_relation
    ]


def clean_text(text: str, person: Person) -> str:
    """Return the text without the person; one that names them is without birth date and numbers, too."""
    cleaned = person.reached.sub("", person.named.sub(person.replacement, text))
    return cleaned if cleaned == text else person.details.sub("", cleaned)


def clean_json(value: Any, person: Person) -> Any:
    """Return JSON without the person. Where an object names them, their numbers and birth date go as well."""
    cleaned = _each_text(value, lambda text: clean_text(text, person))
    return cleaned if cleaned == value else _each_text(cleaned, lambda text: person.details.sub("", text))


def _suspects(model: type[models.Model], fields: list[models.Field], person: Person) -> Iterator[Any]:
    """Yield the rows that may name the person. One query, and one for each thousand that do."""
    as_text = {f"said_{field.name}": Cast(field.name, TextField()) for field in fields}
    found = model._base_manager.alias(**as_text).filter(person.in_texts(*as_text)).order_by("pk")
    ids = list(found.values_list("pk", flat=True))
    for start in range(0, len(ids), READ_AT_ONCE):
        yield from model._base_manager.filter(pk__in=ids[start : start + READ_AT_ONCE])


def _replace(row: models.Model, fields: list[models.Field], person: Person) -> bool:
    changes: dict[str, Any] = {}
    for field in fields:
        value = getattr(row, field.attname)
        clean = clean_json if isinstance(field, models.JSONField) else clean_text
        if value and (cleaned := clean(value, person)) != value:
            changes[field.attname] = cleaned[: field.max_length] if field.max_length else cleaned
    if changes:
        type(row)._base_manager.filter(pk=row.pk).update(**changes)
    return bool(changes)


def _each_text(value: Any, clean: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_each_text(each, clean) for each in value]
    if isinstance(value, dict):
        return {clean(name): _each_text(each, clean) for name, each in value.items()}
    return value


def _sessions(person: Person) -> int:
    """End the sessions that hold something about the person: their content is sealed, so it cannot be replaced."""
    ended = 0
    for model in (AccountSession, Session):
        naming = [row.pk for row in model.objects.iterator() if person.is_named_in(str(row.get_decoded()))]
        ended += model.objects.filter(pk__in=bulk.in_values(naming)).delete()[0] if naming else 0
    return ended
