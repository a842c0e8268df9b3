"""Reads Papi files (.papi), the tournaments of the French federation's pairing program.

Source: formats/papi, sections 1, 2 and 6. A Papi file is a Jet 4 database with the tables INFO (key and value),
JOUEUR (a row for each player, three columns for each round) and RES (names of the result codes). Only the columns
named here are read: addresses, phone numbers, e-mail and the FTP password of the organiser never leave the file.
"""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.formats.common.consistency import Side, content_problems, date_problems, label, pair_up
from tournaments.formats.common.values import (
    MAX_RATING,
    arbiters_of,
    clean_text,
    make_day,
    matricule_in,
    read_day,
    read_fide_id,
    whole_number,
)
from tournaments.formats.papi.jet4_reader import JetDatabase, Row, is_access
from tournaments.formats.report import (
    USUAL_POINTS,
    FormatError,
    Place,
    PointSystem,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)

NAME = "Papi"

MAX_ROUNDS = 24
EXEMPT = 1  # the Ref of the bye, a row of JOUEUR like a player's
NO_DATE = dt.date(1899, 12, 30)  # what Access makes of an emptied date

NO_TABLE = noop("This Access database is not a Papi tournament: it has no table %(table)s.")
NO_COLUMN = noop("This Access database is not a Papi tournament: the table %(table)s has no column %(column)s.")

THREE_POINTS = PointSystem(3, 1, 0, 0, 3)
DEPARTAGES = ("Dep1", "Dep2", "Dep3")
INFO_KEYS = {
    *("Nom", "Version", "NbrRondes", "DateDebut", "DateFin", "Cadence", "Lieu", "Arbitre", "Genre", "ClassElo"),
    *("DecomptePoints", *DEPARTAGES, *(f"DateRd{number}" for number in range(1, MAX_ROUNDS + 1))),
}
INFO_COLUMNS = {"Variable", "Value"}
PACES = {"Elo": "standard", "Rapide": "rapid", "Blitz": "blitz"}  # ClassElo -> pace; the key is the rating column too
KINDS = {"Suisse": "swiss", "ToutesRondes": "round_robin"}
TITLES = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "gf": "WGM", "mf": "WIM", "ff": "WFM", "cf": "WCM"}
# Dep1 to Dep3 -> codes of TRF26; others are the arbiter's own
TIE_BREAKS = {
    "Solkoff": "BH", "Brésilien": "BH/C1", "Harkness": "BH/M1", "Performance": "TPR", "Cumulatif": "PS",
    "Nombre de Victoires": "WIN", "Koya": "KS", "Sonnenborn-Berger": "SB",
}  # fmt: skip
COLOURS = {"B": "w", "N": "b"}  # Blancs, Noirs
ABSENT = "F"  # declared absence or bye; R and null: not paired

# Result codes (section 2, "Round codes"): of a game, of a pairing with EXEMPT, of a declared absence.
GAME_CODES = dict(enumerate(map(Result, "*0=1--+")))  # 5: both have it, a double forfeit
EXEMPT_CODES = {0: Result.ZERO_BYE, 2: Result.HALF_BYE, 3: Result.PAIRING_BYE, 6: Result.PAIRING_BYE}
ABSENCE_CODES = {0: Result.ZERO_BYE, 2: Result.HALF_BYE, 3: Result.FULL_BYE, 6: Result.FULL_BYE}


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is an Access database.

    No other known program writes one, and `read` says what is wrong with it.
    """
    return is_access(data)


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of the file. Raise `FormatError` if the bytes are no sound Papi database."""
    database = opened(data)
    info = _info(database)
    pace = PACES.get(info.get("ClassElo", ""), "")
    rating_column, announced = _rating_column(info), _announced(info)
    rows, problems = _rows_by_number(database, wanted_columns(database))
    rounds, found = _rounds(info, announced, rows.values())
    problems += found
    start, end, round_dates, found = _dates(info, rounds)
    problems += found
    players, found = _players(rows, rating_column)
    problems += found
    pairings, found = _pairings(rows, {player.number: label(player) for player in players}, rounds, round_dates)
    problems += found + content_problems(players, pairings)
    report = TournamentReport(
        format="papi",
        name=info.get("Nom", ""),
        city=info.get("Lieu", ""),
        start=start,
        end=end,
        rounds=rounds,
        pace=pace,
        time_control=info.get("Cadence", ""),
        kind=KINDS.get(info.get("Genre", ""), ""),
        program=f"Papi {info.get('Version', '')}".strip(),
        players=tuple(players),
        pairings=tuple(pairings),
        problems=tuple(problems),
        round_dates=tuple(round_dates),
        point_system=THREE_POINTS if info.get("DecomptePoints", "").upper() == "OUI" else USUAL_POINTS,
        arbiters=arbiters_of(info.get("Arbitre", "")),
        tie_breaks=tuple(TIE_BREAKS[said] for name in DEPARTAGES if (said := info.get(name, "")) in TIE_BREAKS),
    )
    return [report]


