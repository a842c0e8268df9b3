"""dBase tables made of records, for tests of readers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence

from federation.files import dbase
from federation.files.dbase import Field, Value


def write(
    fields: Sequence[Field],
    records: Sequence[Mapping[str, Value]],
    last_update: dt.date,
    deleted: Collection[int] = (),
) -> bytes:
    """Return the table; a field without a value is blank. ``deleted``: positions of the records that are marked so."""
    data = bytearray(
        dbase.write(fields, {field.name: [each.get(field.name) for each in records] for field in fields}, last_update)
    )
    header, record = 32 * (len(fields) + 1) + 1, 1 + sum(field.length for field in fields)
    for position in deleted:
        data[header + position * record] = ord("*")
    return bytes(data)
