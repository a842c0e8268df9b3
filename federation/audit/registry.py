"""The records whose changes are kept. Each app names its own in its module `audited`.

A model stands in `AUDITED` or, with the reason, in `NOT_AUDITED`; a test asks it of every model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db import models

CHANGED = "changed"  # the only value that entries hold for a secret


@dataclass(frozen=True)
class Audited:
    """A model whose changes are kept."""

    model: type[models.Model]
    kind: str  # as the entries name it
    number: str  # the column by which people know the record
    owner: str  # foreign keys to the records on whose history it is, too
    partner: str
    skipped: frozenset[str]  # columns
    secret: frozenset[str]  # columns of which only "changed" is kept
    # A condition in SQL, ``{row}`` being the row: only if it holds are new and deleted rows kept, and changes by jobs
    # and commands. Changes by people are always kept.
    accepted: str

    @cached_property
    def fields(self) -> dict[str, models.Field]:
        """Return the fields that are kept, by their column."""
        kept = {field.column: field for field in self.model._meta.concrete_fields if not field.primary_key}
        return {column: field for column, field in kept.items() if column not in self.skipped}

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def key(self) -> str:
        return str(self.model._meta.pk.column)


AUDITED: dict[str, Audited] = {}  # by kind
NUMBERS: dict[type[models.Model], str] = {}  # the field by which people know a record, where that is not its key
NOT_AUDITED: dict[type[models.Model], str] = {}


def audited(
    model: type[models.Model],
    kind: str = "",
    *,
    number: str = "",
    owner: str = "",
    partner: str = "",
    skip: Sequence[str] = (),
    secret: Sequence[str] = (),
    accepted: str = "",
) -> None:
    """Keep the changes of a model. ``owner`` and ``partner`` name foreign keys, ``number``, ``skip`` and ``secret``
    fields.

    Raise ValueError if there is such a kind already.
    """
    meta = model._meta
    kind = kind or meta.model_name
    if kind in AUDITED:
        raise ValueError(f"There are two kinds of audited record called {kind}.")
    if number:
        NUMBERS[model] = number
    columns = {field.name: field.column for field in meta.concrete_fields}
    AUDITED[kind] = Audited(
        model,
        kind,
        columns[number] if number else meta.pk.column,
        columns[owner] if owner else "",
        columns[partner] if partner else "",
        frozenset(columns[name] for name in skip),
        frozenset(columns[name] for name in secret),
        accepted,
    )


def not_audited(reason: str, *models_of_it: type[models.Model]) -> None:
    """Say why the changes of these models are not kept."""
    NOT_AUDITED.update(dict.fromkeys(models_of_it, reason))


def known_by(model: type[models.Model], number: str) -> None:
    """Name the field by which people know the records of a model that is not audited."""
    NUMBERS[model] = number


def kind_of(model: type[models.Model]) -> str:
    """Return the kind of the records of a model, "" if they are not audited."""
    return next((each.kind for each in AUDITED.values() if each.model is model), "")
