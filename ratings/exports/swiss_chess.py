"""Player lists for Swiss-Chess: a dBase table, a quoted text, and the .LST that its own import reads.

Layouts: formats/belgium, 1.6 (table and text, as the Belgian federation gives them), formats/swiss-chess, 1.8 (LST).
"""

from __future__ import annotations

from federation import dbase
from federation.dbase import Field
from federation.distinct import each_once
from ratings.exports.cells import days, joined, quoted, windows
from ratings.exports.columns import club_titles, federations, or_zero, titles
from ratings.exports.dbf import CONTENT_TYPE, fitting
from ratings.exports.rows import Snapshot

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
    people = snapshot.for_pairing
    columns = {
        "NAME": people["name"],
        "CLUB": club_titles(people),
        "FED": federations(people),
        "ELO_FIDE": people["fide_rating"],
        "ELO_BEL": or_zero(people["rating"]),
        "TIT": titles(people),
        "BIRTH": people["birth_date"],
        "ID_FIDE": or_zero(people["fide_id"]),
        "ID_BEL": fitting(people["matricule"], 5),
        "SX": people["sex"],
    }
    return dbase.write_columns(FIELDS, columns, snapshot.list.date)


def write_text(snapshot: Snapshot) -> bytes:
    """PlayerSwissChess.TXT: fifteen cells a line, of which the last four stay empty."""
    people = snapshot.for_pairing
    nothing = [""] * len(people["matricule"])
    columns = (
        *(people["name"], club_titles(people), federations(people), people["fide_rating"], or_zero(people["rating"])),
        *(titles(people), days(people["birth_date"], "%d.%m.%Y"), people["matricule"], or_zero(people["fide_id"])),
        *(nothing, people["sex"], nothing, nothing, nothing, nothing),
    )
    return windows(quoted(columns))


def write_lst(snapshot: Snapshot) -> bytes:
    """Nineteen cells a line; the matricule stands where German lists have the personal number (PKZ)."""
    people = snapshot.for_pairing
    names = zip(people["last_name"], people["first_name"], strict=True)
    nothing = [""] * len(people["matricule"])
    columns = (
        [(f"{last},{first}" if first else last)[:32] for last, first in names],
        *([title[:32] for title in club_titles(people)], federations(people), people["fide_rating"], people["rating"]),
        *(titles(people), days(people["birth_date"], "%d.%m.%Y"), people["matricule"], people["fide_id"], nothing),
        *(each_once(SEXES.get, people["sex"]), *[nothing] * 8),
    )
    return windows(joined(columns))
