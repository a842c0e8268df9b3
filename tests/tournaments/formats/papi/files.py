"""Papi files for tests: the invented tournament with other cells, and tournaments of one round."""

from __future__ import annotations

from tests.tournaments.formats.binary_event import REPORT
from tournaments.formats.papi import reader as papi
from tournaments.formats.papi.writer import database, info_rows, player_rows
from tournaments.formats.report import Place, ReportedPlayer, TournamentReport

INFO = info_rows(REPORT)
ROWS = {row["Ref"]: row for row in player_rows(REPORT)}
Cell = tuple[str | None, int | None, int | None]


def read(data: bytes) -> TournamentReport:
    """Return the one report of a file."""
    (report,) = papi.read(data)
    return report


def with_info(**changes: str) -> TournamentReport:
    """Return the tournament with other values in INFO."""
    return read(database(INFO | changes, list(ROWS.values())))


def with_player(number: int = 2, **changes: object) -> ReportedPlayer:
    """Return a player of the tournament as read with other cells."""
    return {player.number: player for player in with_cells({number: changes}).players}[number]


def with_cells(changes: dict[int, dict[str, object]]) -> TournamentReport:
    """Return the tournament with other cells in JOUEUR."""
    rows = {number: row | changes.get(number, {}) for number, row in ROWS.items()}
    return read(database(INFO, list(rows.values())))


def one_round(cells: dict[int, Cell]) -> TournamentReport:
    """Return a tournament of one round: (Cl, Adv, Res) of players 2, 3, 4 ...; 1 is EXEMPT."""
    names = dict.fromkeys(("Rd01Cl", "Rd01Adv", "Rd01Res"))
    rows = [{"Ref": 1, "Nom": "EXEMPT"} | names]
    for number, cell in cells.items():
        rows.append({"Ref": number, "Nom": f"Player{number}"} | dict(zip(names, cell, strict=True)))
    return read(database({"NbrRondes": "1", "ClassElo": "Elo"}, rows))


def letters(report: TournamentReport) -> list[tuple[int, int | None, str]]:
    """Return White, Black and letters of all pairings."""
    return [(pairing.white, pairing.black, pairing.letters) for pairing in report.pairings]


def problems(report: TournamentReport) -> list[tuple[str, Place]]:
    """Return code and place of all problems."""
    return [(problem.code, problem.place) for problem in report.problems]
