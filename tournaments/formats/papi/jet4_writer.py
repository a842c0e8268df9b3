"""Writes Jet 4 databases (Access 2000 to 2003): header, catalogue and tables without indexes.

Source: formats/papi, sections 1 and 4. It makes what a table scan needs and no more: readers of other makers
(mdbtools, mdb-reader) find the same cells; whether Access itself opens the file is not claimed. The same tables
give the same bytes. What real files carry besides their rows (dead, moved and stale ones) can be asked for in
`Table`, so that readers can be tried on it.
"""

import datetime as dt
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add

from federation.files.unique_values import map_unique
from tournaments.formats.papi import jet4_reader as jet
from tournaments.formats.papi.jet4_reader import BOOL, DATE, INT, LONG, TEXT, Value, unmask

BINARY, OLE, MEMO = 9, 11, 12  # only the catalogue has columns of these types, and they stay empty
CREATED = dt.datetime(2024, 1, 1)
CODE_PAGE, SORT_ORDER = 1252, 0x0409
DEAD, TARGET = 0xC000, 0x8000  # flags of a deleted row, of a row that only a pointer reaches
SYSTEM_FLAG = -0x80000000
USER_KIND, SYSTEM_KIND = 0x4E, 0x53
TABLES_ID = 0x0F000001  # the catalogue's folder "Tables"
BLANK = " ".encode("utf-16-le")
IN_LINE_PAGES = 512  # pages that a map inside a row can mark


@dataclass(frozen=True)
class Field:
    """A column to write. ``letters``: the most letters of a text; ``fixed`` texts are filled up with blanks."""

    name: str
    type: int
    letters: int = 0
    fixed: bool = False

    @property
    def has_place(self) -> bool:
        """Return whether the value has a fixed place in the row."""
        return self.fixed or self.type in jet.WIDTHS or self.type == BOOL

    @property
    def width(self) -> int:
        """Return the bytes of a fixed value, the most bytes of another."""
        if self.type == BOOL:
            return 1
        return jet.WIDTHS.get(self.type, {TEXT: 2 * self.letters, BINARY: 510}.get(self.type, 0))


@dataclass(frozen=True)
class Table:
    """A table to write: rows are mappings from column name to value; a missing value is null.

    ``cells``: the rows by column instead, if there are many; a missing column is null. ``deleted``: more rows, marked
    dead. ``moved``: places of rows that are reached through a pointer. ``stale``: rows of a freed page that still names
    the table. ``map_pages``: write the usage map on its own page.
    """

    name: str
    columns: Sequence[Field]
    rows: Sequence[Mapping[str, Value]] = ()
    cells: Mapping[str, Sequence[Value]] | None = None
    deleted: Sequence[Mapping[str, Value]] = ()
    moved: Sequence[int] = ()
    stale: Sequence[Mapping[str, Value]] = ()
    map_pages: bool = False


def write(tables: Sequence[Table], created: dt.datetime = CREATED) -> bytes:
    """Return the bytes of a database with these tables. Raise `ValueError`."""
    file = _File(created)
    entries: list[dict[str, Value]] = [
        {"Id": jet.CATALOGUE_PAGE, "ParentId": TABLES_ID, "Name": jet.CATALOGUE, "Type": 1, "Flags": SYSTEM_FLAG},
        {"Id": TABLES_ID, "ParentId": TABLES_ID - 1, "Name": "Tables", "Type": 3, "Flags": SYSTEM_FLAG},
    ]
    for table in tables:
        page = file.add(table, file.reserve(), USER_KIND)
        entries.append({"Id": page, "ParentId": TABLES_ID, "Name": table.name, "Type": 1, "Flags": 0})
    for entry in entries:
        entry |= {"DateCreate": created, "DateUpdate": created}
    file.add(Table(jet.CATALOGUE, _CATALOGUE_COLUMNS, entries), jet.CATALOGUE_PAGE, SYSTEM_KIND)
    return b"".join(file.pages)


_CATALOGUE_COLUMNS = (
    *(Field("Id", LONG), Field("ParentId", LONG), Field("Name", TEXT, 255), Field("Type", INT)),
    *(Field("DateCreate", DATE), Field("DateUpdate", DATE), Field("Owner", BINARY), Field("Flags", LONG)),
    *(Field("Database", MEMO), Field("Connect", MEMO), Field("ForeignName", TEXT, 255), Field("RmtInfoShort", BINARY)),
    *(Field(name, OLE) for name in ("RmtInfoLong", "Lv", "LvProp", "LvModule", "LvExtra")),
)


