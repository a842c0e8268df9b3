"""Writes tournaments of go as FFG files (.tou), column by column (formats/go, "FFG .tou").

ISO-8859-15 (letters that it lacks become plain ones), LF. Of a report a reader gets back what the format holds: names
of 25 letters parted by their first blank, grades (levels only as grades), licences, clubs of four letters, the first
day; no boards. A forfeit is written as a free round of equal worth, since the format has no sign for it and would make
it a game.
"""

from __future__ import annotations

from tournaments.formats.go_cells import LETTERS
from tournaments.formats.go_rows import LATIN_9
from tournaments.formats.report import ReportedPlayer, Result, TournamentReport
from tournaments.writers.go_cells import (
    ABSENT,
    NOBODY,
    WrittenSide,
    board_of_cells,
    in_order,
    komi_of,
    plain,
    sides_of,
    written_grade,
    written_name,
)
from tournaments.writers.letters import encoded

CLOCKS = {"standard": ("60+b", 80), "rapid": ("45+b", 60), "blitz": ("20", 20)}  # and adjusted minutes
FREE_ROUNDS = {
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "-",
    Result.UNRATED_WIN: "+",
    Result.UNRATED_DRAW: "=",
}
SIGNS = LETTERS | {Result.UNRATED_LOSS: "-", **FREE_ROUNDS}


def write(report: TournamentReport) -> bytes:
    """The file.

    Raises `DoesNotFit` for boards of several sizes, two games of a player in a round, and players without a grade.
    """
    size = board_of_cells(report.pairings)
    sides = sides_of(report)
    rounds = range(1, report.rounds + 1)
    rows = [
        _row(place, player, [sides.get((number, player.number), ABSENT) for number in rounds])
        for player, place in in_order(report)
    ]
    return encoded("".join(f"{line.rstrip()}\n" for line in [*_head(report, size), *rows]), LATIN_9)


def _head(report: TournamentReport, size: int | None) -> list[str]:
    komi = komi_of(report)
    clock, adjusted = CLOCKS.get(report.pace, ("", ""))
    keys = {
        "name": plain(report.name),
        "date": f"{report.start:%d/%m/%Y}" if report.start else "",
        "vill": plain(report.city),
        "comm": plain(report.name),
        "prog": plain(report.program),
        "size": "" if size is None else f"{size}",
        "time": clock,
        "ta": f"{adjusted}",
        "komi": "" if komi is None else f"{komi:g}",
    }
    return [*(f";{key}={text}" for key, text in keys.items()), ";Num Nom Prenom               Niv Licence Club"]


def _row(place: str, player: ReportedPlayer, sides: list[WrittenSide]) -> str:
    head = f"{place:>4} {written_name(player, 25):25}{written_grade(player):>3} "
    head += f"{plain(player.licence)[:7]:7} {plain(player.club)[:4]:4}"
    return head + "".join(_cell(side) for side in sides)


def _cell(side: WrittenSide) -> str:
    sign = SIGNS[side.result]
    if side.opponent == NOBODY or side.result in FREE_ROUNDS:
        return f"{0:>5}{sign}  "
    return f"{side.opponent:>5}{sign}{side.colour}{side.stones}"
