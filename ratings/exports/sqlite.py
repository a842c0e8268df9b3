"""A list as an SQLite database: one for anybody's queries, and the table ``players`` of the Belgian federation.

Source of the second: formats/belgium, 1.6. The same list gives the same bytes; only the release of the library that
laid out the pages could make a difference, and its number is left out of the head.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Iterable
from contextlib import closing

from ratings.exports.dbf import LEAGUES, federation_sign
from ratings.exports.rows import COLUMNS, Row, Snapshot, facts_of

CONTENT_TYPE = "application/vnd.sqlite3"
RELEASE = slice(96, 100)  # of the library that wrote the file last: of interest to nobody who reads it

_KINDS = {
    **dict.fromkeys(("name", "grade", "status", "last_played", "sex", "title", "fide_federation"), "TEXT"),
    **dict.fromkeys(("points", "deviation"), "REAL"),
    "matricule": "INTEGER PRIMARY KEY",
}
_RATINGS = ", ".join(f"{name} {_KINDS.get(name, 'INTEGER')}" for name in COLUMNS)
_LIST = """
CREATE TABLE list (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
_OWN = f"""{_LIST}
CREATE TABLE clubs (number INTEGER PRIMARY KEY, name TEXT, league TEXT);
CREATE TABLE ratings ({_RATINGS});
CREATE INDEX ratings_club ON ratings (club);
CREATE INDEX ratings_name ON ratings (name);
"""
_PLAYERS = f"""{_LIST}
CREATE TABLE clubs (Club INT PRIMARY KEY NOT NULL UNIQUE, Name VARCHAR(50), Federation VARCHAR(2));
CREATE TABLE players(IdNumber INT PRIMARY KEY NOT NULL UNIQUE, Name VARCHAR(32),Sex VARCHAR(1), Birthday VARCHAR(10),
Fed VARCHAR(2), Club INT, Affiliated INT(1), Elo INT,EloPrevious INT, Gain INT, Games INT, GamesPrevious INT,
Performance REAL, Opponents INT,LastGames VARCHAR(10), Border INT(1), Arbiter VARCHAR(4), NatPlayer VARCHAR(4),
NatFideSign VARCHAR(3), G INT(1), Died INT(1), FideId INT, LoginModif VARCHAR(20),DateModif DATETIME);
CREATE INDEX IdxClub ON players(Club);
CREATE INDEX IdxName ON players(Name);
"""


def write(snapshot: Snapshot) -> bytes:
    """Tables ``list`` (what it is, with its digest), ``ratings`` (the columns of the CSV) and ``clubs``."""
    rows = (tuple(map(_plain, row[: len(COLUMNS)])) for row in snapshot.rows)
    clubs = {row.club: (row.club, row.club_name, row.league) for row in snapshot.rows if row.club}
    return _database(_OWN, snapshot, clubs=[clubs[number] for number in sorted(clubs)], ratings=rows)


def write_players(snapshot: Snapshot) -> bytes:
    """Tables ``players`` and ``clubs`` as SWAR reads them, and ``list``. Birthday is empty in a public file."""
    people = snapshot.for_pairing
    clubs = {row.club: (row.club, row.club_name, LEAGUES.get(row.league, "")) for row in people if row.club}
    return _database(
        _PLAYERS, snapshot, clubs=[clubs[number] for number in sorted(clubs)], players=map(_player, people)
    )


def _player(row: Row) -> tuple[object, ...]:
    return (
        *(row.matricule, row.name[:32], row.sex, _plain(row.birth_date), federation_sign(row).strip(), row.club or 0),
        *(int(row.affiliated), row.rating or 0, row.previous_rating or 0, row.change or 0, row.games),
        *(row.previous_games, row.points, row.opponents_sum, _plain(row.last_played), 0, "", row.nationality),
        *(row.fide_federation, 0, int(row.deceased), row.fide_id or 0, None, None),
    )


def _plain(value: object) -> object:
    """What SQLite holds: dates as text, yes as 1."""
    if isinstance(value, dt.date):
        return value.isoformat()
    return int(value) if isinstance(value, bool) else value


def _database(script: str, snapshot: Snapshot, **tables: Iterable[tuple[object, ...]]) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute("PRAGMA page_size = 4096")
        database.executescript(f"BEGIN; {script}")
        for table, rows in {"list": facts_of(snapshot.list).items(), **tables}.items():
            columns = len(database.execute(f"SELECT * FROM {table}").description)  # noqa: S608 - a name of ours
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)  # noqa: S608
        database.execute("COMMIT")
        made = bytearray(database.serialize())
    made[RELEASE] = bytes(4)
    return bytes(made)
