"""Write a tournament as the Elo report of SWAR, in which Belgian results go to the federation (see elo_report).

Nobody's birth date is written: the matricule says who played.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournaments.formats.common.unwritable import DoesNotFit, encoded
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport, noop

ENCODING = "latin-1"
MOST = 9999  # players: a column of four digits
TOO_MANY = noop("An Elo report holds %(most)s players at most; there are %(count)s.")
LONG_NUMBER = noop("The member number %(number)s is too long for an Elo report.")
_NOBODY = "0000 - "


def write(report: TournamentReport, *, sender: str, club: str, program: str) -> bytes:
    """Return the file, with its checksum. ``sender``, ``club``: who sends it, and for which club or federation.

    Raise `DoesNotFit` for too many players, or a member number of more than eleven characters.
    """
    if len(report.players) > MOST:
        raise DoesNotFit(TOO_MANY, most=MOST, count=len(report.players))
    cells = _cells(report.pairings)
    letters = "".join(cell[-1] for row in cells.values() for cell in row.values() if not cell.startswith(_NOBODY))
    start, end = (day.strftime("%d.%m.%Y") if day else "" for day in (report.start, report.end))
    counts = f"+{letters.count('1')} ={letters.count('=')} -{letters.count('0')}"
    head = [
        f"00A {program}",
        f"00B {report.rounds} rondes",
        f"00C Envoi des rondes 1 à {report.rounds}",
        f"00D Envoi par : {sender}",
        f"00E Envoi par le club : {club}",
        f"00F P={len(report.players):03} R={report.rounds:02} S={start} E={end} {counts}",
    ]
    checked = _lines(head)
    checksum = zlib.crc32(checked.replace(b"\r\n", b"\n"))
    days = "".join(f"{day:%y.%m.%d}  " if day else " " * 10 for day in report.round_dates)
    teams = {player.team for player in report.players if player.team}
    body = [
        f"00Z CRC=0x{checksum:08X}",
        f"012 {report.name}",
        f"022 {report.city}",
        f"032 {report.players[0].federation if report.players else ''}",
        f"042 {start}",
        f"052 {end}",
        f"062 {len(report.players)}",
        f"072 {sum(bool(player.rating) for player in report.players)}",
        f"082 {len(teams)}",
        f"092 {report.pace.capitalize()} - Round Robin - Team",
        f"102 {report.arbiters[0] if report.arbiters else ''}",
        f"112 {', '.join(report.arbiters[1:])}",
        f"122 {report.time_control}",
        f"{'132':<91}{days}",
        *_rows(report, cells),
    ]
    return checked + _lines(body)


def _lines(lines: Iterable[str]) -> bytes:
    return b"".join(encoded(line, ENCODING) + b"\r\n" for line in lines)


def _cells(pairings: Iterable[ReportedPairing]) -> dict[int, dict[int, str]]:
    """Return the cells of eight characters by player and round; a game that was not played names no opponent."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for pairing in pairings:
        found[pairing.white][pairing.round] = _cell(pairing.black, "w", pairing.white_result)
        if pairing.black is not None and pairing.black_result is not None:
            found[pairing.black][pairing.round] = _cell(pairing.white, "b", pairing.black_result)
    return found


def _cell(opponent: int | None, colour: str, result: Result) -> str:
    if opponent is not None and result in {Result.WIN, Result.DRAW, Result.LOSS}:
        return f"{opponent:4} {colour} {result.value}"
    return _NOBODY + ("+" if result in {Result.FORFEIT_WIN, Result.FULL_BYE} else "-")


def _rows(report: TournamentReport, cells: Mapping[int, Mapping[int, str]]) -> list[str]:
    points = {player.number: _points(cells.get(player.number, {})) for player in report.players}
    ranked = sorted(report.players, key=lambda player: (-points[player.number], player.number))
    places = {player.number: place for place, player in enumerate(ranked, start=1)}
    return [
        _row(player, points[player.number], places[player.number], cells.get(player.number, {}), report.rounds)
        for player in report.players
    ]


def _points(cells: Mapping[int, str]) -> float:
    return sum({"1": 1.0, "=": 0.5, "+": 1.0}.get(cell[-1], 0.0) for cell in cells.values())


def _row(player: ReportedPlayer, points: float, place: int, cells: Mapping[int, str], rounds: int) -> str:
    if len(player.matricule) > 11:
        raise DoesNotFit(LONG_NUMBER, number=player.matricule)
    name = f"{player.last_name}, {player.first_name}" if player.first_name else player.last_name
    who = f"001 {player.number:4} {player.sex.lower()[:1]:1}{player.title[:3]:>3} {name[:33]:<33}"
    known = f" {player.rating or 0:4} {player.federation[:3]:3} {player.matricule:>11} {'':10}"
    games = "  ".join(cells.get(number, f"{_NOBODY}-") for number in range(1, rounds + 1))
    return f"{who}{known} {points:4.1f} {place:4}  {games}"
