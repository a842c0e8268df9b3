"""Reads Sharly-Chess event files (.sce), which replace Papi in France: an SQLite database with several tournaments.

Source: formats/sharly-chess, sections 1 to 4. A row of `pairing` is what a player has of a round; that of a game names
its `board`, which has White and Black. The column of ratings that a tournament uses is not always its pace.
"""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from federation.files.sqlite_reader import Row, Tables, Value
from tournaments.formats.common.consistency import content_problems, date_problems, label, listed, rounds_of
from tournaments.formats.common.values import YEARS, arbiters_of, read_day
from tournaments.formats.report import FormatError, Place, PointSystem, Problem, TournamentReport, noop
from tournaments.formats.sharly_chess import tables
from tournaments.formats.sharly_chess.players import players_of
from tournaments.formats.sharly_chess.rounds import MAX_ROUNDS, pairings_of
from tournaments.formats.sharly_chess.tables import number_of, text_of

NAME = "Sharly-Chess"
MAX_TOURNAMENTS = 100

_PARIS = ZoneInfo("Europe/Paris")  # where its organisers are: older files have seconds since 1970 of their midnight
_PACES = {1: "standard", 2: "rapid", 3: "blitz"}
_LOSS, _DRAW, _WIN, _PAIRING_BYE = "1", "2", "3", "9"  # result codes in `game_points`
_PERIOD = re.compile(r"(\d{1,6})(?:\+(\d{1,3}))?", re.ASCII)
_MINUTE = 60  # a time control of fewer seconds was typed in minutes
_SETTINGS = ("three_points_for_a_win", "pab_value")

NO_GAMES_HERE = noop(
    "This file of an older Sharly-Chess has no players: its games are in a Papi file; send that one (.papi)."
)
NO_TOURNAMENT = noop("No tournament of this Sharly-Chess event has players yet.")
TOO_MANY = noop("The file has more than %(most)s tournaments.")


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is an SQLite database, which no other pairing program sends, or what was kept of one."""
    return tables.is_event(data)


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournaments of the event. Raise `FormatError` if the bytes are no sound event with players.

    Once games are paired, tournaments without a game are left out: enrolment lists and those that did not take place.
    """
    stored = tables.stored(data)
    if not stored.get("player"):
        raise FormatError(NO_GAMES_HERE)
    event = next(iter(stored.get("info", [])), {})
    rows = sorted(stored["tournament"], key=lambda row: (number_of(row.get("index")), number_of(row.get("id"))))
    if len(rows) > MAX_TOURNAMENTS:
        raise FormatError(TOO_MANY, most=MAX_TOURNAMENTS)
    by_tournament = {name: _grouped(stored, name) for name in ("tournament_player", "pairing", "account_role")}
    reports = [_report(stored, event, row, by_tournament, is_only=len(rows) == 1) for row in rows]
    filled = [report for report in reports if report.players]
    if not filled:
        raise FormatError(NO_TOURNAMENT)
    first, *others = [report for report in filled if report.pairings] or filled
    if missing := [report.name for report in reports if report not in (first, *others)]:
        note = Problem("tournaments_left_out", facts={"names": ", ".join(missing)[:200]})
        first = replace(first, problems=(*first.problems, note))
    return [first, *others]


def _grouped(stored: Tables, name: str) -> Mapping[Value, list[Row]]:
    rows: dict[Value, list[Row]] = defaultdict(list)
    for row in stored.get(name, []):
        rows[row.get("tournament_id")].append(row)
    return rows


