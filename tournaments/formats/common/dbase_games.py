"""dBase tables of games: which fields a file has, and its records. Errors of `federation.files.dbase` are ours."""

import datetime as dt

from federation.files import dbase
from federation.files.dbase import DbaseError, Value
from tournaments.formats.common.values import YEARS, clean_text
from tournaments.formats.report import FormatError, noop

MAX_RECORDS = 100_000  # two for each game of a large federation in half a year

Record = dict[str, Value]

_HEADER, _FIELD, _MOST_FIELDS = 32, 32, 128
_VERSIONS = b"\x03\x83\x8b"


def field_names(data: bytes) -> set[str]:
    """Return the names of the fields of a dBase table, none if it is no table; never raise."""
    if len(data) < _HEADER + _FIELD or data[0] not in _VERSIONS:
        return set()
    names = set()
    for start in range(_HEADER, min(len(data) - _FIELD, _HEADER + _MOST_FIELDS * _FIELD), _FIELD):
        if data[start] == 0x0D:
            break
        names.add(data[start : start + 11].split(b"\0")[0].decode("cp850").strip())
    return names


def read_records(data: bytes) -> list[tuple[int, Record]]:
    """Return the records that are not deleted, with their numbers in the file from 1. Raise `FormatError`."""
    if int.from_bytes(data[4:8], "little") > MAX_RECORDS:
        raise FormatError(noop("The file has more than %(most)s lines; send it in parts."), most=MAX_RECORDS)
    try:
        table = dbase.read(data)
    except DbaseError as error:
        raise FormatError(error.template, None, **error.facts) from None
    return [(at + 1, record) for at, record in enumerate(table.records) if at not in table.deleted]


def whole(record: Record, name: str) -> int:
    """Return the whole number in a field; 0 if it is blank, missing or no number."""
    value = record.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def code(record: Record, name: str) -> int | None:
    """Return the whole number in a field, 0 too; None if it is blank, missing or no number."""
    value = record.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def text(record: Record, name: str) -> str:
    """Return the text in a field; "" if it is missing."""
    value = record.get(name)
    return clean_text(str(value)) if value is not None else ""


def day(record: Record, name: str) -> dt.date | None:
    """Return the day in a field; None if no game can have been played on it."""
    value = record.get(name)
    return value if isinstance(value, dt.date) and value.year in YEARS else None
