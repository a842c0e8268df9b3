"""Reads the tables of a Jet 4 database (Access 2000 to 2003, .mdb), the container of Papi files.

Source: formats/papi, section 1. Written for files of strangers: it works on bytes, checks every offset, visits every
page once, and lets nothing out but `FormatError`. What it does not read is refused with a sentence that says what to
do instead: Jet 3, ACE (.accdb) and encrypted databases.

A database is a run of pages of 4096 bytes. A table has a definition (rows, columns, their names), a usage map that
names its pages, and rows in those pages; the catalogue of tables is itself a table, MSysObjects, defined on page 2.
"""

import codecs
import datetime as dt
import struct
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tournaments.formats.report import FormatError, Place, noop

PAGE = 4096
MAGIC = b"\0\1\0\0"
JET, ACE = b"Standard Jet DB", b"Standard ACE DB"
JET_3, JET_4 = 0, 1  # byte 0x14 of the header
HEADER = slice(0x18, 0x98)  # the masked part of the header page
HEADER_KEY = struct.pack("<I", 0x6B39DAC7)
DATABASE_KEY = slice(0x3E - 0x18, 0x42 - 0x18)  # inside the masked part; four zeros: not encrypted
CATALOGUE = "MSysObjects"
CATALOGUE_PAGE = 2
DATA_PAGE, DEFINITION_PAGE, MAP_PAGE = 1, 2, 5
IN_LINE, BY_REFERENCE = 0, 1  # kinds of usage maps
MOVED, DELETED_OR_TARGET, OFFSET = 0x4000, 0x8000, 0x1FFF  # parts of a row's entry in the table of its page
COMPRESSED = b"\xff\xfe"
EPOCH = dt.datetime(1899, 12, 30)

BOOL, BYTE, INT, LONG, SINGLE, DOUBLE, DATE, TEXT = 1, 2, 3, 4, 6, 7, 8, 10
NUMBERS = {BYTE: "<B", INT: "<h", LONG: "<i", SINGLE: "<f", DOUBLE: "<d"}
WIDTHS = {BYTE: 1, INT: 2, LONG: 4, SINGLE: 4, DOUBLE: 8, DATE: 8}

# Limits: the largest Papi file known has 0.7 MB and 582 rows of 113 columns.
MAX_CELLS = 160_000  # 2500 players of nine rounds, 1900 of 24
MAX_ROWS = 20_000
MAX_ROW_BYTES = 4 << 20  # of one table
MAX_DEFINITION_PAGES = 16
MAX_COLUMNS = 255
MAX_INDEXES = 64

NOT_JET = noop("This is not an Access database.")
IS_ACE = noop(
    "This is an Access 2007 or newer database; open it in Access and save it as an Access 2002-2003 database (.mdb)."
)
IS_OTHER_VERSION = noop(
    "This database is from another version of Access (%(version)s); open it in Access and save it as an Access "
    "2002-2003 database (.mdb)."
)
IS_ENCRYPTED = noop("This database is encrypted; remove its password and encryption and send it again.")
NO_TABLE = noop("The database has no table %(table)s.")
TRUNCATED = noop("The database is cut off: its size is not a whole number of pages.")
DAMAGED = noop("The database is damaged; copy the file again from the computer where it was made.")
TOO_MANY_ROWS = noop("The table has more rows than a tournament file can have.")
ROWS_MISSING = noop(
    "The database is damaged: the table should have %(claimed)s rows and %(found)s are there; copy the file again."
)

