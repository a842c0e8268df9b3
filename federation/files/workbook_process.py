"""The process that `workbook_reader` starts: a spreadsheet in, the rows of its first sheet out, as MessagePack.

It ends with 1 where the file cannot be read, with 2 or by a signal where it needs too much.
"""

import datetime as dt
import io
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
from python_calamine import CalamineError, CalamineWorkbook

UNREADABLE, TOO_LARGE = 1, 2


def main() -> None:
    memory, seconds, *limits = map(int, sys.argv[1:])
    with suppress(ValueError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    try:
        rows = read(sys.stdin.buffer.read(), *limits)
        sys.stdout.buffer.write(msgspec.msgpack.encode(rows))
    except MemoryError:
        sys.exit(TOO_LARGE)
    except (CalamineError, OSError):
        sys.exit(UNREADABLE)


def read(data: bytes, max_rows: int, max_columns: int, max_cells: int, max_letters: int) -> list[tuple[int, list[Any]]]:
    """Return the rows that hold something; the last one is the first that goes beyond a limit.

    Raise `MemoryError` where the texts of the cells have more letters than allowed.
    """
    rows: list[tuple[int, list[Any]]] = []
    cells = letters = 0
    for number, row in _filled_rows(data):
        rows.append((number, row))
        cells += len(row) - row.count(None)
        letters += sum(len(cell) for cell in row if isinstance(cell, str))
        if letters > max_letters:
            raise MemoryError
        if len(rows) > max_rows + 1 or len(row) > max_columns or cells > max_cells:
            break
    return rows


def _filled_rows(data: bytes) -> Iterator[tuple[int, list[Any]]]:
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
    blank = [None] * sheet.start[1] if sheet.start else []
    for number, cells in enumerate(sheet.iter_rows(), 1):
        while cells and cells[-1] == "":
            cells.pop()
        if cells:
            yield number, blank + [_value(cell) for cell in cells]


def _value(cell: Any) -> Any:
    if cell == "":
        return None
    if isinstance(cell, dt.date):  # also the day of a datetime
        return msgspec.msgpack.Ext(1, cell.isoformat()[:10].encode())
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return int(cell)
    return str(cell) if isinstance(cell, dt.time | dt.timedelta) else cell


if __name__ == "__main__":
    main()
