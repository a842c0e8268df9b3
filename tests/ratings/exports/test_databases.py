"""Lists as databases: SQLite for queries and for SWAR, Access for Papi."""

from __future__ import annotations

import datetime as dt
import io
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing

import pytest

from ratings.exports import Snapshot, sqlite
from ratings.exports.programs import papi
from ratings.exports.snapshot import COLUMNS, rows_of
from tests import cast
from tests.ratings import scene
from tournaments.formats.papi.jet4_reader import JetDatabase

pytestmark = pytest.mark.django_db


def query(data: bytes, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        return database.execute(question).fetchall()


def base(snapshot: Snapshot) -> bytes:
    archive = zipfile.ZipFile(io.BytesIO(papi.write_zip(snapshot)))
    assert archive.namelist() == ["players_Papi.mdb"]
    return archive.read("players_Papi.mdb")


def test_the_database_says_what_the_csv_says(public: Snapshot) -> None:
    data = sqlite.write(public)
    rows = query(data, "SELECT * FROM ratings ORDER BY matricule")
    for found, row in zip(rows, rows_of(public.listed), strict=True):
        said = [cell.isoformat() if isinstance(cell, dt.date) else cell for cell in row[: len(COLUMNS)]]
        assert list(found) == said
    assert query(data, "SELECT * FROM clubs") == [
        (101, "Tour Blanche", "400"),
        (201, "Cavalier Noir", "600"),
        (301, "Pion Passé", "900"),
    ]


def test_a_database_names_its_list(public: Snapshot) -> None:
    for data in (sqlite.write(public), sqlite.write_players(public)):
        assert data[sqlite.RELEASE] == bytes(4)  # whichever library wrote it
        assert dict(query(data, "SELECT * FROM list")) == {
            "pool": "elo",
            "date": "2026-07-01",
            "revision": "0",
            "digest": public.list.digest,
        }


def test_a_database_does_not_tell_what_wrote_it(public: Snapshot) -> None:
    data = sqlite.write(public)
    assert (data[:16], data[16:18], data[96:100]) == (b"SQLite format 3\0", bytes([16, 0]), bytes(4))


def test_the_players_of_swar(public: Snapshot, private: Snapshot) -> None:
    question = (
        "SELECT Name, Sex, Birthday, Fed, Club, Affiliated, Elo, EloPrevious, Gain, Games, GamesPrevious,"
        " Performance, LastGames, NatFideSign, FideId FROM players WHERE IdNumber IN (10008, 10009)"
    )
    found = query(sqlite.write_players(private), question)
    assert found == [
        ("Hermans, Hanne", "F", "1994-08-08", "*", 301, 1, 2231, 2210, 21, 311, 310, 0.5, "2026-03-03", "NED", 990008),
        ("Iserbyt, Ilse", "F", "2012-09-09", "", 301, 1, 0, 0, 0, 1, 0, 1.0, "2026-03-03", "BEL", 0),
    ]
    assert query(sqlite.write_players(public), "SELECT DISTINCT Birthday FROM players") == [(None,)]


def test_the_base_of_papi_is_read_back(public: Snapshot, private: Snapshot) -> None:
    wanted = (
        "Ref",
        "NrFFE",
        "Nom",
        "Prenom",
        "Sexe",
        "NeLe",
        "Elo",
        "Fide",
        "Federation",
        "ClubRef",
        "FideCode",
        "FideTitre",
    )
    rows = JetDatabase(base(private)).rows("JOUEUR", wanted)
    assert [row["Ref"] for row in rows] == list(range(2, 12))
    assert [row["NrFFE"].strip() for row in rows] == [str(number) for number in cast.PEOPLE]
    assert [row["NeLe"].date() for row in rows] == [person[3] for person in cast.PEOPLE.values()]
    line = rows[7]
    assert (line["Nom"], line["Prenom"], line["Sexe"], line["Federation"]) == ("HERMANS", "Hanne", "F", "NED")
    assert (line["Elo"], line["Fide"], line["ClubRef"], line["FideCode"]) == (2231, "F", 301, "990008")
    assert line["FideTitre"] == "mf"
    assert (rows[8]["Elo"], rows[8]["Fide"]) == (1399, "E")
    assert (rows[5]["Elo"], rows[5]["Fide"]) == (1445, "N")
    assert {row["NeLe"] for row in JetDatabase(base(public)).rows("JOUEUR", ("NeLe",))} == {None}


def test_the_base_of_papi_has_the_clubs(public: Snapshot) -> None:
    assert JetDatabase(base(public)).rows("CLUB", ("Ref", "NrFFE", "Nom")) == [
        {"Ref": 101, "NrFFE": "101", "Nom": "Tour Blanche"},
        {"Ref": 201, "NrFFE": "201", "Nom": "Cavalier Noir"},
        {"Ref": 301, "NrFFE": "301", "Nom": "Pion Passé"},
    ]


@pytest.fixture
def many(public: Snapshot) -> Iterator[Snapshot]:
    """Return more people than fit on the pages that a map inside a row can mark."""
    same = {name: column[:1] * 16_000 for name, column in public.listed.items()}
    public.__dict__["everybody"] = {**same, "matricule": list(range(1, 16_001))}
    yield public


@pytest.mark.long
def test_the_base_of_papi_holds_a_whole_federation(many: Snapshot) -> None:
    found = base(many)
    assert len(found) > 512 * 4096
    rows = JetDatabase(found).rows("JOUEUR", ("NrFFE",))
    assert [row["NrFFE"].strip() for row in rows] == [str(number) for number in range(1, 16_001)]


def test_a_list_of_go_is_a_database_too() -> None:
    made = scene.starting_list(scene.pool("go", system="ffg"), {10001: (-437, 30)})
    assert query(sqlite.write(Snapshot(made)), "SELECT rating, grade FROM ratings") == [(-437, "5k")]
