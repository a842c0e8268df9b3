"""Player lists for Swiss-Chess: a dBase table, a quoted text, and the .LST that its own import reads.

Layouts: formats/belgium, 1.6 (table and text, as the Belgian federation publishes them), formats/swiss-chess, 1.8
(LST).
"""

from collections.abc import Sequence

from federation.files import dbase
from federation.files.dbase import Field
from federation.files.unique_values import map_unique
from ratings.exports.formatted_columns import club_titles, federations, or_zero, titles
from ratings.exports.programs.cells import PairingCells, cut, days, joined, quoted
from ratings.exports.programs.player_dbf import fitting
from ratings.exports.snapshot import Columns, Snapshot

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
DOTTED, NAME = days("%d.%m.%Y"), cut(32)


def write_table(snapshot: Snapshot) -> bytes:
    """Return PlayerSwissChess.dbf. It has no room for a matricule of six digits."""
    people = snapshot.for_pairing
    columns = {
        "NAME": people["name"],
        "CLUB": club_titles(people),
        "FED": federations(people),
        "ELO_FIDE": fitting(people["fide_rating"], 4),
        "ELO_BEL": fitting(or_zero(people["rating"]), 4),
        "TIT": titles(people),
        "BIRTH": people["birth_date"],
        "ID_FIDE": fitting(or_zero(people["fide_id"]), 10),
        "ID_BEL": fitting(people["matricule"], 5),
        "SX": people["sex"],
    }
    return dbase.write(FIELDS, columns, snapshot.list.date)


def write_text(snapshot: Snapshot) -> bytes:
    """Return PlayerSwissChess.TXT: fifteen cells a line, the last four empty."""
    people = snapshot.once(PairingCells)
    nothing = people.nothing()
    columns = (
        *(people("name"), people(club_titles), people(federations), people("fide_rating"), people("rating", or_zero)),
        *(people(titles), people("birth_date", DOTTED), people("matricule"), people("fide_id", or_zero)),
        *(nothing, people("sex"), nothing, nothing, nothing, nothing),
    )
    return quoted(columns)


def write_lst(snapshot: Snapshot) -> bytes:
    """Return nineteen cells a line; the matricule takes the place of the German personal number (PKZ)."""
    people = snapshot.once(PairingCells)
    nothing = people.nothing()
    columns = (
        *(people(_names), people(_clubs), people(federations), people("fide_rating"), people("rating"), people(titles)),
        *(people("birth_date", DOTTED), people("matricule"), people("fide_id"), nothing, people("sex", _sexes)),
        *[nothing] * 8,
    )
    return joined(columns)


def _names(people: Columns) -> Sequence[str]:
    names = zip(people["last_name"], people["first_name"], strict=True)
    return NAME([f"{last},{first}" if first else last for last, first in names])


def _clubs(people: Columns) -> Sequence[str]:
    return NAME(club_titles(people))


def _sexes(letters: Sequence[str]) -> list[str]:
    return map_unique(lambda letter: SEXES.get(letter, ""), letters)
