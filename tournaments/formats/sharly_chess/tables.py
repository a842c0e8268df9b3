"""What is read of a Sharly-Chess event file, and its extract: the same without anything private.

Source: formats/sharly-chess, sections 1, 2 and 5. The file of an event holds mail addresses, telephone numbers,
passwords and the schools of children. Only the columns named here are read, of the settings of plugins only three
values, of accounts only the names of arbiters. The extract is JSON of these tables: it is what the site keeps.
"""

import json

from federation.files import sqlite_reader
from federation.files.sqlite_reader import SqliteError, Tables, Value, plain
from tournaments.formats.common.json_values import LONGEST_TEXT, inside, parsed, rows
from tournaments.formats.common.values import clean_text
from tournaments.formats.report import FormatError, noop

EXTRACT = b'{"sharly_chess":'
WANTED = {
    "metadata": {"version", "migration"},
    "info": {
        *("name", "location", "event_type", "start", "stop", "start_date", "stop_date", "player_rating_type"),
        *("pab_value", "three_points_for_a_win"),
    },
    "tournament": {
        *("id", "name", "index", "rounds", "rating", "pairing", "location", "time_control_trf25", "plugin_data"),
        *("time_control_initial_time", "time_control_increment", "start", "stop", "start_date", "stop_date"),
        *("round_datetimes", "three_points_for_a_win", "pab_value", "game_points", "player_rating_type"),
    },
    "player": {
        *("id", "last_name", "first_name", "date_of_birth", "year_of_birth", "gender", "title", "ratings", "fide_id"),
        *("federation", "club", "team_id", "plugin_data"),
    },
    "tournament_player": {"tournament_id", "player_id", "pairing_number"},
    "board": {"id", "white_player_id", "black_player_id", "index"},
    "pairing": {"tournament_id", "player_id", "round", "result", "board_id"},
    "team": {"id", "name"},
    "account": {"id", "first_name", "last_name"},
    "account_role": {"account_id", "tournament_id", "role"},
}
ARBITERS = ("chief_arbiter", "deputy_arbiter")
MAX_NUMBER = 2**53
_OF_PLUGINS = {"tournament": "ffe_id", "player": "ffe_licence_number"}  # of the French federation's plugin

DAMAGED = noop("The file is cut off or damaged; copy it again from the original.")
OTHER_PROGRAM = noop("This SQLite database is not a Sharly-Chess event: send the .sce file of the event.")


def is_event(data: bytes) -> bool:
    """Return whether the bytes are an SQLite database or the extract of an event."""
    return sqlite_reader.is_sqlite(data) or data.startswith(EXTRACT)


def extract(data: bytes) -> bytes:
    """Return the extract of a database: the same one for the same tables. Raise `FormatError` if it is no event."""
    tables = {"sharly_chess": stored(data)}
    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode("utf-8", "replace")


def stored(data: bytes) -> Tables:
    """Return the tables of a database or of its extract. Raise `FormatError` if there are none."""
    tables = _of_extract(data) if data.startswith(EXTRACT) else _of_database(data)
    if not tables.get("metadata") or not tables.get("tournament"):
        raise FormatError(OTHER_PROGRAM)
    return tables


def _of_database(data: bytes) -> Tables:
    try:
        tables = sqlite_reader.read(data, WANTED)
    except SqliteError:
        raise FormatError(DAMAGED) from None
    for table, name in _OF_PLUGINS.items():
        for row in tables.get(table, []):
            row[name] = _of_plugin(row.pop("plugin_data", None), name)
    roles = [row for row in tables.get("account_role", []) if row.get("role") in ARBITERS]
    arbiters = {row.get("account_id") for row in roles}
    accounts = [row for row in tables.get("account", []) if row.get("id") in arbiters]
    return tables | {"account": accounts, "account_role": roles}


def _of_extract(data: bytes) -> Tables:
    tables = inside(parsed(data), "sharly_chess")
    return {
        name: [{column: plain(value) for column, value in row.items()} for row in rows(tables, name) or []]
        for name in tables.keys() & WANTED
    }


def object_of(value: Value) -> dict[str, object]:
    """Return the JSON object of a column; an empty one if it holds anything else."""
    try:
        return parsed(value.encode("utf-8", "replace")) if isinstance(value, str) else {}
    except FormatError:
        return {}


def number_of(value: Value) -> int:
    """Return the whole number of a cell; 0 for anything else."""
    return value if isinstance(value, int) and abs(value) <= MAX_NUMBER else 0


def text_of(value: Value) -> str:
    """Return the text of a cell; "" for anything else."""
    return clean_text(value)[:LONGEST_TEXT] if isinstance(value, str) else ""


def _of_plugin(value: Value, name: str) -> str | int | None:
    found = inside(object_of(value), "ffe").get(name)
    return found if isinstance(found, str | int) else None
