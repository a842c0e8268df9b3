"""Writes tournaments as Papi files (.papi).

Source: formats/papi, section 2. `write` is for whole tournaments; `info_rows`, `player_rows` and `database` let a
caller change single cells in between. No address, phone number, e-mail or password is ever written.

A Papi file holds names of 20 letters, 24 rounds and no boards; EXEMPT has the number 1, so that players whose numbers
begin at 1 are moved up by one. A double forfeit and an unfinished game are kept, unrated letters (W, D, L) become
plain results, and of the pace only the rating column is kept.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from itertools import zip_longest

from tournaments.formats.papi import jet4_writer
from tournaments.formats.papi.jet4_reader import BOOL, BYTE, DATE, INT, LONG, SINGLE, TEXT, Value
from tournaments.formats.papi.jet4_writer import Field, Table
from tournaments.formats.papi.reader import (
    DEPARTAGES,
    EXEMPT,
    KINDS,
    MAX_ROUNDS,
    PACES,
    THREE_POINTS,
    TIE_BREAKS,
    TITLES,
)
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

VERSION = "3.3.8"
WHITE, BLACK, FREE, ABSENT = "B", "N", "R", "F"
RESULT_NAMES = ("     ", " 0-1 ", " 1/2 ", " 1-0 ", " F-1 ", " F-F ", " 1-F ")  # table RES
UNRATED = 1399  # what Papi estimates for a player without a rating

_CODES = dict(zip(map(Result, "*0=1-+LDW"), (0, 1, 2, 3, 4, 6, 1, 2, 3), strict=True))
_DOUBLE_FORFEIT = 5
_BYE_CODES = {Result.ZERO_BYE: 0, Result.HALF_BYE: 2, Result.FULL_BYE: 6}

INFO_FIELDS = (Field("Variable", TEXT, 50), Field("Value", TEXT, 50))
RESULT_FIELDS = (Field("Ref", LONG), Field("Str", TEXT, 5))
PLAYER_FIELDS = (
    Field("Ref", LONG),
    Field("RefFFE", LONG),
    Field("Nr", INT),
    Field("NrFFE", TEXT, 6, fixed=True),
    Field("Nom", TEXT, 20),
    Field("Prenom", TEXT, 20),
    Field("Sexe", TEXT, 1),
    Field("NeLe", DATE),
    Field("Cat", TEXT, 4),
    *(Field(name, INT) for name in ("Elo", "Rapide", "Blitz")),
    Field("Federation", TEXT, 3),
    Field("ClubRef", LONG),
    Field("Club", TEXT, 80),
    Field("Ligue", TEXT, 3),
    *(Field(name, TEXT, 1) for name in ("Fide", "RapideFide", "BlitzFide")),
    Field("FideCode", TEXT, 10),
    Field("FideTitre", TEXT, 2),
    Field("AffType", TEXT, 1),
    Field("Pointe", BOOL),
    Field("InscriptionRegle", INT),
    Field("InscriptionDu", INT),
    Field("Adresse", TEXT, 96),
    Field("CP", TEXT, 36),
    Field("Tel", TEXT, 10),
    Field("EMail", TEXT, 50),
    Field("Commentaire", TEXT, 255),
    *(Field(name, INT) for name in ("Pts", "PtA", "PtF")),
    *(Field(name, SINGLE) for name in ("Dep1", "Dep2", "Dep3")),
    *(Field(name, INT) for name in ("Place", "Perf", "Board", "Fixe")),
    Field("Flotteur", TEXT, 24),
    *(
        Field(f"Rd{number:02}{part}", kind, letters)
        for number in range(1, MAX_ROUNDS + 1)
        for part, kind, letters in (("Cl", TEXT, 1), ("Adv", INT, 0), ("Res", BYTE, 0))
    ),
)


def write(report: TournamentReport, *, version: str = VERSION) -> bytes:
    """Return the tournament as a Papi file. Raise `ValueError` if Papi cannot hold it (more than 24 rounds)."""
    return database(info_rows(report, version=version), player_rows(report))


def database(info: Mapping[str, str], players: Sequence[Mapping[str, Value]]) -> bytes:
    """Return the file of these INFO values and JOUEUR rows."""
    return jet4_writer.write(tables(info, players))


def tables(info: Mapping[str, str], players: Sequence[Mapping[str, Value]]) -> list[Table]:
    """Return the three tables of a Papi file."""
    return [
        Table("INFO", INFO_FIELDS, [{"Variable": key, "Value": value} for key, value in info.items()]),
        Table("JOUEUR", PLAYER_FIELDS, players),
        Table("RES", RESULT_FIELDS, [{"Ref": code, "Str": name} for code, name in enumerate(RESULT_NAMES)]),
    ]


def info_rows(report: TournamentReport, *, version: str = VERSION) -> dict[str, str]:
    """Return the INFO table: name, place, chief arbiter, days, rounds, kind and pace."""
    kind = next((key for key, value in KINDS.items() if value == report.kind), "Suisse")
    dates = dict(enumerate(report.round_dates, 1))
    names = {code: name for name, code in TIE_BREAKS.items()}
    tie_breaks = [names[code] for code in report.tie_breaks if code in names]
    return {
        "Nom": report.name,
        "Version": version,
        "NbrRondes": str(report.rounds),
        "DateDebut": _day(report.start),
        "DateFin": _day(report.end),
        "Cadence": report.time_control,
        "Lieu": report.city,
        "Arbitre": report.arbiters[0] if report.arbiters else "",
        "Homologation": "",
        "Genre": kind,
        "Pairing": "Berger" if kind == "ToutesRondes" else "Standard",
        "ClassElo": _rating_column(report),
        **dict(zip_longest(DEPARTAGES, tie_breaks[: len(DEPARTAGES)], fillvalue="")),
        "DecomptePoints": "OUI" if report.point_system == THREE_POINTS else "NON",
        "RondeActive": str(max((pairing.round for pairing in report.pairings), default=0)),
        "EloBase1": "0",
        "EloBase2": "0",
        **{f"DateRd{number}": _day(dates.get(number)) for number in range(1, MAX_ROUNDS + 1)},
    }


def player_rows(report: TournamentReport) -> list[dict[str, Value]]:
    """Return the JOUEUR table: EXEMPT, then the players. A player without a cell of a round is not paired in it."""
    if report.rounds > MAX_ROUNDS:
        raise ValueError(f"A Papi file holds {MAX_ROUNDS} rounds, the tournament has {report.rounds}.")
    shift = int(any(player.number <= EXEMPT for player in report.players))
    column = _rating_column(report)
    rows = {player.number + shift: _player_row(player, player.number + shift, column) for player in report.players}
    rows[EXEMPT] = _row(EXEMPT) | {"Nom": "EXEMPT", "Federation": "FRA", "Cat": "Sen"}
    for pairing in report.pairings:
        _fill(rows, pairing, shift)
    return [rows[number] for number in sorted(rows)]


def _rating_column(report: TournamentReport) -> str:
    return next((key for key, value in PACES.items() if value == report.pace), "Elo")


def _day(day: dt.date | None) -> str:
    return f"{day:%d/%m/%Y}" if day else ""


def _row(number: int) -> dict[str, Value]:
    row: dict[str, Value] = {"Ref": number, "Pointe": False, "Flotteur": "X" * MAX_ROUNDS}
    row |= {"ClubRef": 0, "InscriptionRegle": 0, "InscriptionDu": 0, "Pts": 0, "PtA": 0, "Fixe": 0}
    row |= dict.fromkeys(("Elo", "Rapide", "Blitz"), UNRATED) | dict.fromkeys(("Fide", "RapideFide", "BlitzFide"), "E")
    for name in (f"Rd{number:02}" for number in range(1, MAX_ROUNDS + 1)):
        row |= {f"{name}Cl": FREE, f"{name}Res": 0}
    return row


def _player_row(player: ReportedPlayer, number: int, rating_column: str) -> dict[str, Value]:
    title = next((key for key, value in TITLES.items() if value == player.title), "")
    row = _row(number) | {
        "NrFFE": player.licence or player.matricule or None,
        "Nom": player.last_name,
        "Prenom": player.first_name or None,
        "Sexe": player.sex,
        "NeLe": dt.datetime.combine(player.birth_date, dt.time()) if player.birth_date else None,
        rating_column: player.rating or 0,
        "Federation": player.federation,
        "Club": player.club,
        "FideCode": f"{player.fide_id:<10}" if player.fide_id else None,  # Papi fills it up with blanks
        "FideTitre": f"{title:<2}",
    }
    if player.rating:
        row[f"{rating_column.removeprefix('Elo')}Fide"] = "F" if player.fide_id else "N"
    return row


def _fill(rows: Mapping[int, dict[str, Value]], pairing: ReportedPairing, shift: int) -> None:
    """Write a pairing into the rows of its two players, or a bye into the row of its one."""
    name = f"Rd{pairing.round:02}"
    white = pairing.white + shift
    if pairing.black is None or pairing.black_result is None:
        if pairing.white_result is Result.PAIRING_BYE:
            _cell(rows[white], name, WHITE, EXEMPT, 6)
            _cell(rows[EXEMPT], name, BLACK, white, 0)
        else:
            _cell(rows[white], name, ABSENT, None, _BYE_CODES[pairing.white_result])
        return
    black = pairing.black + shift
    codes = _CODES[pairing.white_result], _CODES[pairing.black_result]
    if pairing.white_result is pairing.black_result is Result.FORFEIT_LOSS:
        codes = _DOUBLE_FORFEIT, _DOUBLE_FORFEIT
    _cell(rows[white], name, WHITE, black, codes[0])
    _cell(rows[black], name, BLACK, white, codes[1])


def _cell(row: dict[str, Value], name: str, state: str, opponent: int | None, code: int) -> None:
    row |= {f"{name}Cl": state, f"{name}Adv": opponent, f"{name}Res": code}
