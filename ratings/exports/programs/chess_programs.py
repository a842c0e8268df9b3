"""Player lists for Swiss-Manager, Vega, Sevilla, SWAR and Pair Two: one text file for each program.

Layouts: formats/belgium, 1.6 (the first three, as the Belgian federation publishes them), F09 (into SWAR), F10 (into
Pair Two).
"""

import datetime as dt
from collections.abc import Iterable, Sequence

import numpy as np

from federation.files.text_columns import Cells, between, lines, padded
from federation.files.unique_values import map_unique
from ratings.exports.formatted_columns import club_titles, federations, or_zero, titles
from ratings.exports.programs.cells import PairingCells, cell, cut, days, joined, quoted, windows
from ratings.exports.snapshot import Columns, Snapshot

UTF_8 = "text/csv; charset=utf-8"
SWISS_MANAGER = (
    *("ID_No", "Name", "Sex", "Fed", "Clubnumber", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int", "Title"),
)
SEVILLA = (
    *("id", "lname", "fname", "mname", "gender", "federation", "club_id", "club_name", "birthyear", "rating"),
    *("fide_id", "fide_rating", "fide_title"),
)
NAME = cut(32)
SLASHED, DASHED, YEAR_FIRST, DAY_FIRST = days("%d/%m/%Y"), days("%Y-%m-%d"), days("%Y%m%d"), days("%d%m%Y")


def write_swiss_manager(snapshot: Snapshot) -> bytes:
    """Return PlayerSwissManager.csv: a header, and a semicolon at the end of every line."""
    people = snapshot.once(PairingCells)
    columns = (
        *(people("matricule"), people("name"), people("sex"), people(federations), people("club", or_zero)),
        *(people(club_titles), people("birth_date", SLASHED), people("rating", or_zero)),
        *(people("fide_id", or_zero), people("fide_rating", or_zero), people(titles)),
    )
    head = ";".join(f'"{name}"' for name in SWISS_MANAGER)
    return windows([f"{head};"]) + quoted(columns, end=b";\r\n")


def write_vega(snapshot: Snapshot) -> bytes:
    """Return PlayerVega.csv: columns of fixed width with semicolons between them."""
    people = snapshot.once(PairingCells)
    columns = (
        *(padded(people("name", NAME), 32), padded(people(federations), 3), padded(people("birth_date", DAY_FIRST), 8)),
        *(padded(people("sex"), 1), padded(people(titles), 3), padded(people("fide_id", _or_nought), 8)),
        padded(people("fide_rating", _or_nought), 4),
    )
    own = padded(people("matricule", _or_nought), 8), padded(people("rating", _or_nought), 4)
    end = f";  ;{'':20};\r\n".encode()
    return b"".join(lines([*between(b";", columns), b";  ;", *between(b";", own), end]))


def write_sevilla(snapshot: Snapshot) -> bytes:
    """Return sevilla.csv: UTF-8 and LF, with the year of birth if it may be given."""
    people = PairingCells(snapshot, "utf-8")
    columns = (
        *(people("matricule"), people("last_name"), people("first_name"), people.nothing()),
        *(people("sex", _small), people(federations), people("club"), people("club_name")),
        *(people("birth_date", _years), people("rating"), people("fide_id"), people("fide_rating"), people(titles)),
    )
    return f"{';'.join(SEVILLA)}\n".encode() + joined(columns, end=b"\n")


def write_swar(snapshot: Snapshot) -> bytes:
    """Return the affiliated members as players of a SWAR tournament, named after the list and its day."""
    people = snapshot.once(PairingCells)
    columns = (
        *(people("matricule"), people(_full_names), people("sex"), people("club"), people("birth_date", DASHED)),
        *(people("rating", or_zero), people(titles), people(federations), people.nothing()),
    )
    name = f"1;{cell(snapshot.list.pool.name)} {snapshot.list.date}"
    return windows(["[TOURNAMENT]", name, "[PLAYER]"]) + joined(_affiliated(snapshot, columns))


def write_pair_two(snapshot: Snapshot) -> bytes:
    """Return the affiliated members, one line each, with a semicolon at its end."""
    people = snapshot.once(PairingCells)
    columns = (
        *(people("matricule"), people("fide_id"), people("last_name"), people("first_name")),
        *(people("rating", or_zero), people("birth_date", YEAR_FIRST), people("sex"), people(federations)),
        *(people("club"), people.nothing()),
    )
    return joined(_affiliated(snapshot, columns), end=b";\r\n")


def _affiliated(snapshot: Snapshot, columns: Iterable[Cells]) -> list[Cells]:
    wanted = np.array(snapshot.for_pairing["affiliated"], bool)
    return [column[wanted] for column in columns]


def _full_names(people: Columns) -> list[str]:
    names = zip(people["last_name"], people["first_name"], strict=True)
    return [f"{last} {first}".strip() for last, first in names]


def _or_nought(numbers: Sequence[int | None]) -> list[str]:
    """Return digits, left-aligned in their field; 0 for None."""
    return [str(number or 0) for number in numbers]


def _years(dates: Sequence[dt.date | None]) -> list[int | None]:
    return map_unique(lambda date: date.year if date else None, dates)


def _small(texts: Sequence[str]) -> list[str]:
    return map_unique(str.lower, texts)
