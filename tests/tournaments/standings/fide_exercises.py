"""The tournaments of FIDE's exercises in tie-breaking, as reports.

Source: IA Mario Held, "Exercises in Tie-Breaking", FIDE Arbiters' Commission and Technical Commission, revision
2403220900, for C.07 as of 2023: the individual Swiss of section 2.1, the round robin of section 2.2 and the team Swiss
of section 2.3. Only results are taken: opponents, colours, points and ratings by number.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

OLD_RULES = dt.date(2024, 8, 1)  # those of the paper; article 16.4 was changed on 1 March 2026
NEW_RULES = dt.date(2026, 3, 1)

# By start number, round by round: opponent, colour, result; or the letter of a bye. "+" and "-": forfeits.
SWISS = {
    1: "9w1 13b= 2w= 15b1 4w=",
    2: "10b1 7w1 1b= 16w1 3b=",
    3: "11w= 6b1 8w1 4b= 2w=",
    4: "12b1 H 13w1 3w= 1b=",
    5: "13w0 15b0 11w1 7b= 10w1",
    6: "14b0 3w0 U 10w1 8b1",
    7: "15w1 2b0 16b0 5w= 11b0",
    8: "16b= 14w1 3b0 13w1 6w0",
    9: "1b0 10w0 H 11b- U",
    10: "2w0 9b1 15w0 6b0 5b0",
    11: "3b= 16w0 5b0 9w+ 7w1",
    12: "4w0 U 14w+ Z Z",
    13: "5b1 1w= 4b0 8b0 14w0",
    14: "6w1 8b0 12b- Z 13b1",
    15: "7b0 5w1 10b1 1w0 16b0",
    16: "8w= 11b1 7w1 2b0 15w1",
}

# The same of the round robin of six.
ROUND_ROBIN = {
    1: "5w= 2w1 3b1 4w0 6b1",
    2: "6w1 1b0 5w1 3w= 4b1",
    3: "4w1 6b1 1w0 2b= 5w1",
    4: "3b0 5b0 6w= 1b1 2w0",
    5: "1b= 4w1 2b0 6w- 3b0",
    6: "2b0 3w0 4b= 5b+ 1w0",
}

# By team, round by round: opponent, colour on the first board, board points of four; or what was instead of a match:
# the bye of the pairing (U), half a bye (H), none (Z), a match won (F) or lost (Z) because the other did not come.
TEAMS = {
    1: "8w2.5 4b1.5 7w3 2b2.5 5w1.5 F 3b2.5",
    2: "9b3 3w4 5b0 1w1.5 13w3 4b2.5 10b3",
    3: "10w2.5 2b0 9w3 6b2.5 4w3 5b3.5 1w1.5",
    4: "11b3 1w2.5 13b3 5w3.5 3b1 2w1.5 9b2.5",
    5: "12w4 6b3 2w4 4b0.5 1b2.5 3w0.5 13b3.5",
    6: "13b2 5w1 8b3 3w1.5 11b2.5 Z 12w2.5",
    7: "14w2 8b2 1b1 10w2.5 9b2 13w2 Z",
    8: "1b1.5 7w2 6w1 12b3.5 10b2 9w2 11w3",
    9: "2w1 12b4 3b1 14w3 7w2 8b2 4w1.5",
    10: "3b1.5 11w1.5 12b2.5 7b1.5 8w2 14b3 2w1",
    11: "4w1 10b2.5 14w2 13b1.5 6w1.5 12w2 8b1",
    12: "5b0 9w0 10w1.5 8w0.5 U 11b2 6b1.5",
    13: "6w2 14b2.5 4w1 11w2.5 2b1 7b2 5w0.5",
    14: "7b2 13w1.5 11b2 9b1 H 10w1 U",
}
BOARDS = 4
KNOWN_BOARDS = {(3, 11, 14): "1==0"}  # the one match whose boards the paper prints, as the first team sees it
_ANSWERS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def individual(start: dt.date = OLD_RULES) -> TournamentReport:
    """Return the Swiss of 16 players and five rounds, with byes, forfeits and a withdrawal."""
    players = tuple(ReportedPlayer(number, f"Player {number:02}", rating=2250 - 50 * number) for number in SWISS)
    pairings = tuple(_pairing(number, row, cell) for row, number, cell in _cells(SWISS) if "b" not in cell)
    return _event(players, pairings, start, "swiss", 5)


def round_robin(start: dt.date = OLD_RULES) -> TournamentReport:
    """Return the round robin of six, with a forfeit."""
    players = tuple(ReportedPlayer(number, f"Player {number}", rating=2250 - 50 * number) for number in ROUND_ROBIN)
    pairings = tuple(_pairing(number, row, cell) for row, number, cell in _cells(ROUND_ROBIN) if "b" not in cell)
    return _event(players, pairings, start, "round_robin", 5)


def teams(start: dt.date = OLD_RULES) -> TournamentReport:
    """Return the Swiss of 14 teams of four and seven rounds. Team 3 has the players 31 to 34, named after it."""
    players = tuple(
        ReportedPlayer(10 * team + board, f"Player {team}-{board}", team=name_of(team))
        for team in TEAMS
        for board in range(1, BOARDS + 1)
    )
    pairings: list[ReportedPairing] = []
    for team, number, cell in _cells(TEAMS):
        if cell.isalpha():
            byes = [10 * team + board for board in range(1, BOARDS + 1)]
            pairings += [ReportedPairing(number, None, each, None, Result(cell), None) for each in byes]
        elif "w" in cell:
            opponent, points = cell.split("w")
            pairings += _match(number, team, int(opponent), float(points))
    return _event(players, tuple(pairings), start, "team", 7)


def name_of(team: int) -> str:
    """Return the name of a team in the report."""
    return f"Team {team:02}"


def _cells(table: dict[int, str]) -> Iterator[tuple[int, int, str]]:
    """Yield row, round and cell."""
    for row, cells in table.items():
        yield from ((row, number, cell) for number, cell in enumerate(cells.split(), start=1))


def _pairing(number: int, white: int, cell: str) -> ReportedPairing:
    if cell.isalpha():
        return ReportedPairing(number, None, white, None, Result(cell), None)
    opponent, result = cell.split("w")
    return ReportedPairing(number, None, white, int(opponent), Result(result), Result(_ANSWERS[result]))


def _match(number: int, team: int, opponent: int, points: float) -> Iterator[ReportedPairing]:
    """Return the games of a match: the source does not say who scored on which board, so the first boards win."""
    won, half = int(points), "=" if points % 1 else ""
    results = KNOWN_BOARDS.get((number, team, opponent)) or f"{'1' * won}{half}".ljust(BOARDS, "0")
    for board, mine in enumerate(results, start=1):
        both = (10 * team + board, mine), (10 * opponent + board, _ANSWERS[mine])
        (white, white_result), (black, black_result) = both if board % 2 else both[::-1]
        yield ReportedPairing(number, board, white, black, Result(white_result), Result(black_result))


def _event(
    players: tuple[ReportedPlayer, ...], pairings: tuple[ReportedPairing, ...], start: dt.date, kind: str, rounds: int
) -> TournamentReport:
    ordered = tuple(sorted(pairings, key=lambda each: (each.round, each.board or 0, each.white)))
    return TournamentReport(
        format="trf", name="Exercises", start=start, rounds=rounds, kind=kind, players=players, pairings=ordered
    )