def opened(data: bytes) -> JetDatabase:
    """Return the database. Raise `FormatError` if it lacks a table of Papi."""
    database = JetDatabase(data)
    for table in ("INFO", "JOUEUR"):
        if table not in database.tables:
            raise FormatError(NO_TABLE, table=table)
    return database


def wanted_columns(database: JetDatabase) -> set[str]:
    """Return the columns of JOUEUR that are read: not where people live, what they paid, how to reach them."""
    info = _info(database)
    wanted = {"Ref", "NrFFE", "Nom", "Prenom", "Sexe", "NeLe", "Federation", "Club", "FideCode", "FideTitre"}
    wanted |= {f"Rd{number:02}Adv" for number in range(1, MAX_ROUNDS + 1)}
    rounds = range(1, (_announced(info) or MAX_ROUNDS) + 1)
    return wanted | {f"Rd{number:02}{part}" for number in rounds for part in ("Cl", "Res")} | {_rating_column(info)}


def _rating_column(info: Mapping[str, str]) -> str:
    return info["ClassElo"] if info.get("ClassElo", "") in PACES else "Elo"


def _announced(info: Mapping[str, str]) -> int | None:
    declared = whole_number(info.get("NbrRondes", ""))
    return declared if declared in range(1, MAX_ROUNDS + 1) else None


def _text(row: Row, column: str) -> str:
    value = row.get(column)
    return clean_text(value) if isinstance(value, str) else ""


def _number(row: Row, column: str) -> int:
    """Return the number, 0 for null: Papi's programs write one or the other (pitfall 7)."""
    value = row.get(column)
    return value if isinstance(value, int) else 0


def _info(database: JetDatabase) -> dict[str, str]:
    return {_text(row, "Variable"): _text(row, "Value") for row in info_rows(database)}


def info_rows(database: JetDatabase) -> list[Row]:
    """Return the rows of INFO that are read: none with credentials."""
    return [row for row in database.rows("INFO", INFO_COLUMNS) if _text(row, "Variable") in INFO_KEYS]


def _rows_by_number(database: JetDatabase, wanted: Collection[str]) -> tuple[dict[int, Row], list[Problem]]:
    """Return the players' rows in order of Ref, without EXEMPT."""
    rows = database.rows("JOUEUR", wanted)
    for column in ("Ref", "Nom", "Rd01Cl", "Rd01Adv", "Rd01Res"):
        if rows and column not in rows[0]:
            raise FormatError(NO_COLUMN, table="JOUEUR", column=column)
    numbered: dict[int, Row] = {}
    problems = []
    for row in sorted(rows, key=lambda row: _number(row, "Ref")):
        number = _number(row, "Ref")
        if number == EXEMPT and _text(row, "Nom").upper() in {"EXEMPT", ""}:
            continue
        if number < 1:
            facts: dict[str, object] = {"field": "Ref", "value": number}
            problems.append(Problem("field_unknown", Place(table="JOUEUR"), facts))
        elif number in numbered:
            problems.append(Problem("number_twice", Place(table="JOUEUR", player=number), {"number": number}))
        else:
            numbered[number] = row
    return numbered, problems


def _rounds(info: Mapping[str, str], announced: int | None, rows: Collection[Row]) -> tuple[int, list[Problem]]:
    """Return the number of rounds. Those beyond it are not read, but opponents in them are reported."""
    numbers = range(1, MAX_ROUNDS + 1)
    found = max((number for number in numbers if any(_number(row, f"Rd{number:02}Adv") for row in rows)), default=0)
    if announced is None:
        facts: dict[str, object] = {"field": "NbrRondes", "value": info.get("NbrRondes", "")}
        return found, [Problem("field_unknown", Place(table="INFO"), facts)]
    if found > announced:
        return announced, [Problem("rounds_more", Place(), {"found": found, "announced": announced})]
    return announced, []


def _dates(
    info: Mapping[str, str], rounds: int
) -> tuple[dt.date | None, dt.date | None, list[dt.date | None], list[Problem]]:
    start, problems = read_day(info.get("DateDebut", ""), Place(table="INFO"))
    end, found = read_day(info.get("DateFin", ""), Place(table="INFO"))
    problems += found
    days = []
    for number in range(1, rounds + 1):
        day, found = read_day(info.get(f"DateRd{number}", ""), Place(table="INFO", round=number))
        days.append(day)
        problems += found
    return start, end, days if any(days) else [], problems + date_problems(start, end, days)


