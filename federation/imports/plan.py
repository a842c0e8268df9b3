"""What taking over a list would change: the rows, each with its changes, and what stands in the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Self, TypeVar

from django.db import models

from federation.i18n.dates import in_words
from federation.imports.columns import Problem, Reading

Record = TypeVar("Record", bound=models.Model)


class Change(NamedTuple):
    """One change: what, its name in the user's language; the value before and after (None: nothing)."""

    what: str
    before: object
    after: object

    @property
    def gone(self) -> str:
        """The value before, in words; empty where there was none."""
        return in_words(self.before)

    @property
    def come(self) -> str:
        """The value after, in words; empty where there is none."""
        return in_words(self.after)


@dataclass
class PlannedRow(Generic[Record]):
    """A row that changes something: the record as it will be, and each change."""

    line: int
    record: Record
    is_new: bool
    changes: list[Change] = field(default_factory=list)

    def set_fields(self, values: dict[str, object], names: dict[str, str]) -> None:
        """Put the values on the record and keep what changed; ``names`` as `labels` gives them."""
        for field_name, value in values.items():
            before = getattr(self.record, field_name)
            if before != value:
                setattr(self.record, field_name, value)
                self.changes.append(Change(names[field_name], before, value))


@dataclass
class Plan(Generic[Record]):
    """What an import would do. With problems in it nothing is done."""

    rows: list[PlannedRow[Record]] = field(default_factory=list)  # that change something
    unchanged: int = 0
    new: list[Record] = field(default_factory=list)
    changed: list[Record] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)  # headers that were not used
    headers: dict[str, str] = field(default_factory=dict)  # what the file calls its columns

    @classmethod
    def of(cls, reading: Reading) -> Self:
        """A plan with what the reader had to say already."""
        said = {"problems": list(reading.problems), "remarks": list(reading.remarks)}
        return cls(unknown=reading.unknown, headers=reading.columns, **said)

    def keep(self, planned: PlannedRow[Record]) -> None:
        """Count the row, and keep it where it changes something."""
        if planned.is_new:
            self.new.append(planned.record)
        if planned.is_new or planned.changes:
            self.rows.append(planned)
        else:
            self.unchanged += 1

    def object_to(self, line: int, column: str, text: str) -> None:
        """Something that stops the import."""
        self.problems.append(Problem(line, self.headers.get(column, column), text))


def labels(model: type[models.Model], names: Sequence[str]) -> dict[str, str]:
    """The fields' names in the user's language."""
    return {name: str(model._meta.get_field(name).verbose_name) for name in names}
