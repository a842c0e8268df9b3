"""The rounds of a tournament of a Sharly-Chess event (formats/sharly-chess, sections 2 and 3)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from federation.files.sqlite_reader import Row, Value
from tournaments.formats.common.consistency import bye_of_worth, unfinished_problems
from tournaments.formats.report import Place, Problem, ReportedPairing, Result
from tournaments.formats.sharly_chess.tables import number_of

MAX_ROUNDS = 64

# Code of one side -> its letter and the code of the other side.
_CODES = {
    0: ("*", 0), 1: ("0", 3), 2: ("=", 2), 3: ("1", 1), 4: ("-", 6), 5: ("-", 5), 6: ("+", 4),
    11: ("L", 13), 12: ("D", 12), 13: ("W", 11),
    15: ("0", 15), 16: ("=", 17), 17: ("0", 16), 18: ("L", 18), 19: ("D", 20), 20: ("L", 19),
}  # fmt: skip
_PENALISED = {15, 16, 17}  # played, and not worth one point together
_PAIRING_BYE, _REST = 9, 14
_BYES = {7: "Z", 8: "H", _PAIRING_BYE: "U", 10: "F"}


class _Side(NamedTuple):
    """What a player has of a round."""

    round: int
    player: int
    code: int
    board: Value


def pairings_of(
    rows: Iterable[Row], boards: Iterable[Row], numbers: Mapping[Value, int], labels: Mapping[int, str]
) -> tuple[tuple[ReportedPairing, ...], list[Problem]]:
    """Return the pairings of a tournament and what is wrong with them.

    Byes that were asked for in later rounds than those with a board are no facts yet.
    """
    problems: list[Problem] = []
    sides: dict[Value, list[_Side]] = defaultdict(list)
    for row in rows:
        side = _Side(
            number_of(row.get("round")),
            numbers.get(row.get("player_id"), 0),
            number_of(row.get("result")),
            row.get("board_id"),
        )
        if not side.player or not 1 <= side.round <= MAX_ROUNDS:
            facts: dict[str, object] = {"opponent": number_of(row.get("player_id"))}
            problems.append(Problem("opponent_unknown", Place(table="pairing"), facts))
        else:
            sides[side.board].append(side)
    resting = sides.pop(None, [])
    pairings: list[ReportedPairing] = []
    known = {row.get("id"): row for row in boards}
    for board, of_board in sides.items():
        pairings += _of_board(of_board, known.get(board, {}), numbers, labels, problems)
    last = max((pairing.round for pairing in pairings), default=0)
    pairings += [
        ReportedPairing(side.round, None, side.player, None, Result(_BYES[side.code]), None)
        for side in resting
        if side.code in _BYES and side.round <= last
    ]
    pairings.sort(key=lambda pairing: (pairing.round, pairing.board or 2**53, pairing.white))
    return tuple(pairings), problems + unfinished_problems(pairings)


def _of_board(
    sides: Sequence[_Side],
    board: Row,
    numbers: Mapping[Value, int],
    labels: Mapping[int, str],
    problems: list[Problem],
) -> list[ReportedPairing]:
    """Return the pairing of a board: a game, the bye of a player without an opponent, or several byes if it is odd."""
    table = number_of(board.get("index")) + 1
    seats = [numbers.get(board.get(f"{colour}_player_id"), 0) for colour in ("white", "black")]
    first = sides[0]
    if 0 in seats and len(sides) == 1 and first.player in seats:
        letter = _BYES.get(first.code) or _CODES.get(first.code, "Z")[0]
        is_rest = first.code == _REST or letter == Result.PENDING
        bye = ReportedPairing(first.round, None, first.player, None, bye_of_worth(Result(letter)), None)
        return [] if is_rest else [bye]
    by_player = {side.player: side for side in sides}
    place = Place(round=first.round, board=table)
    if len(sides) != 2 or by_player.keys() != {*seats} or sides[0].round != sides[1].round:
        facts: dict[str, object] = {"player": labels[first.player], "opponent": labels.get(seats[0], "?")}
        problems.append(Problem("opponent_differs", place, facts))
        return []
    white, black = (by_player[seat] for seat in seats)
    results = _results(white, black, labels, place, problems)
    return [ReportedPairing(white.round, table, white.player, black.player, *results)]


def _results(
    white: _Side, black: _Side, labels: Mapping[int, str], place: Place, problems: list[Problem]
) -> tuple[Result, Result]:
    """Return both results; a game that its sides tell differently has none."""
    names: dict[str, object] = {"player": labels[white.player], "opponent": labels[black.player]}
    letter, answer = _CODES.get(white.code, ("*", -1))
    if answer != black.code:
        said: dict[str, object] = {"result": white.code, "answer": black.code}
        problems.append(Problem("result_differs", place, names | said))
        return Result.PENDING, Result.PENDING
    if white.code in _PENALISED:
        problems.append(Problem("both_penalised", place, names))
    return Result(letter), Result(_CODES[black.code][0])
