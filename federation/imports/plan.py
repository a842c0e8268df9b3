"""What an import would change: rows with their changes, and the problems that stop it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Self, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from federation.i18n.dates import in_words
from federation.imports.columns import Problem, Reading

Record = TypeVar("Record", bound=models.Model)


class Change(NamedTuple):
    """A change: its label in the user's language, and the values before and after (None: nothing)."""

    what: str
    before: object
    after: object

    @property
    def before_in_words(self) -> str:
        """Return the value before, in words; empty if there was none."""
        return in_words(self.before)

    @property
    def after_in_words(self) -> str:
        """Return the value after, in words; empty if there is none."""
        return in_words(self.after)


@dataclass
class PlannedRow(Generic[Record]):
    """A row that changes something: the record as it will be, and each change."""

    line: int
    record: Record
    is_new: bool
    changes: list[Change] = field(default_factory=list)

    def set_fields(self, values: dict[str, object], names: dict[str, str]) -> None:
        """Set the values on the record and keep the changes; ``names`` come from `labels`."""
        for field_name, value in values.items():
            before = getattr(self.record, field_name)
            if before != value:
                setattr(self.record, field_name, value)
                self.changes.append(Change(names[field_name], before, value))


@dataclass
class Plan(Generic[Record]):
    """What an import would do. If it has problems, nothing is done."""

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
        """Return an empty plan with the problems and remarks of the reader."""
        found = {"problems": list(reading.problems), "remarks": list(reading.remarks)}
        return cls(unknown=reading.unknown, headers=reading.columns, **found)

    def keep(self, planned: PlannedRow[Record]) -> None:
        """Count the row, and keep it if it changes something."""
        if planned.is_new:
            self.new.append(planned.record)
        if planned.is_new or planned.changes:
            self.rows.append(planned)
        else:
            self.unchanged += 1

    def object_to(self, line: int, column: str, text: str) -> None:
        """Add a problem, which stops the import."""
        self.problems.append(Problem(line, self.headers.get(column, column), text))


Made = TypeVar("Made", bound=Plan)


def carried_out(make: Callable[[], Made], write: Callable[[Made], None]) -> Made:
    """Make a plan and write it in one transaction, unless it has problems; return it."""
    with transaction.atomic():
        made = make()
        if made.problems:
            return made
        try:
            with transaction.atomic():
                write(made)
        except IntegrityError:
            made.object_to(1, "", _("Someone else has just changed the same rows; import the file again."))
    return made


def labels(model: type[models.Model], names: Sequence[str]) -> dict[str, str]:
    """Return the names of the fields in the user's language."""
    return {name: str(model._meta.get_field(name).verbose_name) for name in names}
