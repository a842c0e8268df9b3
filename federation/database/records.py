"""Read rows as records of numbers, for calculations over all of them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.db.models import F, Func, IntegerField, QuerySet
from numpy.typing import DTypeLike

from federation.database import raw_rows


class Number(Func):
    """A whole number that each database computes by its own expression."""

    output_field = IntegerField()
    sqlite = postgresql = ""

    def as_sqlite(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, Any]:
        """Return the SQL of SQLite, which stores days and times as text."""
        return self.as_sql(compiler, connection, template=self.sqlite)

    def as_postgresql(self, compiler: Any, connection: Any, **_context: Any) -> tuple[str, Any]:
        return self.as_sql(compiler, connection, template=self.postgresql)


class DayNumber(Number):
    """The ordinal of a date: 1 January of the year 1 is 1."""

    sqlite = "CAST(julianday(%(expressions)s) - 1721424.5 AS INTEGER)"
    postgresql = "(%(expressions)s - DATE '0001-01-01' + 1)"


class MinuteOfDay(Number):
    """The minutes from midnight to a time."""

    sqlite = "(substr(%(expressions)s, 1, 2) * 60 + substr(%(expressions)s, 4, 2))"
    postgresql = "(floor(EXTRACT(EPOCH FROM %(expressions)s) / 60)::int)"


class LetterCode(Number):
    """The code of the first letter of a text. NULL or 0 if the text is empty."""

    sqlite = "unicode(%(expressions)s)"
    postgresql = "ascii(%(expressions)s)"


def read(rows: QuerySet[Any], columns: Mapping[str, Any], **kinds: DTypeLike) -> np.ndarray:
    """Return a record for each row, in no order: one query.

    ``columns`` names for each field of the record what to select: a field or an expression that is never NULL. All
    fields are whole numbers of eight bytes, except those with another dtype in ``kinds``.
    """
    selected = {f"{name}_": F(what) if isinstance(what, str) else what for name, what in columns.items()}
    layout = np.dtype([(name, kinds.get(name, np.int64)) for name in columns])
    return np.fromiter(raw_rows.read(rows.order_by().annotate(**selected), *selected), layout)
