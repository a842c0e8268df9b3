"""A list as an SQLite database: one for queries by anyone, and the table ``players`` of the Belgian federation.

Source of the second: formats/belgium, 1.6. The same list gives the same bytes; only the release of the library that
laid out the pages could make a difference, and its number is left out of the header.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing

from federation.files.unique_values import map_unique
from ratings.exports.formatted_columns import dates_as_text, or_zero
from ratings.exports.programs.player_dbf import federation_signs, nationalities, subfederation_letters
from ratings.exports.snapshot import COLUMNS, Columns, Snapshot, facts_of

CONTENT_TYPE = "application/vnd.sqlite3"
RELEASE = slice(96, 100)  # the version of the library that last wrote the file

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
"""
_OWN_INDEXES = """
CREATE INDEX ratings_club ON ratings (club);
CREATE INDEX ratings_name ON ratings (name);
"""
_PLAYERS = f"""{_LIST}
CREATE TABLE clubs (Club INT PRIMARY KEY NOT NULL UNIQUE, Name VARCHAR(50), Federation VARCHAR(2));
CREATE TABLE players(IdNumber INT PRIMARY KEY NOT NULL UNIQUE, Name VARCHAR(32),Sex VARCHAR(1), Birthday VARCHAR(10),
Fed VARCHAR(2), Club INT, Affiliated INT(1), Elo INT,EloPrevious INT, Gain INT, Games INT, GamesPrevious INT,
Performance REAL, Opponents INT,LastGames VARCHAR(10), Border INT(1), Arbiter VARCHAR(4), NatPlayer VARCHAR(4),
NatFideSign VARCHAR(3), G INT(1), Died INT(1), FideId INT, LoginModif VARCHAR(20),DateModif DATETIME);
"""
_PLAYERS_INDEXES = """
CREATE INDEX IdxClub ON players(Club);
CREATE INDEX IdxName ON players(Name);
"""


def write(snapshot: Snapshot) -> bytes:
    """Return tables ``list`` (what it is, with its digest), ``ratings`` (the columns of the CSV) and ``clubs``."""
    people = snapshot.listed
    columns = {**people, "last_played": dates_as_text(people["last_played"])}
    rows = zip(*(columns[name] for name in COLUMNS), strict=True)
    return _database(_OWN, _OWN_INDEXES, snapshot, clubs=_clubs(people, people["league"]), ratings=rows)


def write_players(snapshot: Snapshot) -> bytes:
    """Return tables ``players`` and ``clubs`` as SWAR reads them, and ``list``. Birthday is empty in a public file."""
    people = snapshot.for_pairing
    rows = zip(*_players(people), strict=True)
    return _database(
        _PLAYERS, _PLAYERS_INDEXES, snapshot, clubs=_clubs(people, subfederation_letters(people)), players=rows
    )


def _players(people: Columns) -> Iterable[Sequence[object]]:
    """Return the columns of the table ``players``."""
    count = len(people["matricule"])
    births, days = dates_as_text(people["birth_date"]), dates_as_text(people["last_played"])
    return (
        *(people["matricule"], [name[:32] for name in people["name"]], people["sex"], births),
        *(map_unique(str.strip, federation_signs(people)), or_zero(people["club"]), people["affiliated"]),
        *(or_zero(people[name]) for name in ("rating", "previous_rating", "change", "games", "previous_games")),
        *(people["points"], people["opponents_sum"], days, [0] * count, [""] * count, nationalities(people)),
        *(people["fide_federation"], [0] * count, people["deceased"], or_zero(people["fide_id"])),
        *([None] * count, [None] * count),
    )


def _clubs(people: Columns, leagues: Sequence[str]) -> list[tuple[object, ...]]:
    """Return number, name and league of each club, by number."""
    found = dict(zip(people["club"], zip(people["club"], people["club_name"], leagues, strict=True), strict=True))
    return [found[number] for number in sorted(filter(None, found))]


def _database(script: str, indexes: str, snapshot: Snapshot, **tables: Iterable[tuple[object, ...]]) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute("PRAGMA page_size = 4096")
        database.executescript(f"BEGIN; {script}")
        for table, rows in {"list": facts_of(snapshot.list).items(), **tables}.items():
            columns = len(database.execute(f"SELECT * FROM {table}").description)  # noqa: S608 - a name of ours
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)  # noqa: S608 - as above
        database.execute("COMMIT")
        database.executescript(f"BEGIN; {indexes} COMMIT;")  # an index is made faster after all rows are there
        made = bytearray(database.serialize())
    made[RELEASE] = bytes(4)
    return bytes(made)