class _File:
    """The pages being made: a number is reserved before the page is written, because pages name each other."""

    def __init__(self, created: dt.datetime) -> None:
        global_map = [b"\0" * 69, b"\1" + b"\0" * 68]
        self.pages = [_header(created), _data_page([(0, row) for row in global_map], owner=1), b""]

    def reserve(self) -> int:
        self.pages.append(b"")
        return len(self.pages) - 1

    def add(self, table: Table, first: int, kind: int) -> int:
        """Write the table with its definition on page ``first``; return that number."""
        usage = self.reserve()
        layout = _Layout(table.columns)
        found = layout.rows(table.rows) if table.cells is None else layout.by_column(table.cells)
        rows = [(0, row) for row in found] + [(DEAD, row) for row in layout.rows(table.deleted)]
        numbers = []
        for place in table.moved:
            numbers += self._rows([(TARGET, rows[place][1])], first)
            rows[place] = (jet.MOVED, struct.pack("<I", numbers[-1] << 8))
        numbers += self._rows(rows, first)
        if table.stale:
            self._rows([(0, row) for row in layout.rows(table.stale)], first)
        self.pages[usage] = _data_page([(0, self._map(numbers, table.map_pages)), (0, self._map([]))], owner=0)
        self._definition(first, layout.definition(len(found), usage, kind))
        return first

    def _rows(self, rows: Sequence[tuple[int, bytes]], owner: int) -> list[int]:
        """Put rows on new pages, as many on each as it holds; return the numbers of the pages."""
        numbers: list[int] = []
        page: list[tuple[int, bytes]] = []
        used = 14
        for flags, row in rows:
            if page and used + len(row) + 2 > jet.PAGE:
                numbers.append(self._page(page, owner))
                page, used = [], 14
            page.append((flags, row))
            used += len(row) + 2
        numbers.append(self._page(page, owner))
        return numbers

    def _page(self, rows: Sequence[tuple[int, bytes]], owner: int) -> int:
        number = self.reserve()
        self.pages[number] = _data_page(rows, owner)
        return number

    def _map(self, numbers: Sequence[int], own_page: bool = False) -> bytes:
        """Return a usage map: one bit a page, inside the row or on its own page that the row names."""
        if own_page:
            page = self.reserve()
            self.pages[page] = struct.pack("<BBH", jet.MAP_PAGE, 1, 0) + _bits(numbers, 0, 8 * (jet.PAGE - 4))
            return struct.pack("<BI", jet.BY_REFERENCE, page) + bytes(64)
        start = min(numbers, default=0) & ~7
        return struct.pack("<BI", jet.IN_LINE, start) + _bits(numbers, start, IN_LINE_PAGES)

    def _definition(self, first: int, body: bytes) -> None:
        """Put a definition on its page and, if it is longer, on further ones."""
        room = jet.PAGE - 8
        chunks = [body[start : start + room] for start in range(0, len(body), room)]
        numbers = [first, *(self.reserve() for _ in chunks[1:]), 0]
        for chunk, number, following in zip(chunks, numbers, numbers[1:], strict=False):
            head = struct.pack("<BBHI", jet.DEFINITION_PAGE, 1, room - len(chunk), following)
            self.pages[number] = (head + chunk).ljust(jet.PAGE, b"\0")


