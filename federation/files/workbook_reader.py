"""Reads spreadsheets that may come from anybody (XLSX, XLS, ODS): bytes in, rows out.

calamine reads them, in its own process: a cell far out in an empty sheet makes it ask for more memory than there
is, and then its whole process ends.
"""

import datetime as dt
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from federation.files import zip_reader
from federation.files.limits import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, SheetError, require_modest

Cell = str | int | float | bool | dt.date | None

SIGNATURES = (b"PK", b"\xd0\xcf\x11\xe0")  # of XLSX and ODS, and of XLS
MAX_UNPACKED = 64 * 1024 * 1024  # bytes of all files of the zip together, and letters of all cells
MAX_RATIO = 100  # unpacked to packed; a sheet whose rows are all alike reaches 75
MEMORY = 2**30  # bytes of address space
SECONDS = 60  # of processor time; the largest sheet that is allowed takes ten
_SMALL = 4 * 1024 * 1024  # below this size the ratio says nothing
_PROCESS = Path(__file__).with_name("workbook_process.py")


def read(data: bytes) -> list[tuple[int, list[Cell]]]:
    """Return the rows of the first sheet that hold something, with their numbers as the spreadsheet program shows them.

    Formulas give the value that was stored with them. Raise `SheetError`, and nothing else, where that cannot be done.
    """
    if data.startswith(b"PK"):
        _require_modest_archive(data)
    rows = _rows(data)
    cells = 0
    for place, (_number, row) in enumerate(rows):
        cells += len(row) - row.count(None)
        require_modest(place, len(row), cells)
    return rows


def _require_modest_archive(data: bytes) -> None:
    """Raise `SheetError` for an archive that declares too much. Declared sizes bound what is unpacked."""
    try:
        with zip_reader.opened(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except zip_reader.DAMAGED as error:
        raise _unreadable() from error
    if not zip_reader.is_usual(entries):
        raise _unreadable()
    unpacked = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if unpacked > MAX_UNPACKED or (unpacked > _SMALL and unpacked > MAX_RATIO * packed):
        raise _too_large()


def _rows(data: bytes) -> list[tuple[int, list[Cell]]]:
    limits = (MEMORY, SECONDS, MAX_ROWS, MAX_COLUMNS, MAX_CELLS, MAX_UNPACKED)
    try:
        done = subprocess.run(  # noqa: S603 - every argument is ours
            [sys.executable, "-I", str(_PROCESS), *map(str, limits)],
            input=data,
            capture_output=True,
            timeout=2 * SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_large() from error
    if done.returncode < 0 or done.returncode == 2:  # ended by a limit
        raise _too_large()
    if done.returncode:
        raise _unreadable()
    return msgspec.msgpack.decode(done.stdout, type=list[tuple[int, list[Any]]], ext_hook=_date)


def _date(_code: int, iso: memoryview) -> dt.date:
    return dt.date.fromisoformat(bytes(iso).decode())


def _unreadable() -> SheetError:
    return SheetError(_("This is not a readable spreadsheet."))


def _too_large() -> SheetError:
    return SheetError(_("Unpacked, the spreadsheet is larger than this site can read."))