def _players(rows: Mapping[int, Row], rating_column: str) -> tuple[list[ReportedPlayer], list[Problem]]:
    players = []
    problems: list[Problem] = []
    for number, row in rows.items():
        place = Place(table="JOUEUR", player=number)
        fide_id, found = read_fide_id(_text(row, "FideCode"), place)
        problems += found
        birth_date, found = _birth_date(row, place)
        problems += found
        rating, found = _rating(row, rating_column, place)
        problems += found
        licence, title, sex = _text(row, "NrFFE"), _text(row, "FideTitre"), _text(row, "Sexe").upper()
        players.append(
            ReportedPlayer(
                number=number,
                last_name=_text(row, "Nom"),
                first_name=_text(row, "Prenom"),
                matricule=matricule_in(licence),
                birth_date=birth_date,
                federation=_text(row, "Federation"),
                fide_id=fide_id,
                licence=licence,
                rating=rating,
                club=_text(row, "Club"),
                title=TITLES.get(title, title),
                sex=sex if sex in {"M", "F"} else "",
            )
        )
    return players, problems


def _birth_date(row: Row, place: Place) -> tuple[dt.date | None, list[Problem]]:
    value = row.get("NeLe")
    if not isinstance(value, dt.datetime) or value.date() == NO_DATE:
        return None, []
    day = make_day(value.year, value.month, value.day)
    if day is None:
        return None, [Problem("field_unknown", place, {"field": "NeLe", "value": value.date().isoformat()})]
    return day, []


def _rating(row: Row, column: str, place: Place) -> tuple[int | None, list[Problem]]:
    """Return the rating of the tournament's pace; 0 is none (pitfall 15)."""
    rating = _number(row, column)
    if not 0 <= rating <= MAX_RATING:
        return None, [Problem("rating_unknown", place, {"value": rating})]
    return rating or None, []


class _Cell(NamedTuple):
    """What a player's row says of one round: colour or state, opponent, result code."""

    round: int
    player: int
    state: str
    opponent: int  # 0: none
    code: int

    @property
    def place(self) -> Place:
        return Place(table="JOUEUR", player=self.player, round=self.round)


def _pairings(
    rows: Mapping[int, Row], labels: Mapping[int, str], rounds: int, round_dates: Sequence[dt.date | None]
) -> tuple[list[ReportedPairing], list[Problem]]:
    cells = _cells(rows, rounds)
    paired = {cell.round for cell in cells if cell.opponent}
    sides: list[Side] = []
    problems: list[Problem] = []
    for cell in cells:
        exempt = cell.opponent == EXEMPT and EXEMPT not in rows
        result, found = _result(cell, exempt=exempt, paired=cell.round in paired)
        problems += found
        if result is not None:
            opponent = None if exempt else cell.opponent or None
            date = round_dates[cell.round - 1] if round_dates else None
            colour = COLOURS.get(cell.state, "")
            sides.append(Side(cell.round, cell.player, opponent, colour, result, date=date))
    pairings, found = pair_up(sides, labels)
    return pairings, problems + found


def _cells(rows: Mapping[int, Row], rounds: int) -> list[_Cell]:
    numbers = range(1, rounds + 1)
    columns = [(number, f"Rd{number:02}Cl", f"Rd{number:02}Adv", f"Rd{number:02}Res") for number in numbers]
    return [
        _Cell(number, player, _state(row, state), _number(row, opponent), _number(row, code))
        for player, row in rows.items()
        for number, state, opponent, code in columns
    ]


def _state(row: Row, column: str) -> str:
    """Return the state, one letter; it is cleaned only for problems."""
    value = row.get(column)
    return value if isinstance(value, str) else ""


def _result(cell: _Cell, *, exempt: bool, paired: bool) -> tuple[Result | None, list[Problem]]:
    """Return the letter of a cell; None if the player was not paired.

    The state comes first, then the opponent, then the code: 2 is a draw, a half-point bye or nothing (pitfall 11).
    """
    if cell.opponent and not exempt:
        if cell.state not in COLOURS:
            facts: dict[str, object] = {"field": f"Rd{cell.round:02}Cl", "value": clean_text(cell.state)}
            return Result.PENDING, [Problem("field_unknown", cell.place, facts)]
        return _decoded(cell, GAME_CODES, Result.PENDING)
    if cell.opponent:
        return _decoded(cell, EXEMPT_CODES, Result.ZERO_BYE)
    if cell.state == ABSENT:
        # programs mark everybody absent who has not checked in; before the draw it means nothing (pitfall 9)
        return _decoded(cell, ABSENCE_CODES, Result.ZERO_BYE) if cell.code or paired else (None, [])
    if cell.code:
        return None, [Problem("result_without_opponent", cell.place, {"result": cell.code})]
    return None, []


def _decoded(cell: _Cell, codes: Mapping[int, Result], unknown: Result) -> tuple[Result, list[Problem]]:
    if cell.code in codes:
        return codes[cell.code], []
    return unknown, [Problem("result_unknown", cell.place, {"result": cell.code})]
