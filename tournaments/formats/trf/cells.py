"""What the rounds of a player's line say in TRF, and the pairings of an event in which all lines agree.

Ten letters a round: two blanks, the opponent, a blank, the colour, a blank, the result (formats/trf 2.2).
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from tournaments.formats.common.consistency import bye_of_worth, joined, needs_opponent
from tournaments.formats.report import ReportedPairing, Result, noop

Doubt = tuple[str, dict[str, object]]  # code and facts of a problem

LETTERS = {result.value: result for result in Result if result is not Result.PENDING} | {"½": Result.DRAW}


@dataclass(slots=True, eq=False)
class Cell:
    """What one round of one player says. Rows of all files share one cell of the same letters; nothing changes it."""

    text: str  # the ten letters
    opponent: int | None  # None: nobody named
    colour: str  # "w", "b" or "" where the file does not say
    result: Result
    doubts: tuple[Doubt, ...]
    letter: str  # of the result
    side: str  # colour and result in letters
    # The games that it makes as White, by the side of the opponent's cell; None for Black, who leaves them to White.
    games: Mapping[str, tuple[Result, Result]] | None
    bye: Result  # what it is without an opponent, PENDING where that is a problem

    @property
    def names_nobody(self) -> bool:
        """Return whether the number of the opponent is written, and is none."""
        return self.text[2:6] == "0000"

    @property
    def is_blank(self) -> bool:
        """Return whether the round says nothing at all."""
        return not f"{self.text[2:6]}{self.text[7]}{self.text[9]}".strip()


@lru_cache(maxsize=4096)
def cell_of(text: str) -> Cell:
    """Return what the ten letters say, and what is doubtful about them."""
    number, colour, letter = text[2:6].strip(), text[7].lower() if text[7] in "wbWB" else "", text[9].upper()
    doubts: list[Doubt] = []
    opponent: int | None = None
    if number.isascii() and number.isdigit():
        opponent = int(number) or None
    elif number:
        doubts.append(("field_unknown", {"field": noop("opponent"), "value": number}))
    result: Result | None = LETTERS.get(letter)
    if result is None:
        is_beside = text[6] != " " or text[8] != " "  # something stands where blanks belong
        shown = text[6:].strip() if is_beside else letter.strip()
        if shown:
            doubts.append(("result_unknown", {"result": shown}))
        result = Result.ZERO_BYE if opponent is None else Result.PENDING
    games = None if colour == "b" and opponent is not None else _games(colour, result)
    bye = Result.PENDING if doubts or needs_opponent(result) else bye_of_worth(result)
    return Cell(text, opponent, colour, result, tuple(doubts), result.value, f"{colour}{result.value}", games, bye)


def cell_like(opponent: int | None, colour: str, result: Result) -> Cell:
    """Return the cell that says this, PENDING aside; ``opponent`` of four digits at most."""
    return cell_of(f"  {opponent or 0:04} {colour or '-'} {result.value}")


@lru_cache(maxsize=64)  # of colours and results there are not so many
def _games(colour: str, result: Result) -> dict[str, tuple[Result, Result]]:
    """Return the results of White and Black for the sides that White may have, by the side of the opponent."""
    games = {}
    for other in ("w", "b", ""):
        for answer in {*LETTERS.values()}:
            is_black, mine, theirs, doubts = joined(colour, other, result, answer)
            if not doubts and not is_black:
                games[f"{other}{answer.value}"] = mine, theirs
    return games


# A round that is behind the end of the player's line.
SILENT = Cell("", None, "", Result.PENDING, (), "", "", {}, Result.PENDING)


def agreed(
    numbers: Sequence[int], rounds: Sequence[Sequence[Cell]], days: Sequence[dt.date | None], *, most_byes: int = 1
) -> list[ReportedPairing] | None:
    """Return the pairings, ordered by round and White, if every side has its answer and nothing is doubtful; else None.

    ``numbers`` of the players, ascending; ``rounds``: what they say, a column for each round; ``days``: of the rounds;
    ``most_byes``: so many in a round may have the bye of the pairing. For None `consistency.pair_up` finds the reason.
    """
    # Nearly all files number their players from 1 on, and a tuple answers faster than a dictionary.
    is_gapless = numbers[-1:] == [len(numbers)]
    found: list[ReportedPairing] = []
    for number, (column, day) in enumerate(zip(rounds, days, strict=True), start=1):
        answers = (SILENT, *column) if is_gapless else dict(zip(numbers, column, strict=True))
        try:
            games = _games_of_round(number, day, zip(numbers, column, strict=True), answers)
        except LookupError:
            return None
        if 2 * len(games) != len(column):
            alone = [(player, cell) for player, cell in zip(numbers, column, strict=True) if cell.opponent is None]
            # Every side that makes no game was looked up by the one that makes it.
            is_whole = 2 * len(games) + len(alone) == len(column)
            if not is_whole or not _are_usual_byes([cell for _player, cell in alone], most_byes):
                return None
            games += [
                ReportedPairing(number, None, player, None, cell.bye, None, day)
                for player, cell in alone
                if cell is not SILENT
            ]
            games.sort(key=attrgetter("white"))
        found += games
    return found


def _are_usual_byes(alone: Iterable[Cell], most_byes: int) -> bool:
    byes = [cell.bye for cell in alone if cell is not SILENT]
    return Result.PENDING not in byes and byes.count(Result.PAIRING_BYE) <= most_byes


def _games_of_round(
    number: int,
    day: dt.date | None,
    sides: Iterable[tuple[int, Cell]],
    answers: Sequence[Cell] | Mapping[int, Cell],
) -> list[ReportedPairing]:
    """Return the games in which the sides answer each other, in the order of White.

    ``sides``: the players and what they say; ``answers``: what they say by number. Raise `LookupError` if an answer
    does not fit. One comprehension is a quarter faster than a loop.
    """
    return [
        ReportedPairing(number, None, player, opponent, ours, theirs, day)
        for player, cell in sides
        if (games := cell.games) is not None and (opponent := cell.opponent) is not None
        if (answer := answers[opponent]).opponent == player
        if cell.colour or not _leaves_the_game(player, opponent, answer)
        for ours, theirs in (games[answer.side],)
    ]


def _leaves_the_game(player: int, opponent: int, answer: Cell) -> bool:
    """Return whether a player without a colour leaves the game to the other side: to White, or to the lower number."""
    return answer.colour == "w" or (not answer.colour and opponent <= player)
