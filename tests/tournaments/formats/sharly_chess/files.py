"""Writes Sharly-Chess event files, with only the columns that a reader needs and some that it must not read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

PRIVATE = "SECRET"  # stands in every column that nobody may read

SCHEMA = """
CREATE TABLE metadata (version TEXT, migration TEXT);
CREATE TABLE info (name TEXT, location TEXT, event_type TEXT, start_date TEXT, stop_date TEXT, start REAL, stop REAL,
  plugin_data TEXT, organiser_email TEXT);
CREATE TABLE tournament (id INTEGER PRIMARY KEY, name TEXT, "index" INTEGER, rounds INTEGER, rating INTEGER,
  pairing TEXT, location TEXT, time_control_trf25 TEXT, start_date TEXT, stop_date TEXT, three_points_for_a_win INTEGER,
  pab_value INTEGER, game_points TEXT, plugin_data TEXT);
CREATE TABLE team (id INTEGER PRIMARY KEY, tournament_id INTEGER, name TEXT);
CREATE TABLE player (id INTEGER PRIMARY KEY, last_name TEXT, first_name TEXT, date_of_birth TEXT, year_of_birth INTEGER,
  mail TEXT, phone TEXT, ratings TEXT, fide_id INTEGER, federation TEXT, club TEXT, gender TEXT, title TEXT,
  team_id INTEGER, plugin_data TEXT);
CREATE TABLE tournament_player (tournament_id INTEGER, player_id INTEGER, pairing_number INTEGER);
CREATE TABLE board (id INTEGER PRIMARY KEY, white_player_id INTEGER, black_player_id INTEGER, "index" INTEGER);
CREATE TABLE pairing (tournament_id INTEGER, player_id INTEGER, round INTEGER, result INTEGER, board_id INTEGER);
CREATE TABLE account (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, password_hash TEXT, mail TEXT);
CREATE TABLE account_role (account_id INTEGER, tournament_id INTEGER, role TEXT);
"""
PLAYERS: tuple[dict[str, Any], ...] = (
    {
        "last_name": "AERTS", "first_name": "Anna", "date_of_birth": "1980-05-17", "fide_id": 99200001,
        "federation": "FRA", "club": "Nulle-Part", "gender": "F", "title": "WFM",
        "ratings": {"1": {"fide": 1812, "national": 1790, "estimated": None}},
        "plugin_data": {"ffe": {"ffe_licence_number": "Z90001", "ffe_licence": "A"}, "fra_schools": {"id": PRIVATE}},
    },
    {"last_name": "BAERT", "year_of_birth": 2012, "gender": "M", "ratings": {"1": {"national": 1650}}},
    {"last_name": "CIS", "first_name": "Cas", "ratings": {"1": {"estimated": 1199}}},
)  # fmt: skip
# Round, White, Black, code of White, code of Black; without Black a bye, and without a table where the code is not 9.
ROUNDS = ((1, 1, 2, 3, 1), (1, 3, None, 9, None), (2, 3, 1, 2, 2), (2, 2, None, 7, None), (3, 1, None, 8, None))


def event(
    rounds: Sequence[tuple[int, int | None, int | None, int, int | None]] = ROUNDS,
    players: Sequence[dict[str, Any]] = PLAYERS,
    numbers: Sequence[int | None] = (2, 1, 3),
    *,
    schema: str = SCHEMA,
    empty: Sequence[str] = (),
    info: dict[str, Any] | None = None,
    **tournament: Any,
) -> bytes:
    """Return an event with one tournament of three players, and one without a game for each name in ``empty``."""
    database = sqlite3.connect(":memory:")
    database.executescript(schema)

    def add(table: str, **row: Any) -> int:
        values = [json.dumps(value) if isinstance(value, dict) else value for value in row.values()]
        columns = ", ".join(f'"{name}"' for name in row)
        places = ", ".join("?" * len(row))
        statement = f"INSERT INTO {table} ({columns}) VALUES ({places})"
        return database.execute(statement, values).lastrowid or 0

    add("metadata", version="4.0.5", migration="m081_refactor_tournament_criteria")
    days = {"start_date": "2026-03-07", "stop_date": "2026-03-08"}
    private = {"plugin_data": {"chessevent": {"password": PRIVATE}}, "organiser_email": PRIVATE}
    add("info", name="Winter", location="Nulle-Part", event_type="INDIVIDUAL", **private | days | (info or {}))
    settings = {"rounds": 3, "rating": 1, "pairing": "SWISS_STANDARD", "time_control_trf25": "5400+30"}
    plugin = {"ffe": {"ffe_id": 12345, "password": PRIVATE}}
    first = add("tournament", **{"name": "Winter Open", "index": 1, "plugin_data": plugin} | settings | tournament)
    for name in empty:
        add("tournament", name=name, index=0, **settings)
    for role, last_name in (("deputy_arbiter", "Wit"), ("chief_arbiter", "Zwart"), ("helper", PRIVATE)):
        account = add("account", last_name=last_name, password_hash=PRIVATE, mail=PRIVATE)
        add("account_role", account_id=account, tournament_id=first, role=role)
    for player, number in zip(players, numbers, strict=True):
        key = add("player", **{"mail": PRIVATE, "phone": PRIVATE} | player)
        add("tournament_player", tournament_id=first, player_id=key, pairing_number=number)
    for place, (number, white, black, code, answer) in enumerate(rounds):
        board = None
        if black is not None or white is None or code in {9, 14}:
            board = add("board", white_player_id=white, black_player_id=black, index=place)
        for key, result in ((white, code), (black, answer)):
            if key is not None:
                add("pairing", tournament_id=first, player_id=key, round=number, result=result, board_id=board)
    database.commit()
    return database.serialize()
