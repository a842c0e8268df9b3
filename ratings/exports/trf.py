"""Registrations as TRF26: one tournament file without rounds for each club, with its members as players.

TRF numbers at most 9999 players, fewer than a federation has: a file a club is what an organiser begins with.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from django.conf import settings

from ratings.exports.archives import zipped
from ratings.exports.rows import Row, Snapshot, rows_of
from tournaments.formats.report import ReportedPlayer, TournamentReport
from tournaments.writers import trf


def write_zip(snapshot: Snapshot) -> bytes:
    """``101.trf`` and so on: the affiliated of the club, the strongest first."""
    return zipped(snapshot.list, _files(snapshot))


def _files(snapshot: Snapshot) -> Iterator[tuple[str, list[bytes]]]:
    found = [row for row in rows_of(snapshot.for_pairing) if row.affiliated and row.club]
    found.sort(key=lambda row: (row.club, -(row.rating or 0), row.matricule))
    for number, rows in groupby(found, key=attrgetter("club")):
        yield f"{number}.trf", [_club(snapshot, list(rows))]


def _club(snapshot: Snapshot, rows: list[Row]) -> bytes:
    report = TournamentReport(
        format="trf",
        name=f"{rows[0].club_name} ({snapshot.list.pool.name} {snapshot.list.date})",
        kind="swiss",
        players=tuple(_player(number, row) for number, row in enumerate(rows, 1)),
    )
    return trf.write(report, federation=settings.FEDERATION_CODE)


def _player(number: int, row: Row) -> ReportedPlayer:
    return ReportedPlayer(
        number=number,
        last_name=row.last_name,
        first_name=row.first_name,
        matricule=str(row.matricule),
        birth_date=row.birth_date,
        federation=row.fide_federation or row.nationality,
        fide_id=row.fide_id,
        rating=row.rating,
        title=row.title.upper(),
        sex=row.sex,
    )
