"""Writes crosstables as chess-results.com exports them, of people who do not exist."""

from __future__ import annotations

from collections.abc import Sequence

from federation.files.spreadsheets import write_xlsx

TOP = (
    "From the Tournament-Database of Chess-Results http://chess-results.com",
    "Winter in Nergens",
    "Organizer(s) : Nergens",
    "Chief Arbiter : Wit, Willem",
    "Time control (Rapid) : 15 min + 5 s",
    "Location : Nulle-Part",
    "Date : 2026/04/11 to 2026/04/12",
    "Last update 12.04.2026 14:17:36",
    "Final Ranking crosstable after 3 Rounds",
)
HEADER = ("Rk.", "SNo", "", "Name", "FED", "RtgI", "RtgN", "Club/City", "1.Rd", "2.Rd", "3.Rd", "Pts. ", "TB1")
# By rank; opponents are ranks as well. The second and the third share their rank: the cell is blank.
ROWS: tuple[tuple[str, ...], ...] = (
    ("1", "2", "WFM", "Aerts  Anna ", "BEL", "1812", "1790", "Nergens", "  3b1", "  2w1", "  4b+", "3", "2"),
    ("2", "1", "", "Baert, Bob", "NED", "2010", "0", "", "  4w1", "  1b0", "  5w½", "1½", "3"),
    ("", "4", "", "Cis", "BEL", "0", "1450", "Elders", "  1w0", "-1", "   -½", "1½", "1"),
    ("4", "3", "", "De Wit  Dora", "BEL", "1600", "1580", "", "  2b0", "  5b1", "  1w-", "1", "1"),
    ("5", "5", "", "Els  Eva", "BEL", "0", "0", "", "0", "  4w0", "  2b½", "½", "1"),
)
END = ("", "Annotation", "You find all details to this tournament under https://chess-results.com/tnr380806.aspx")


def text(
    rows: Sequence[Sequence[str]] = ROWS,
    header: Sequence[str] = HEADER,
    top: Sequence[str] = TOP,
    end: Sequence[str] = END,
) -> bytes:
    """Return the table as the text of its sheet."""
    lines = [*top, *("\t".join(row) for row in (header, *rows)), *end]
    return "\n".join([*lines, ""]).encode()


def workbook(rows: Sequence[Sequence[str]] = ROWS) -> bytes:
    """Return the table as a spreadsheet, where Excel makes numbers of what looks like one."""
    cells = [[int(cell) if cell.lstrip("-").isdigit() else cell or None for cell in row] for row in (HEADER, *rows)]
    first, *above = ([line] for line in TOP)
    return write_xlsx("Sheet1", first, [row + [None] * (len(HEADER) - len(row)) for row in (*above, *cells)])