class _Layout:
    """Where each column of a table is in its rows."""

    def __init__(self, columns: Sequence[Field]) -> None:
        self.columns = columns
        self.places: list[int] = []  # offset of a fixed column, index of another
        self.size = self.variables = 0
        for column in columns:
            if column.has_place:
                self.places.append(self.size)
                self.size += 0 if column.type == BOOL else column.width
            else:
                self.places.append(self.variables)
                self.variables += 1

    def rows(self, rows: Sequence[Mapping[str, Value]]) -> list[bytes]:
        """Return the bytes of rows that come one after the other, as `by_column` does."""
        return self.by_column({column.name: [row.get(column.name) for row in rows] for column in self.columns})

    def by_column(self, values_of: Mapping[str, Sequence[Value]]) -> list[bytes]:
        """Return the bytes of each row.

        These are: number of columns, fixed part, other values, their offsets backwards, their number, null mask.
        """
        count = len(next(iter(values_of.values())))
        fixed, other = [[struct.pack("<H", len(self.columns))] * count], []
        ends, masks = [[2 + self.size] * count], [0] * count
        filled = 0  # bits of the columns without a null
        for number, column in enumerate(self.columns):
            values = values_of.get(column.name, [None] * count)
            bit = 1 << number
            if column.type == BOOL:
                masks = [mask | bit if value else mask for mask, value in zip(masks, values, strict=True)]
                continue
            if None in values:
                masks = [mask if value is None else mask | bit for mask, value in zip(masks, values, strict=True)]
            else:
                filled |= bit
            cells = map_unique(partial(_encoded, column, column.width), values)
            if column.has_place:
                fixed.append(cells)
            else:
                other.append(cells)
                ends.append(list(map(add, ends[-1], map(len, cells))))
        offsets = map(struct.Struct(f"<{len(ends)}H").pack, *reversed(ends))
        tails = map_unique(partial(self._tail, filled), masks)
        return list(map(b"".join, zip(*fixed, *other, offsets, tails, strict=True)))

    def _tail(self, filled: int, mask: int) -> bytes:
        return struct.pack("<H", self.variables) + (filled | mask).to_bytes((len(self.columns) + 7) // 8, "little")

    def definition(self, rows: int, usage: int, kind: int) -> bytes:
        """Return the definition without the heads of its pages: counts, pointers to the maps, columns, names."""
        body = struct.pack("<IIII12x", 0x659, rows, 0, 1)
        body += struct.pack("<BHHHII", kind, len(self.columns), self.variables, len(self.columns), 0, 0)
        body += struct.pack("<II", usage << 8, usage << 8 | 1)
        variables = 0
        for number, (column, place) in enumerate(zip(self.columns, self.places, strict=True)):
            sort = SORT_ORDER if column.type in {TEXT, MEMO} else 0
            offset = place if column.has_place else 0
            body += struct.pack("<BIHHHI", column.type, 0x659, number, variables, number, sort)
            body += struct.pack("<BxxxxxHH", 2 | column.has_place, offset, column.width)
            variables += not column.has_place
        for column in self.columns:
            name = column.name.encode("utf-16-le")
            body += struct.pack("<H", len(name)) + name
        body += b"\xff\xff"
        return struct.pack("<I", len(body)) + body


def _encoded(column: Field, width: int, value: Value) -> bytes:
    """Return the bytes of a value, of null those of its place; texts are cut to the width of their column."""
    if value is None:
        return bytes(width if column.has_place else 0)
    if column.type == TEXT and isinstance(value, str):
        raw = value.encode("utf-16-le", "replace")
        if len(raw) > width:
            raw = raw[:width].decode("utf-16-le", "ignore").encode("utf-16-le")  # no letter is cut in two
        return raw + BLANK * ((width - len(raw)) // len(BLANK)) if column.fixed else raw
    if column.type == DATE and isinstance(value, dt.datetime):
        since = value - jet.EPOCH
        hours = since.seconds / 86400
        return struct.pack("<d", since.days + (hours if since.days >= 0 else -hours))
    try:
        return struct.pack(jet.NUMBERS[column.type], value)
    except (KeyError, struct.error) as error:
        raise ValueError(f"{column.name} cannot hold {value!r}.") from error


def _bits(numbers: Sequence[int], start: int, room: int) -> bytes:
    bits = 0
    for number in numbers:
        if number - start >= room:
            raise ValueError("The table has too many pages for its usage map.")
        bits |= 1 << (number - start)
    return bits.to_bytes(room // 8, "little")


def _data_page(rows: Sequence[tuple[int, bytes]], owner: int) -> bytes:
    """Return a data page: head, table of rows with their flags, rows from the end of the page."""
    end = jet.PAGE
    slots, body = b"", b""
    for flags, row in rows:
        end -= len(row)
        slots += struct.pack("<H", max(0, end) | flags)
        body = row + body
    free = end - 14 - len(slots)
    if free < 0:
        raise ValueError("A row is longer than a page.")
    return struct.pack("<BBHIIH", jet.DATA_PAGE, 1, free, owner, 0, len(rows)) + slots + bytes(free) + body


def _header(created: dt.datetime) -> bytes:
    """Return the first page; its masked part has code page, sort order, day of creation, no key and no password."""
    days = (created - jet.EPOCH).total_seconds() / 86400
    masked = bytearray(jet.HEADER.stop - jet.HEADER.start)
    struct.pack_into("<H", masked, 0x3C - jet.HEADER.start, CODE_PAGE)
    password = (struct.pack("<i", int(days)) * 10)[:40]  # an empty password is the day that masks it
    masked[0x42 - jet.HEADER.start : 0x42 - jet.HEADER.start + 40] = password
    struct.pack_into("<I", masked, 0x6E - jet.HEADER.start, SORT_ORDER)
    struct.pack_into("<d", masked, 0x72 - jet.HEADER.start, days)
    page = bytearray(jet.PAGE)
    page[: len(jet.MAGIC)] = jet.MAGIC
    page[len(jet.MAGIC) : len(jet.MAGIC) + len(jet.JET)] = jet.JET
    page[0x14] = jet.JET_4
    page[jet.HEADER] = unmask(bytes(masked))
    page[0x9C:0x9F] = b"4.0"
    return bytes(page)
