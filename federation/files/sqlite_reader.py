"""Reads chosen columns of SQLite databases that may come from anybody: bytes in, rows out. Pure.

The database is opened in memory: there is no file, journal or second database to reach. Only tables are read, never
views or virtual tables, of these only columns that are stored, and the authorizer denies every column that the caller
did not name. Work is bounded by a count of SQLite's own instructions.
"""

import math
import sqlite3
from collections.abc import Collection, Iterator, Mapping

MAGIC = b"SQLite format 3\0"
MAX_BYTES = 32 * 1024 * 1024
MAX_ROWS = 200_000  # of a table
MAX_LETTERS = 32 * 1024 * 1024  # of all texts together: pages of a damaged file may be read many times
PAGE_SIZES = {1, *(1 << power for power in range(9, 16))}  # 1 means 65 536
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 2,
    sqlite3.SQLITE_LIMIT_VDBE_OP: 50_000,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_STEP, _STEPS = 10_000, 5_000  # instructions between two checks whether to continue, and how many checks there are
_STORED = 0  # of a column: neither hidden nor generated

Value = str | int | float | None
Row = dict[str, Value]
Tables = dict[str, list[Row]]


class SqliteError(ValueError):
    """The bytes are no sound database, or one that is too large."""


def is_sqlite(data: bytes) -> bool:
    """Return whether the bytes begin like an SQLite database."""
    return data.startswith(MAGIC)


def read(data: bytes, wanted: Mapping[str, Collection[str]]) -> Tables:
    """Return the rows of the wanted tables, with those of the wanted columns that exist. A blob is None.

    Raise `SqliteError`, and nothing else, if the database is damaged.
    """
    if len(data) > MAX_BYTES or not _has_sound_header(data):
        raise SqliteError
    connection = sqlite3.connect(":memory:")
    try:
        return _tables(connection, data, wanted)
    except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:  # a name may be no text
        raise SqliteError from error
    finally:
        connection.close()


def _has_sound_header(data: bytes) -> bool:
    return (
        is_sqlite(data)
        and len(data) >= 100
        and int.from_bytes(data[16:18]) in PAGE_SIZES
        and int.from_bytes(data[56:60]) in {1, 2, 3}
    )


def _tables(connection: sqlite3.Connection, data: bytes, wanted: Mapping[str, Collection[str]]) -> Tables:
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    rollback = data[:18] + b"\1\1" + data[20:]  # a database with a write-ahead log cannot be opened in memory
    connection.deserialize(rollback)
    steps = iter(range(_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, _STEP)
    for pragma in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
        connection.execute(f"PRAGMA {pragma}")
    columns = {table: names for table in _stored_tables(connection, wanted) if (names := _columns(connection, table))}
    allowed = {(table, name) for table, names in columns.items() for name in names if name in wanted[table]}

    def authorize(action: int, table: str | None, column: str | None, *_: object) -> int:
        is_read = action == sqlite3.SQLITE_READ and (table, column) in allowed
        return sqlite3.SQLITE_OK if is_read or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY

    connection.set_authorizer(authorize)
    found: Tables = {}
    letters = 0
    for table, names in columns.items():
        found[table] = list(_rows(connection, table, [name for name in names if (table, name) in allowed]))
        letters += sum(len(cell) for row in found[table] for cell in row.values() if isinstance(cell, str))
        if letters > MAX_LETTERS:
            raise SqliteError
    return found


def _stored_tables(connection: sqlite3.Connection, wanted: Mapping[str, Collection[str]]) -> list[str]:
    """Return which of the wanted names are tables that are stored in the file."""
    known = connection.execute("SELECT name, type, sql FROM sqlite_master").fetchmany(1_000)
    return [
        str(name)
        for name, kind, sql in known
        if name in wanted and kind == "table" and not str(sql).upper().startswith("CREATE VIRTUAL")
    ]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    rows = connection.execute(f'PRAGMA table_xinfo("{table}")')  # the caller's own word
    return [str(row[1]) for row in rows if row[6] == _STORED]


def _rows(connection: sqlite3.Connection, table: str, names: list[str]) -> Iterator[Row]:
    if not names:
        return
    listed = ", ".join(f'"{name}"' for name in names)
    rows = connection.execute(f'SELECT {listed} FROM "{table}"').fetchmany(MAX_ROWS + 1)  # noqa: S608 - the caller's own words
    if len(rows) > MAX_ROWS:
        raise SqliteError
    for row in rows:
        yield dict(zip(names, map(plain, row), strict=True))


def plain(value: object) -> Value:
    """Return a text or a number; None for anything else, as SQLite's columns hold any type."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, str | int) else None
