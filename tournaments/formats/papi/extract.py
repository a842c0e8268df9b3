"""The extract of a Papi file: a Papi file with nothing but the columns and settings that are read.

A Papi file holds addresses, telephone numbers, what people paid and the FTP password of the organiser (formats/papi,
section 2), and Access leaves deleted rows in it. The extract is read like the file, and is its own extract.
"""

from collections.abc import Collection

from tournaments.formats.papi import jet4_writer
from tournaments.formats.papi.jet4_reader import BOOL, DAMAGED, DATE, NUMBERS, TEXT, Column, JetDatabase, Row
from tournaments.formats.papi.jet4_writer import Field, Table
from tournaments.formats.papi.reader import INFO_COLUMNS, info_rows, opened, read, wanted_columns
from tournaments.formats.report import FormatError, Place

READABLE = {BOOL, DATE, TEXT, *NUMBERS}  # types of columns


def extract(data: bytes) -> bytes:
    """Return the extract. Raise `FormatError` if the bytes are no sound Papi database."""
    read(data)
    database = opened(data)
    wanted = wanted_columns(database)
    info = _table(database, "INFO", INFO_COLUMNS, info_rows(database))
    players = _table(database, "JOUEUR", wanted, database.rows("JOUEUR", wanted))
    try:
        return jet4_writer.write([info, players])
    except ValueError:  # columns wider than a page
        raise FormatError(DAMAGED) from None


def _table(database: JetDatabase, name: str, wanted: Collection[str], rows: list[Row]) -> Table:
    columns = [column for column in database.columns(name) if column.name in wanted and column.type in READABLE]
    if not columns:
        raise FormatError(DAMAGED, Place(table=name))
    return Table(name, [_field(column, rows) for column in columns], rows, map_pages=True)


def _field(column: Column, rows: list[Row]) -> Field:
    if column.type != TEXT:
        return Field(column.name, column.type)
    texts = [text for row in rows if isinstance(text := row.get(column.name), str)]
    longest = max((len(text.encode("utf-16-le")) // 2 for text in texts), default=0)  # damaged, longer than said
    return Field(column.name, TEXT, max(column.length // 2, longest), fixed=column.variable is None)
