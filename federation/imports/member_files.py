"""Files with lists of members: CSV, spreadsheets, and the PLAYER list (dBase), also inside a ZIP."""

import datetime as dt
import io
import re
from pathlib import PurePosixPath
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from federation.files import dbase, spreadsheets, zip_reader
from federation.files.limits import SheetError, require_size
from federation.imports import member_columns, player_list
from federation.imports.columns import Reading

_PERIOD = re.compile(r"(?<!\d)((?:19|20)\d{2})(0[1-9]|1[0-2])(?!\d)")  # PLAYER_202107.ZIP
_DBASE = (b"\x03", b"\x83", b"\x8b")
_PARTS_OF_WORKBOOKS = {"[Content_Types].xml", "xl/workbook.xml", "content.xml"}  # of XLSX and of ODS


def read(
    name: str, data: bytes, day: dt.date | None = None, *, may_lack_numbers: bool = False
) -> tuple[Reading, dt.date]:
    """Return the members of the file, and the day on which its affiliations hold.

    That is the day given; else, for a PLAYER list, the month in its file name or the date in its header (the day of the
    last change, often much later); else today. ``may_lack_numbers``: rows with a name need no number. Raise
    `SheetError`, and nothing else, if the file cannot be read.
    """
    found = player_table(name, data)
    if found is None:
        reading = member_columns.from_sheet(spreadsheets.read(data), may_lack_numbers=may_lack_numbers)
        return reading, day or timezone.localdate()
    try:
        reading = player_list.from_table(found.table)
    except player_list.NoPlayerList as error:
        raise SheetError(str(error)) from error
    return reading, day or _month_in(found.name) or found.table.last_update or timezone.localdate()


class NamedTable(NamedTuple):
    """A dBase table, and the name of its own file."""

    name: str
    table: dbase.Table


def player_table(name: str, data: bytes) -> NamedTable | None:
    """Return the dBase table of the file, also inside a ZIP, or None for a spreadsheet. Raise `SheetError`."""
    if data.startswith(b"PK") and not _is_workbook(data):
        name, data = _table_in_zip(data)
    if not data.startswith(_DBASE):
        return None
    try:
        return NamedTable(name, dbase.read(data))
    except dbase.DbaseError as error:
        raise SheetError(_(error.template) % error.facts) from error


def _is_workbook(data: bytes) -> bool:
    try:
        with zip_reader.opened(io.BytesIO(data)) as archive:
            return not _PARTS_OF_WORKBOOKS.isdisjoint(archive.namelist())
    except zip_reader.DAMAGED:
        return True  # its own reader refuses it with a sentence


def _table_in_zip(data: bytes) -> tuple[str, bytes]:
    """Return name and bytes of the only dBase table of the ZIP, or of the one called PLAYER."""
    try:
        with zip_reader.opened(io.BytesIO(data)) as archive:
            tables = [entry for entry in archive.infolist() if entry.filename.lower().endswith(".dbf")]
            players = [entry for entry in tables if "player" in PurePosixPath(entry.filename).name.lower()]
            chosen = players if len(tables) > 1 else tables
            if len(chosen) != 1:
                raise SheetError(_("The zip contains no PLAYER list (a single .dbf)."))
            if not zip_reader.is_usual(chosen):
                raise SheetError(_("This zip file cannot be read."))
            require_size(chosen[0].file_size)
            return chosen[0].filename, zip_reader.content(archive, chosen[0])
    except SheetError:
        raise
    except zip_reader.DAMAGED as error:
        raise SheetError(_("This zip file cannot be read.")) from error


def _month_in(name: str) -> dt.date | None:
    found = _PERIOD.search(PurePosixPath(name.replace("\\", "/")).name)
    return dt.date(int(found[1]), int(found[2]), 1) if found else None