Value = bool | int | float | str | bytes | dt.datetime | None
Row = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table definition."""

    name: str
    type: int
    number: int  # bit in the null mask of a row
    variable: int | None  # place among the values of variable length; None: at a fixed offset
    offset: int
    length: int  # bytes of a fixed value


@dataclass(frozen=True, slots=True)
class _Definition:
    columns: list[Column]
    rows: int
    usage: int  # pointer to the usage map


def is_access(data: bytes) -> bool:
    """Return whether the bytes begin like a database of any version of Access."""
    return data[:4] == MAGIC and data[4:19] in {JET, ACE}


def unmask(data: bytes) -> bytes:
    """Mask or unmask the header page: RC4 with its fixed key."""
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + HEADER_KEY[i % len(HEADER_KEY)]) & 255
        state[i], state[j] = state[j], state[i]
    i = j = 0
    out = bytearray()
    for byte in data:
        i = (i + 1) & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) & 255])
    return bytes(out)


def decode_text(raw: bytes) -> str:
    """Return Jet 4 text: UTF-16, or FF FE and runs that a zero byte switches between one and two bytes a letter."""
    if raw[:2] != COMPRESSED:
        return codecs.utf_16_le_decode(raw, "replace", True)[0]
    runs = enumerate(_runs(raw[2:]))
    return "".join(run.decode("utf-16-le", "replace") if number % 2 else run.decode("latin-1") for number, run in runs)


def _runs(raw: bytes) -> Iterator[bytes]:
    """Yield the runs of a compressed text, in turn of one byte and of two bytes a letter."""
    start, width = 0, 1
    while start < len(raw):
        end = start
        while end < len(raw) and raw[end]:
            end += width
        yield raw[start:end]
        start, width = end + 1, 3 - width


class JetDatabase:
    """The tables of a Jet 4 database: ``tables`` maps each name to the page of its definition."""

    def __init__(self, data: bytes) -> None:
        _check_header(data)
        self._data = data
        self._pages = len(data) // PAGE
        self.tables = {CATALOGUE: CATALOGUE_PAGE}
        for row in self.rows(CATALOGUE, {"Id", "Name", "Type", "Flags"}):
            name, page, flags = row.get("Name"), row.get("Id"), row.get("Flags")
            hidden = isinstance(flags, int) and flags & 0x80000002
            if row.get("Type") == 1 and isinstance(name, str) and isinstance(page, int) and not hidden:
                self.tables.setdefault(name, page & 0xFFFFFF)

    def rows(self, table: str, wanted: Collection[str]) -> list[Row]:
        """Return the rows of a table as the file stores them, each with the wanted columns that the table has.

        Types follow the file: numbers, text (with its blanks), bool for yes/no, datetime, bytes for anything else, None
        for null.
        """
        if table not in self.tables:
            raise FormatError(NO_TABLE, table=table)
        try:
            return self._read(table, wanted)
        except (struct.error, IndexError) as error:
            raise FormatError(DAMAGED, Place(table=table)) from error

    def columns(self, table: str) -> list[Column]:
        """Return the columns of a table that is there."""
        try:
            return self._definition(self.tables[table]).columns
        except (struct.error, IndexError) as error:
            raise FormatError(DAMAGED, Place(table=table)) from error

    def _read(self, table: str, wanted: Collection[str]) -> list[Row]:
        page = self.tables[table]
        definition = self._definition(page)
        reader = _RowReader([column for column in definition.columns if column.name in wanted])
        limit = min(MAX_ROWS, MAX_CELLS // max(1, len(wanted)))
        rows: list[Row] = []
        size = 0
        for record in self._records(page, definition.usage):
            size += len(record)
            if len(rows) >= limit or size > MAX_ROW_BYTES:
                raise FormatError(TOO_MANY_ROWS, Place(table=table))
            rows.append(reader.read(record))
        if len(rows) != definition.rows:
            raise FormatError(ROWS_MISSING, Place(table=table), claimed=definition.rows, found=len(rows))
        return rows

    def _page(self, number: int, kind: int) -> bytes:
        page = self._data[number * PAGE : (number + 1) * PAGE]
        if not 0 < number < self._pages or page[0] != kind:
            raise FormatError(DAMAGED)
        return page

    def _definition(self, number: int) -> _Definition:
        """Return the definition, which may run over several pages, each naming the next."""
        body, seen = b"", 0
        while number:
            seen += 1
            if seen > MAX_DEFINITION_PAGES:
                raise FormatError(DAMAGED)
            page = self._page(number, DEFINITION_PAGE)
            body += page[8:] if body else page
            (number,) = struct.unpack_from("<I", page, 4)
        (rows,) = struct.unpack_from("<I", body, 16)
        count, _, indexes, usage = struct.unpack_from("<HIII", body, 45)
        if not 0 < count <= MAX_COLUMNS or indexes > MAX_INDEXES:
            raise FormatError(DAMAGED)
        return _Definition(_columns(body, 63 + 12 * indexes, count), rows, usage)

    def _records(self, table: int, usage: int) -> Iterator[bytes]:
        """Yield the bytes of each living row. Freed pages still name their table but are not in its usage map."""
        seen = 0
        for number in self._used_pages(usage):
            page = self._data[number * PAGE : (number + 1) * PAGE]
            if page[0] != DATA_PAGE or struct.unpack_from("<I", page, 4)[0] != table:
                continue
            count = _row_count(page)
            seen += count
            if seen > 2 * MAX_ROWS:  # the dead ones count here too
                raise FormatError(TOO_MANY_ROWS)
            for index in range(count):
                record, flags = _slot(page, index)
                if flags & DELETED_OR_TARGET:  # dead, or reached through the pointer of a moved row
                    continue
                yield self._target(record) if flags & MOVED else record

    def _target(self, pointer: bytes) -> bytes:
        """Return the row or map that a pointer means: the number of its page and its place there."""
        (place,) = struct.unpack_from("<I", pointer)
        return _slot(self._page(place >> 8, DATA_PAGE), place & 0xFF)[0]

    def _used_pages(self, pointer: int) -> list[int]:
        usage = self._target(struct.pack("<I", pointer))
        if usage[0] == IN_LINE:
            (first,) = struct.unpack_from("<I", usage, 1)
            return self._marked(first, usage[5:])
        if usage[0] != BY_REFERENCE:
            raise FormatError(DAMAGED)
        (page,) = struct.unpack_from("<I", usage, 1)  # one page of the map marks 128 MB
        return self._marked(0, self._page(page, MAP_PAGE)[4:]) if page else []

    def _marked(self, first: int, bits: bytes) -> list[int]:
        last = min(self._pages, first + 8 * len(bits))
        return [number for number in range(first, last) if bits[(number - first) >> 3] >> ((number - first) & 7) & 1]


def _check_header(data: bytes) -> None:
    if not is_access(data):
        raise FormatError(NOT_JET)
    if data[4:19] == ACE:
        raise FormatError(IS_ACE)
    if len(data) <= CATALOGUE_PAGE * PAGE:
        raise FormatError(TRUNCATED)
    if data[0x14] != JET_4:
        raise FormatError(IS_OTHER_VERSION, version="Jet 3" if data[0x14] == JET_3 else "ACE")
    if any(unmask(data[HEADER])[DATABASE_KEY]):
        raise FormatError(IS_ENCRYPTED)
    if len(data) % PAGE:
        raise FormatError(TRUNCATED)


def _columns(body: bytes, start: int, count: int) -> list[Column]:
    """Return the columns: 25 bytes for each, then their names."""
    columns = []
    at = start + 25 * count
    for index in range(count):
        entry = body[start + 25 * index : start + 25 * (index + 1)]
        number, variable = struct.unpack_from("<HH", entry, 5)
        offset, length = struct.unpack_from("<HH", entry, 21)
        (size,) = struct.unpack_from("<H", body, at)
        name = body[at + 2 : at + 2 + size].decode("utf-16-le", "replace")
        at += 2 + size
        fixed = entry[15] & 1
        length = WIDTHS.get(entry[0], length)
        columns.append(Column(name, entry[0], number, None if fixed else variable, offset, length))
    _check_no_overlap(columns)
    return columns


def _check_no_overlap(columns: list[Column]) -> None:
    """Refuse columns that share bytes of a row, so that a row never yields more than it holds."""
    variables = [column.variable for column in columns if column.variable is not None]
    if len(set(variables)) < len(variables) or len({column.name for column in columns}) < len(columns):
        raise FormatError(DAMAGED)
    end = 0
    fixed = (column for column in columns if column.variable is None and column.type != BOOL)
    for column in sorted(fixed, key=lambda column: column.offset):
        if column.offset < end:
            raise FormatError(DAMAGED)
        end = column.offset + column.length


def _row_count(page: bytes) -> int:
    count: int = struct.unpack_from("<H", page, 12)[0]
    if 14 + 2 * count > PAGE:
        raise FormatError(DAMAGED)
    return count


def _slot(page: bytes, index: int) -> tuple[bytes, int]:
    """Return one row of a data page and its flags; rows fill the page from its end."""
    count = _row_count(page)
    if index >= count:
        raise FormatError(DAMAGED)
    entry: int = struct.unpack_from("<H", page, 14 + 2 * index)[0]
    end = struct.unpack_from("<H", page, 12 + 2 * index)[0] & OFFSET if index else PAGE
    start = entry & OFFSET
    if not 14 + 2 * count <= start <= end <= PAGE:
        raise FormatError(DAMAGED)
    return page[start:end], entry & ~OFFSET


class _RowReader:
    """Decode rows of one table.

    A row: its number of columns, the fixed part, the values of variable length, the offsets of these from the last to
    the first, their number, and the null mask (a bit for each column; of a yes/no column it is the value).
    """

    def __init__(self, columns: list[Column]) -> None:
        self._empty: dict[str, Value] = dict.fromkeys(column.name for column in columns)
        self._numbers: list[tuple[str, int, int, struct.Struct]] = []
        self._others: list[tuple[str, int, Column]] = []
        self._texts: list[tuple[str, int, int]] = []
        self._known: dict[bytes, str] = {}  # colours, clubs, federations come again and again
        for column in columns:
            bit = 1 << column.number
            if column.variable is None and column.type in NUMBERS:
                number = struct.Struct(NUMBERS[column.type])
                self._numbers.append((column.name, bit, 2 + column.offset, number))
            elif column.variable is not None and column.type == TEXT:
                self._texts.append((column.name, bit, column.variable))
            else:
                self._others.append((column.name, bit, column))

    def read(self, record: bytes) -> Row:
        (columns,) = struct.unpack_from("<H", record)
        mask_size = (columns + 7) // 8
        tail = len(record) - mask_size - 2
        if not mask_size or tail < 2:
            raise FormatError(DAMAGED)
        mask = int.from_bytes(record[-mask_size:], "little") & (
            (1 << columns) - 1
        )  # the last byte may be padded with 1
        (count,) = struct.unpack_from("<H", record, tail)
        table = tail - 2 * (count + 1)
        if table < 2:
            raise FormatError(DAMAGED)
        offsets = struct.unpack_from(f"<{count + 1}H", record, table)[::-1]
        if offsets[0] < 2 or offsets[-1] > table or list(offsets) != sorted(offsets):
            raise FormatError(DAMAGED)
        return self._values(record, mask, offsets)

    def _values(self, record: bytes, mask: int, offsets: tuple[int, ...]) -> Row:
        count = len(offsets) - 1
        row = self._empty.copy()
        for name, bit, offset, number in self._numbers:
            if mask & bit:
                row[name] = number.unpack_from(record, offset)[0]
        known = self._known
        for name, bit, index in self._texts:
            if mask & bit and index < count:
                raw = record[offsets[index] : offsets[index + 1]]
                text = known.get(raw)
                if text is None:
                    text = known[raw] = decode_text(raw)
                row[name] = text
        for name, bit, column in self._others:
            row[name] = _value(column, bool(mask & bit), _bytes_of(column, record, offsets))
        return row


def _bytes_of(column: Column, record: bytes, offsets: tuple[int, ...]) -> bytes:
    if column.variable is None:
        return record[2 + column.offset : 2 + column.offset + column.length]
    if column.variable + 1 < len(offsets):
        return record[offsets[column.variable] : offsets[column.variable + 1]]
    return b""  # the row is older than the column


def _value(column: Column, present: bool, raw: bytes) -> Value:
    if column.type == BOOL:
        return present
    if not present:
        return None
    if column.type == TEXT:
        return decode_text(raw)
    if column.type == DATE:
        return _date(*struct.unpack_from("<d", raw))
    if column.type in NUMBERS:
        number: int | float = struct.unpack_from(NUMBERS[column.type], raw)[0]
        return number
    return raw


def _date(days: float) -> dt.datetime | None:
    """Return the day: days since 1899-12-30; the fraction counts forward, also before that day."""
    if not -657434 <= days <= 2958465:  # 1 January 100 to 31 December 9999; false for NaN too
        return None
    whole = int(days)
    return EPOCH + dt.timedelta(days=whole, seconds=round(abs(days - whole) * 86400))
