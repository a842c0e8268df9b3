"""federation/files/sqlite_reader.py: chosen columns of a database, from memory, within bounds."""

import sqlite3

import pytest

from federation.files import sqlite_reader
from federation.files.sqlite_reader import SqliteError, read

WANTED = {"player": {"id", "name", "rating"}, "board": {"id"}}


def database(script):
    made = sqlite3.connect(":memory:")
    made.executescript(script)
    return made.serialize()


PLAYERS = "CREATE TABLE player (id INTEGER, name TEXT, phone TEXT); INSERT INTO player VALUES (1, 'Aerts', '0600');"


def test_the_wanted_columns_that_exist_are_read():
    assert read(database(PLAYERS), WANTED) == {"player": [{"id": 1, "name": "Aerts"}]}


ODD = "INSERT INTO player VALUES (9e999, x'ff00', 0), (1.5, CAST(x'41ff' AS TEXT), 0);"
SECOND = "INSERT INTO player VALUES (2, 'Baert', 0);"


def test_cells_of_other_types_and_texts_of_other_encodings_are_plain_values():
    data = database(PLAYERS + ODD)
    assert read(data, WANTED)["player"][1:] == [
        {"id": None, "name": None},
        {"id": 1.5, "name": "A\N{REPLACEMENT CHARACTER}"},
    ]


@pytest.mark.parametrize(
    "script",
    [
        "CREATE VIEW player AS WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id FROM n) SELECT * FROM n",
        "CREATE VIRTUAL TABLE player USING fts5(id, name)",
        "CREATE TABLE player (phone TEXT, name TEXT AS (hex(zeroblob(100000000))))",
    ],
)
def test_only_stored_columns_of_tables_are_read(script):
    assert read(database(script), WANTED).get("player", []) == []


def test_more_work_rows_or_letters_than_a_tournament_needs_is_an_error(monkeypatch):
    data = database(PLAYERS + SECOND)
    for limit in ("MAX_ROWS", "MAX_LETTERS", "MAX_BYTES"):
        with monkeypatch.context() as patch, pytest.raises(SqliteError):
            patch.setattr(sqlite_reader, limit, 1)
            read(data, WANTED)
    monkeypatch.setattr(sqlite_reader, "_STEP", 1)
    monkeypatch.setattr(sqlite_reader, "_STEPS", 20)
    with pytest.raises(SqliteError):
        read(data, WANTED)


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\0", database(PLAYERS)[:600], b"no database"])
def test_a_damaged_database_is_an_error(data):
    with pytest.raises(SqliteError):
        read(data, WANTED)


def test_a_database_with_the_marks_of_a_write_ahead_log_is_read():
    data = database(PLAYERS)
    assert read(data[:18] + b"\2\2" + data[20:], WANTED) == read(data, WANTED)
