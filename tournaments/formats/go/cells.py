"""The cells of EGD (.h9) and FFG (.tou) files: one a player and round, so that every game appears twice.

Source: formats/go, "Cell grammar": ``<opponent><+|-|=|?>[/|!][b|w|?][stones]``, as 3+/w0, 15-b4, 8?/w0, or 5+!w0 by
default; without an opponent 0+ (free win), 0= (free round, half a point), 0- (free round). Also seen: bare + - ?, 0=0,
3+/b0!, capitals, H before the stones, the letter O for 0. Opponents are numbers of rows.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from tournaments.formats.common.consistency import Side, label, pair_up
from tournaments.formats.go.values import handicap_of_grades
from tournaments.formats.report import Place, Problem, ReportedPairing, ReportedPlayer, Result

MAX_ROUNDS = 50  # programs hold 20
MAX_PLAYERS = 9_999  # rows are named by four digits
MAX_CELLS = 50_000
MAX_LINES = 50_000
LONGEST_LINE = 4_000

_CELL = re.compile(
    r"(?:(?P<opponent>[0-9O]{1,4})(?P<result>[+=?-])(?P<mark>[/!]?)(?P<colour>[bw?]?)H?(?P<stones>[0-9O]{0,2})(?P<end>!?)"
    r"|(?P<bare>[+=?-]))",
    re.IGNORECASE | re.ASCII,
)
_GAMES = {"+": Result.WIN, "-": Result.LOSS, "=": Result.DRAW, "?": Result.PENDING}
_BY_DEFAULT = {"+": Result.FORFEIT_WIN, "-": Result.FORFEIT_LOSS, "=": Result.UNRATED_DRAW, "?": Result.PENDING}
_ALONE = {"+": Result.FULL_BYE, "-": Result.ZERO_BYE, "=": Result.HALF_BYE, "?": Result.ZERO_BYE}
LETTERS = {result: letter for table in (_BY_DEFAULT, _ALONE, _GAMES) for letter, result in table.items()}
LETTERS |= {Result.PAIRING_BYE: "+", Result.ZERO_BYE: "-"}


class GoCell(NamedTuple):
    """What a cell says."""

    opponent: int | None  # None: a free round
    result: Result
    colour: str  # "w", "b" or ""
    stones: int | None  # None: not known


class Row(NamedTuple):
    """The line of a player with the cells from round 1 on; None for a cell that is blank or cannot be read."""

    line: int
    player: ReportedPlayer
    cells: Sequence[GoCell | None]


def is_cell(text: str) -> bool:
    """Return whether the word is a cell."""
    return _CELL.fullmatch(text) is not None


def read_cell(text: str) -> GoCell | None:
    """Return the cell; None if the word is none."""
    found = _CELL.fullmatch(text)
    if found is None:
        return None
    if found["bare"]:
        return GoCell(None, _ALONE[found["bare"]], "", None)
    opponent, letter = _whole(found["opponent"]), found["result"]
    if not opponent:
        return GoCell(None, _ALONE[letter], "", None)
    by_default = "!" in (found["mark"], found["end"])
    colour = (found["colour"] or "").lower().replace("?", "")
    stones = _whole(found["stones"]) if found["stones"] else None
    return GoCell(opponent, (_BY_DEFAULT if by_default else _GAMES)[letter], colour, stones)


def _whole(text: str) -> int:
    return int(text.upper().replace("O", "0"))


class Terms(NamedTuple):
    """What holds for all games of a file."""

    board_size: int | None
    komi: float | None  # of even games
    reduction: int | None  # how much less handicaps are than the grades ask for; None: not known
    missing_is_even: bool = False  # the program leaves out the stones of even games, and of no others


def pairings_of(rows: Sequence[Row], terms: Terms) -> tuple[list[ReportedPairing], list[Problem]]:
    """Return the pairings that the cells make, ordered by round and White, and what does not fit together.

    A handicap that cells leave out is taken from the grades if the file states its reduction; else the game counts as
    even, as it does if the program writes no other game so.
    """
    cells = {
        (number, row.player.number): cell
        for row in rows
        for number, cell in enumerate(row.cells, start=1)
        if cell is not None
    }
    by_number = {row.player.number: row for row in rows}
    labels = {number: label(row.player) for number, row in by_number.items()}
    sides = [
        Side(number, player, cell.opponent, cell.colour, cell.result, line=by_number[player].line)
        for (number, player), cell in cells.items()
    ]
    joined, problems = pair_up(sides, labels)
    games = _Games(by_number, cells, terms)
    pairings = [pairing if pairing.black is None else games.settled(pairing, pairing.black) for pairing in joined]
    return pairings, problems + games.problems + games.counted()


def _turned(pairing: ReportedPairing, black: int) -> ReportedPairing:
    """Return the game with colours exchanged."""
    mine, theirs = pairing.white_result, pairing.black_result or Result.PENDING
    return replace(pairing, white=black, black=pairing.white, white_result=theirs, black_result=mine)


@dataclass
class _Games:
    """Add handicap, board and komi to the pairings, and note what is wrong with them."""

    rows: Mapping[int, Row]
    cells: Mapping[tuple[int, int], GoCell]
    terms: Terms
    problems: list[Problem] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def settled(self, pairing: ReportedPairing, black: int) -> ReportedPairing:
        """Return the game for the report. One that both lost is not rated (A6)."""
        cells = [self.cells.get((pairing.round, player)) for player in (pairing.white, black)]
        stated = [cell for cell in cells if cell is not None and cell.opponent in (pairing.white, black)]
        self.counts["colours_unknown"] += not any(cell.colour for cell in stated)
        if pairing.letters == "00":
            self._note("both_lost", pairing, black)
            pairing = replace(pairing, white_result=Result.UNRATED_LOSS, black_result=Result.UNRATED_LOSS)
        claims = list(dict.fromkeys(cell.stones for cell in stated if cell.stones is not None))
        if not claims and not any(cell.colour for cell in stated) and self._grade_stones(black, pairing.white):
            pairing, black = _turned(pairing, black), pairing.white  # nobody says who had White: the stronger one
        if len(claims) > 1:
            self._note("handicap_differs", pairing, black, handicap=claims[0], answer=claims[1])
            pairing = replace(pairing, white_result=Result.PENDING, black_result=Result.PENDING)
        stones = claims[0] if claims else self._missing_handicap(pairing, black)
        komi = None if stones else self.terms.komi
        return replace(pairing, handicap=stones, board_size=self.terms.board_size, komi=komi)

    def counted(self) -> list[Problem]:
        """Return the problems that concern many games, once each."""
        facts = {"handicap_from_grades": {"reduction": self.terms.reduction}}
        return [
            Problem(code, Place(), {"count": count, **facts.get(code, {})})
            for code, count in self.counts.items()
            if count
        ]

    def _missing_handicap(self, pairing: ReportedPairing, black: int) -> int | None:
        if self.terms.missing_is_even:
            return 0
        stones = self._grade_stones(pairing.white, black)
        if pairing.white_result.is_rated:
            self.counts["handicap_unknown" if stones is None else "handicap_from_grades"] += 1
        return stones

    def _grade_stones(self, white: int, black: int) -> int | None:
        if self.terms.reduction is None:
            return None
        return handicap_of_grades(self.rows[white].player.grade, self.rows[black].player.grade, self.terms.reduction)

    def _note(self, code: str, pairing: ReportedPairing, black: int, **facts: object) -> None:
        names = {"player": label(self.rows[pairing.white].player), "opponent": label(self.rows[black].player)}
        place = Place(line=self.rows[pairing.white].line, round=pairing.round)
        self.problems.append(Problem(code, place, names | facts))
