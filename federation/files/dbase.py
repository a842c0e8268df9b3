"""Read and write dBase III tables (.dbf), bytes in, bytes out. Pure.

The layout is the one of the PLAYER lists: a header of 32 bytes, 32 bytes a field, 0x0D, the records, 0x1A.
"""

import datetime as dt
import re
import struct
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import NamedTuple

from federation.files.unique_values import map_unique
from federation.identity.names import PLAIN_LETTERS


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; pure rooms know no language."""
    return text


Value = str | int | float | bool | dt.date | None
Converter = Callable[[str], Value]

_VERSIONS = {0x03, 0x83, 0x8B}  # without and with memo texts in a file beside
_HEADER = struct.Struct("<B3BIHH16xBBxx")  # version, date, records, header length, record length, index, code page
_FIELD = struct.Struct("<11scIBB14x")  # name, type, offset inside the record, length, decimals
MAX_CELLS = 3_000_000  # 100 000 members of 30 fields
END = b"\x1a"  # behind the records
NOT_DELETED = " "  # before each record; an asterisk before a deleted one
_INDEX, _CODE_PAGE = 0x01, 0x0E  # as the federation's own lists have them
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)
# What is more than a plain letter with an accent; apostrophes and hyphens as printers set them.
_LETTERS = str.maketrans({**PLAIN_LETTERS, **dict.fromkeys("‘’ʼ", "'"), **dict.fromkeys("‐–—", "-")})
_ACCENTS, _FOREIGN = re.compile("[\u0300-\u036f]"), re.compile(r"[^\x00-\x7f]")
_ONE_LINE = str.maketrans(dict.fromkeys((*range(32), 127), " "))


class DbaseError(ValueError):
    """The table cannot be read, or a value does not fit: an English sentence, ``template`` with ``facts``."""

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template % facts)


class Field(NamedTuple):
    """A column. ``type`` is C text, N number, L yes or no, D date (F reads as N, M as C)."""

    name: str
    type: str
    length: int
    decimals: int = 0


class Table(NamedTuple):
    """What a file holds. A blank N, L or D is None, never 0; a cell that does not fit its type stays text."""

    fields: list[Field]
    records: list[dict[str, Value]]
    deleted: set[int]  # positions in `records` that carry the deletion mark
    last_update: dt.date | None


def read(data: bytes) -> Table:
    """Return the table in the bytes; text is cp850. Raise `DbaseError`, and nothing else, if there is none."""
    if len(data) < _HEADER.size + 1 or data[0] not in _VERSIONS:
        raise DbaseError(gettext_noop("This is not a dBase III table."))
    _, year, month, day, count, header_length, record_length, _, _ = _HEADER.unpack_from(data)
    fields = _read_fields(data, header_length)
    if record_length < 1 + sum(field.length for field in fields):
        raise DbaseError(
            gettext_noop("The records are shorter (%(length)s bytes) than their fields."), length=record_length
        )
    held = (len(data) - header_length) // record_length
    if held < count:
        raise DbaseError(
            gettext_noop("The table is cut off: it has %(held)s of %(count)s records."), held=held, count=count
        )
    if count * len(fields) > MAX_CELLS:
        raise DbaseError(gettext_noop("There are more than %(cells)s cells."), cells=MAX_CELLS)
    text = data.decode("cp850")
    columns = _columns(fields)
    records, deleted = [], set()
    for position in range(count):
        start = header_length + position * record_length
        line = text[start : start + record_length]
        records.append({name: convert(line[begin:end]) for name, begin, end, convert in columns})
        if line[0] == "*":
            deleted.add(position)
    return Table(fields, records, deleted, _header_date(year, month, day))


def write(fields: Sequence[Field], columns: Mapping[str, Sequence[Value]], last_update: dt.date) -> bytes:
    """Return the table: its columns by the name of their field; a field without one is blank.

    Texts become plain ASCII on one line and are cut at the field's length; None is blank. Raise `DbaseError` where a
    number has more digits than its field.
    """
    count = len(next(iter(columns.values())))
    cells = [map_unique(partial(_written, field), columns.get(field.name, [None] * count)) for field in fields]
    records = "".join(map("".join, zip(repeat(NOT_DELETED, count), *cells, strict=True)))
    return _header(fields, count, last_update) + records.encode("ascii") + END


def _header(fields: Sequence[Field], count: int, last_update: dt.date) -> bytes:
    """Return what stands before so many records."""
    record_length = 1 + sum(field.length for field in fields)
    header_length = _HEADER.size + len(fields) * _FIELD.size + 1
    update = (last_update.year - 1900, last_update.month, last_update.day)
    head = bytearray(_HEADER.pack(0x03, *update, count, header_length, record_length, _INDEX, _CODE_PAGE))
    offset = 1
    for field in fields:
        name, kind = field.name.encode("ascii"), field.type.encode("ascii")
        head += _FIELD.pack(name, kind, offset, field.length, field.decimals)
        offset += field.length
    return bytes(head + b"\r")


def plain_ascii(text: str) -> str:
    """Return the text as plain ASCII, without accents: ``Élodie Œuf`` -> ``Elodie OEuf``.

    A letter without a plain form, such as a Greek one, becomes a question mark.
    """
    if text.isascii():
        return text
    plain = _ACCENTS.sub("", unicodedata.normalize("NFKD", text)).translate(_LETTERS)
    return _FOREIGN.sub(lambda letter: "?" if letter[0].isalpha() else "", plain)


def _read_fields(data: bytes, header_length: int) -> list[Field]:
    """Return the columns. Their stored offsets are garbage in old files and are ignored."""
    if not _HEADER.size + _FIELD.size < header_length <= len(data):
        raise DbaseError(gettext_noop("The header of the table is cut off or damaged."))
    fields: list[Field] = []
    for start in range(_HEADER.size, header_length - _FIELD.size + 1, _FIELD.size):
        if data[start] == 0x0D:
            break
        raw_name, raw_type, _, length, decimals = _FIELD.unpack_from(data, start)
        name = raw_name.split(b"\0")[0].decode("cp850").strip()
        kind = raw_type.decode("cp850")
        if not name or kind not in _CONVERTERS or length == 0 or name in {field.name for field in fields}:
            raise DbaseError(gettext_noop("Field %(number)s of the table is damaged."), number=len(fields) + 1)
        fields.append(Field(name, kind, length, decimals))
    if not fields:
        raise DbaseError(gettext_noop("The table has no fields."))
    return fields


def _columns(fields: list[Field]) -> list[tuple[str, int, int, Converter]]:
    """Return name, start and end inside the record, and converter of each field."""
    columns = []
    begin = 1
    for field in fields:
        columns.append((field.name, begin, begin + field.length, _CONVERTERS[field.type]))
        begin += field.length
    return columns


def _header_date(year: int, month: int, day: int) -> dt.date | None:
    """Return the date. Years count from 1900; some writers store two digits of 20xx, none wrote before 1980."""
    try:
        return dt.date(1900 + year + (100 if year < 80 else 0), month, day)
    except ValueError:
        return None


def _text(cell: str) -> Value:
    return cell.replace("\0", " ").rstrip()


def _number(cell: str) -> Value:
    digits = cell.strip(" \0")
    if not digits.strip("*.-"):  # blank; asterisks stand where a number was too long
        return None
    if not _NUMBER.fullmatch(digits):
        return digits
    return float(digits) if "." in digits else int(digits)


def _logical(cell: str) -> Value:
    letter = cell.strip(" \0").upper()
    if letter in {"", "?"}:
        return None
    return {"T": True, "Y": True, "F": False, "N": False}.get(letter, letter)


def _date(cell: str) -> Value:
    digits = cell.strip(" \0")
    if not digits.strip("0"):
        return None
    if len(digits) != 8 or not digits.isascii() or not digits.isdigit():
        return digits
    try:
        return dt.date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return digits


_CONVERTERS: dict[str, Converter] = {
    "C": _text, "M": _text, "N": _number, "F": _number, "L": _logical, "D": _date,
}  # fmt: skip


def _written(field: Field, value: Value) -> str:
    if value is None:
        cell = ""
    elif isinstance(value, str):
        cell = plain_ascii(value).translate(_ONE_LINE)[: field.length]
    elif isinstance(value, bool):
        cell = "T" if value else "F"
    elif isinstance(value, dt.date):
        cell = f"{value.year:04}{value:%m%d}"
    elif isinstance(value, int) and not field.decimals:
        cell = str(value)
    else:
        cell = f"{value:z.{field.decimals}f}"
    if len(cell) > field.length:
        raise DbaseError(gettext_noop("%(value)s does not fit in the field %(field)s."), value=cell, field=field.name)
    return cell.rjust(field.length) if field.type in {"N", "F"} else cell.ljust(field.length)
