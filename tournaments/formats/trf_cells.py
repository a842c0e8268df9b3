"""What the rounds of a player's line say in TRF, and the pairings of an event in which all lines agree.

Ten letters a round: two blanks, the opponent, a blank, the colour, a blank, the result (formats/trf 2.2).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from tournaments.formats.checks import bye_of_worth, joined, needs_opponent
from tournaments.formats.report import ReportedPairing, Result, gettext_noop

Doubt = tuple[str, dict[str, object]]  # code and facts of a problem

LETTERS = {result.value: result for result in Result if result is not Result.PENDING}


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
        """The number of the opponent is written, and is none."""
        return self.text[2:6] == "0000"

    @property
    def is_blank(self) -> bool:
        """The round says nothing at all."""
        return not f"{self.text[2:6]}{self.text[7]}{self.text[9]}".strip()


@lru_cache(maxsize=4096)
def cell_of(text: str) -> Cell:
    """What the ten letters say, and what is doubtful about them."""
    number, colour, letter = text[2:6].strip(), text[7].lower() if text[7] in "wbWB" else "", text[9].upper()
    doubts: list[Doubt] = []
    opponent: int | None = None
    if number.isascii() and number.isdigit():
        opponent = int(number) or None
    elif number:
        doubts.append(("field_unknown", {"field": gettext_noop("opponent"), "value": number}))
    result: Result | None = LETTERS.get(letter)
    if result is None:
        if letter != " ":
            doubts.append(("result_unknown", {"result": letter}))
        result = Result.ZERO_BYE if opponent is None else Result.PENDING
    games = None if colour == "b" and opponent is not None else _games(colour, result)
    bye = Result.PENDING if doubts or needs_opponent(result) else bye_of_worth(result)
    return Cell(text, opponent, colour, result, tuple(doubts), result.value, f"{colour}{result.value}", games, bye)


@lru_cache(maxsize=64)  # of colours and results there are not so many
def _games(colour: str, result: Result) -> dict[str, tuple[Result, Result]]:
    """The results of White and Black of the games that the side makes as White, by the side of the opponent."""
    games = {}
    for other in ("w", "b", ""):
        for answer in LETTERS.values():
            is_black, mine, theirs, doubts = joined(colour, other, result, answer)
            if not doubts and not is_black:
                games[f"{other}{answer.value}"] = mine, theirs
    return games


def agreed(rows: Mapping[int, Sequence[Cell]], days: Sequence[dt.date | None]) -> list[ReportedPairing] | None:
    """The pairings, ordered by round and White, of an event in which every side has its answer and nothing is doubtful.

    ``rows``: the rounds of each player by number, in ascending order. None where a single side is otherwise: then
    `checks.pair_up` tells which.
    """
    rounds: list[list[ReportedPairing]] = [[] for _day in days]
    byes: list[tuple[int, Result]] = []  # place of the round, which bye
    unmade = 0  # sides that leave the game to the other side
    try:
        for number, cells in rows.items():
            for place, cell in enumerate(cells):
                opponent = cell.opponent
                if cell.games is None:
                    unmade += 1
                elif opponent is None:
                    byes.append((place, cell.bye))
                    rounds[place].append(ReportedPairing(place + 1, None, number, None, cell.bye, None, days[place]))
                else:
                    answer = rows[opponent][place]
                    if answer.opponent != number:
                        return None
                    if not cell.colour and (answer.colour == "w" or (not answer.colour and opponent <= number)):
                        unmade += 1
                        continue
                    ours, theirs = cell.games[answer.side]
                    rounds[place].append(ReportedPairing(place + 1, None, number, opponent, ours, theirs, days[place]))
    except (KeyError, IndexError):  # an opponent who is not in the file or has no such round, results that do not fit
        return None
    made = sum(map(len, rounds)) - len(byes)
    resting = [place for place, bye in byes if bye is Result.PAIRING_BYE]
    if unmade != made or len(set(resting)) < len(resting) or any(bye is Result.PENDING for _place, bye in byes):
        return None
    return list(chain.from_iterable(rounds))
