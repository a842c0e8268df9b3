"""A list as the federation's PLAYER table (dBase III, structure 4, in use since 2018), for pairing programs."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext_noop as noop

from federation import dbase
from federation.dbase import Field, Value
from ratings.errors import RatingError
from ratings.exports.archives import zipped
from ratings.exports.rows import Row, Snapshot

CONTENT_TYPE = "application/vnd.dbf"
FIELDS = (
    Field("MATRICULE", "N", 6),
    Field("NOM_PRENOM", "C", 32),
    Field("SEXE", "C", 1),
    Field("CLUB", "N", 6),
    Field("PTARECUPER", "N", 2),
    Field("DATE_NAISS", "D", 8),
    Field("ELO_PRECE", "N", 4),
    Field("PART_PRECE", "N", 4),
    Field("ADVERSAIRE", "N", 6),
    Field("ELO_CALCUL", "N", 4),
    Field("PART_CALCU", "N", 4),
    Field("MODIFY_ELO", "N", 1),
    Field("SUPPRESS", "L", 1),
    Field("CLAS_R1_R2", "L", 1),
    Field("NOMBRE_R2", "N", 1),
    Field("TITRE", "C", 3),
    Field("PERFORMAN", "N", 5, 1),
    Field("DER_JEUX", "D", 8),
    Field("GAIN", "N", 4),
    Field("FEDERATION", "C", 2),
    Field("CTR_RUN_1", "L", 1),
    Field("NOUV_MOD", "C", 4),
    Field("FIDE", "N", 10),
    Field("ARBITRE", "C", 4),
    Field("NATFIDE", "C", 3),
    Field("DECEDE", "L", 1),
)
LEAGUES = {"VSF": "V", "FEFB": "F", "SVDB": "D"}  # what FEDERATION calls the leagues of Belgium


def write(snapshot: Snapshot) -> bytes:
    """Everybody: present and former members (B48); who has no line in the list has blank rating fields.

    DATE_NAISS is blank in a public file. Raises `RatingError` for a list of go: the fields are too narrow for its
    levels.
    """
    if snapshot.list.pool.has_grades:
        raise RatingError(noop("The PLAYER table is for chess: a list of go does not fit into it."))
    return dbase.write(FIELDS, map(_record, snapshot.everybody), snapshot.list.date)


def write_zip(snapshot: Snapshot) -> bytes:
    """The table as it is given to clubs: ``PLAYER.DBF`` in an archive."""
    return zipped(snapshot.list, [("PLAYER.DBF", [write(snapshot)])])


def _record(row: Row) -> dict[str, Value]:
    return _member(row) | (_line(row) if row.listed else {})


def _member(row: Row) -> dict[str, Value]:
    keeps = row.keeps_national_rating and row.fide_federation != settings.FEDERATION_CODE
    return {
        "MATRICULE": row.matricule,
        "NOM_PRENOM": row.name,
        "SEXE": row.sex,
        "CLUB": row.club or 0,
        "DATE_NAISS": row.birth_date,
        "SUPPRESS": not row.affiliated,
        "CLAS_R1_R2": False,
        "NOMBRE_R2": 0,
        "TITRE": row.title.upper(),
        "FEDERATION": federation_sign(row),
        "CTR_RUN_1": False,
        "NOUV_MOD": row.nationality + ("+" if keeps else ""),
        "FIDE": row.fide_id or 0,
        "NATFIDE": row.fide_federation,
        "DECEDE": row.deceased,
    }


def _line(row: Row) -> dict[str, Value]:
    return {
        "ELO_PRECE": row.previous_rating or 0,
        "PART_PRECE": fitting(row.previous_games, 4),
        "ADVERSAIRE": fitting(row.opponents_sum, 6),
        "ELO_CALCUL": row.rating or 0,
        "PART_CALCU": fitting(row.games, 4),
        "MODIFY_ELO": 0,  # the codes of the old programs: 0 everywhere since 2021
        "PERFORMAN": fitting(row.points, 3),
        "DER_JEUX": row.last_played,
        "GAIN": _gain(row),
    }


def federation_sign(row: Row) -> str:
    """The letter of the league, and a star where the FIDE rating stands in place of the computed one."""
    return LEAGUES.get(row.league, "").ljust(1) + ("*" if row.status == "foreign" else "")


def _gain(row: Row) -> int:
    """The change; of a provisional rating all of it, as the federation's own program does."""
    if row.status == "provisional":
        return row.rating or 0
    return row.change or 0


def fitting(number: float, digits: int) -> Value:
    """The number, or blank where the field is too narrow for it."""
    return number if number < 10**digits else None
