"""Writes tournaments as games CSV, our own layout (described in formats/games_csv).

One line a pairing; members by matricule, others by their rating (0: none). Names do not travel.
"""

import csv
import datetime as dt
import io
from collections.abc import Iterable

from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.games_csv.cells import FORMULA_STARTS
from tournaments.formats.games_csv.reader import COLUMNS
from tournaments.formats.report import ReportedPairing, ReportedPlayer, TournamentReport, noop

# Forfeits in the notation that no spreadsheet takes for a formula.
_RESULTS = {
    "10": "1-0", "01": "0-1", "==": "1/2-1/2", "00": "0-0", "=0": "1/2-0", "0=": "0-1/2", "**": "*",
    "+-": "1F-0F", "-+": "0F-1F", "--": "0F-0F", "WL": "W-L", "LW": "L-W", "DD": "D-D", "LL": "L-L",
}  # fmt: skip
NO_RESULT = noop("The results %(letters)s of round %(round)s contradict each other.")


def check(report: TournamentReport) -> None:
    """Raise `DoesNotFit` for results that exclude each other."""
    for pairing in report.pairings:
        _result(pairing)


def write(reports: Iterable[TournamentReport]) -> bytes:
    """Return the file, UTF-8 with commas and CR LF. Raise `DoesNotFit`: see `check`."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for report in reports:
        players = {player.number: player for player in report.players}
        start, end = _day(report.start), _day(report.end)
        event = (_text(report.name), _text(report.city), start, end, report.pace)
        writer.writerows((*event, *_game(pairing, players)) for pairing in report.pairings)
    return out.getvalue().encode()


def _game(pairing: ReportedPairing, players: dict[int, ReportedPlayer]) -> tuple[str | int | float | None, ...]:
    white = players[pairing.white]
    black = None if pairing.black is None else players[pairing.black]
    return (
        pairing.round,
        _day(pairing.date),
        pairing.board,
        white.matricule,
        black.matricule if black else "",
        _result(pairing),
        _rating(white),
        _rating(black),
        pairing.handicap,
        pairing.board_size,
        None if pairing.komi is None else f"{pairing.komi:g}",
    )


def _result(pairing: ReportedPairing) -> str:
    result = pairing.letters if pairing.black is None else _RESULTS.get(pairing.letters)
    if result is None:
        raise DoesNotFit(NO_RESULT, letters=pairing.letters, round=pairing.round)
    return result


def _rating(player: ReportedPlayer | None) -> int | None:
    """Return the rating of an outsider; "" for a member."""
    return None if player is None or player.matricule else player.rating or 0


def _day(day: dt.date | None) -> str:
    return day.isoformat() if day else ""


def _text(text: str) -> str:
    plain = " ".join(text.split())
    return f"'{plain}" if plain.lstrip("'").startswith(FORMULA_STARTS) else plain