def _report(
    stored: Tables, event: Row, row: Row, by_tournament: Mapping[str, Mapping[Value, list[Row]]], *, is_only: bool
) -> TournamentReport:
    entries, sides, roles = (rows.get(row.get("id"), []) for rows in by_tournament.values())
    column = number_of(row.get("rating")) or 1
    players, numbers = players_of(stored, entries, column)
    start, end = _day(row, event, "start"), _day(row, event, "stop")
    labels = {player.number: label(player) for player in players}
    pairings, problems = pairings_of(sides, stored.get("board", []), numbers, labels)
    rounds, found = rounds_of(number_of(row.get("rounds")), MAX_ROUNDS, pairings)
    problems += found
    problems += date_problems(start, end) + content_problems(players, pairings)
    return TournamentReport(
        format="sharly_chess",
        name=_name(text_of(event.get("name")), text_of(row.get("name")), is_only=is_only),
        city=text_of(row.get("location")) or text_of(event.get("location")),
        start=start,
        end=end,
        rounds=rounds,
        pace=_PACES.get(column, ""),
        time_control=_time_control(row),
        kind=_kind(text_of(row.get("pairing")), text_of(event.get("event_type"))),
        program=f"Sharly-Chess {text_of(stored['metadata'][0].get('version'))}".strip(),
        players=players,
        pairings=pairings,
        problems=listed(problems),
        arbiters=_arbiters(stored, roles),
        point_system=_point_system(row, event),
        guid=f"ffe-{number}" if (number := row.get("ffe_id")) else "",
    )


def _name(event: str, tournament: str, *, is_only: bool) -> str:
    """Return the name of the event and that of its tournament, without saying anything twice."""
    if not tournament or (is_only and tournament.lower() in event.lower()):
        return event
    return tournament if not event or event.lower() in tournament.lower() else f"{event} – {tournament}"


def _day(row: Row, event: Row, name: str) -> dt.date | None:
    """Return the day of the tournament, else of the event, newer notation first."""
    for value in (row.get(f"{name}_date"), row.get(name), event.get(f"{name}_date"), event.get(name)):
        if isinstance(value, str) and (day := read_day(value[:10], Place())[0]):
            return day
        if isinstance(value, int | float) and 0 < value < 4e9:
            day = dt.datetime.fromtimestamp(value, _PARIS).date()
            return day if day.year in YEARS else None
    return None


def _time_control(row: Row) -> str:
    """Return the time control in words; one of several periods stays as it is: `40/5400+30:1800+30`."""
    coded = text_of(row.get("time_control_trf25"))
    seconds, increment = (number_of(row.get(f"time_control_{name}")) for name in ("initial_time", "increment"))
    if found := _PERIOD.fullmatch(coded):
        seconds, increment = int(found[1]), int(found[2] or 0)
    elif coded or not 0 < seconds < 1_000_000:
        return coded
    minutes, rest = divmod(seconds, 60) if seconds >= _MINUTE else (seconds, 0)
    parts = [f"{minutes} min" + (f" {rest} s" if rest else ""), f"{increment} s" if increment else ""]
    return " + ".join(filter(None, parts))


def _kind(pairing: str, event_type: str) -> str:
    if "TEAM" in (pairing + event_type).upper():
        return "team"
    if "ROUND_ROBIN" in pairing:
        return "round_robin"
    return "swiss" if "SWISS" in pairing else pairing.lower()[:20]


def _arbiters(stored: Tables, roles: Sequence[Row]) -> tuple[str, ...]:
    accounts = {row.get("id"): row for row in stored.get("account", [])}
    names: dict[Value, list[str]] = {role: [] for role in tables.ARBITERS}
    for row in roles:
        account = accounts.get(row.get("account_id"), {})
        parts = [text_of(account.get("last_name")), text_of(account.get("first_name"))]
        names[row.get("role")].append(", ".join(filter(None, parts)))
    chiefs, deputies = (names[role] for role in tables.ARBITERS)
    return arbiters_of(*chiefs, *deputies) if chiefs else ()


def _point_system(row: Row, event: Row) -> PointSystem:
    """Return what results are worth: as points by code since version 4.2, before by two settings."""
    by_code = tables.object_of(row.get("game_points"))
    settings = [first if (first := row.get(name)) is not None else event.get(name) for name in _SETTINGS]
    usual = PointSystem(3, 1, 0) if settings[0] else PointSystem()
    win, draw, loss = (
        _points(by_code, code, value) for code, value in ((_WIN, usual.win), (_DRAW, usual.draw), (_LOSS, usual.loss))
    )
    of_bye = {1: loss, 2: draw}.get(number_of(settings[1]), win)
    return PointSystem(win, draw, loss, 0, _points(by_code, _PAIRING_BYE, of_bye))


def _points(by_code: Mapping[str, object], code: str, usual: float) -> float:
    value = by_code.get(code)
    return value if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 20 else usual
