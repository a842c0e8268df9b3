"""The player base of Papi: an Access database with the tables JOUEUR and CLUB (formats/belgium, 1.6)."""

from __future__ import annotations

from ratings.exports.archives import zipped
from ratings.exports.rows import Row, Snapshot, rows_of
from tournaments.writers import papi_base
from tournaments.writers.papi_base import BasePlayer


def write_zip(snapshot: Snapshot) -> bytes:
    """``players_Papi.mdb`` in an archive; the licence number (NrFFE) is the matricule."""
    people = rows_of(snapshot.for_pairing)
    clubs = {row.club: row.club_name for row in people if row.club}
    base = papi_base.write([_player(row) for row in people], dict(sorted(clubs.items())))
    return zipped(snapshot.list, [("players_Papi.mdb", [base])])


def _player(row: Row) -> BasePlayer:
    return BasePlayer(
        matricule=row.matricule,
        last_name=row.last_name,
        first_name=row.first_name,
        sex=row.sex,
        birth_date=row.birth_date,
        rating=row.rating,
        federation=row.fide_federation or row.nationality,
        club=row.club,
        club_name=row.club_name,
        fide_id=row.fide_id,
        title=row.title,
        affiliated=row.affiliated,
        is_fide_rating=row.status == "foreign",
    )
