"""Player lists for Swiss-Chess: a dBase table, a quoted text, and the .LST that its own import reads.

Layouts: formats/belgium, 1.6 (table and text, as the Belgian federation gives them), formats/swiss-chess, 1.8 (LST).
"""

from __future__ import annotations

from federation import dbase
from federation.dbase import Field, Value
from ratings.exports.cells import day, joined, quoted, windows
from ratings.exports.dbf import CONTENT_TYPE, fitting
from ratings.exports.rows import Row, Snapshot, club_title

TABLE_TYPE = CONTENT_TYPE
FIELDS = (
    Field("NAME", "C", 32),
    Field("CLUB", "C", 36),
    Field("FED", "C", 4),
    Field("ELO_FIDE", "N", 4),
    Field("ELO_BEL", "N", 4),
    Field("TIT", "C", 3),
    Field("BIRTH", "D", 8),
    Field("ID_FIDE", "N", 10),
    Field("ID_BEL", "N", 5),
    Field("SX", "C", 1),
)
SEXES = {"M": "m", "F": "w"}


def write_table(snapshot: Snapshot) -> bytes:
    """PlayerSwissChess.dbf. A matricule of six digits has no place in it."""
    return dbase.write(FIELDS, map(_record, snapshot.for_pairing), snapshot.list.date)


def write_text(snapshot: Snapshot) -> bytes:
    """PlayerSwissChess.TXT: fifteen cells a line, of which the last four stay empty."""
    return windows(quoted(_text(row)) for row in snapshot.for_pairing)


def write_lst(snapshot: Snapshot) -> bytes:
    """Nineteen cells a line; the matricule stands where German lists have the personal number (PKZ)."""
    return windows(joined(_lst(row)) for row in snapshot.for_pairing)


def _record(row: Row) -> dict[str, Value]:
    return {
        "NAME": row.name,
        "CLUB": club_title(row),
        "FED": row.fide_federation or row.nationality,
        "ELO_FIDE": row.fide_rating,
        "ELO_BEL": row.rating or 0,
        "TIT": row.title.upper(),
        "BIRTH": row.birth_date,
        "ID_FIDE": row.fide_id or 0,
        "ID_BEL": fitting(row.matricule, 5),
        "SX": row.sex,
    }


def _text(row: Row) -> tuple[object, ...]:
    return (
        *(row.name, club_title(row), row.fide_federation or row.nationality, row.fide_rating, row.rating or 0),
        *(row.title.upper(), day(row.birth_date, "%d.%m.%Y"), row.matricule, row.fide_id or 0, ""),
        *(row.sex, "", "", "", ""),
    )


def _lst(row: Row) -> tuple[object, ...]:
    name = f"{row.last_name},{row.first_name}" if row.first_name else row.last_name
    return (
        *(name[:32], club_title(row)[:32], row.fide_federation or row.nationality, row.fide_rating, row.rating),
        *(row.title.upper(), day(row.birth_date, "%d.%m.%Y"), row.matricule, row.fide_id, "", SEXES.get(row.sex)),
        *[""] * 8,
    )
