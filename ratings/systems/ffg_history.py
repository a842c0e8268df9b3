"""All tournaments of a period, one after the other: where the levels of one end, the next one begins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import floor

import numpy as np

from ratings.systems.ffg_games import Counted, Entrants
from ratings.systems.ffg_rules import Rules
from ratings.systems.ffg_tournament import Change, Game, Settled, play_of, settle
from ratings.systems.period import Flags, Ints


@dataclass(frozen=True)
class Seats:
    """Who plays in which tournament: one row a player and tournament, by tournament."""

    entrant: Ints  # row of Entrants
    tournament: Ints
    winner: Ints  # row of this table, beside `Counted`
    loser: Ints


@dataclass(frozen=True)
class Played:
    """One tournament that was reckoned."""

    first_seat: int  # row of Seats
    bounds: list[int]  # rows of Counted: the first game of each round, and the end of the last one
    levels: list[float]  # with which the seats came, or registered
    known: list[bool]
    settled: Settled
    changes: list[Change]  # of every game, in the last pass


@dataclass(frozen=True)
class History:
    """After all tournaments."""

    level: Ints  # beside Entrants
    known: Flags
    seats: Seats
    played: list[Played]  # empty where it was not asked for
    passes: list[int]  # of each tournament
    not_converged: list[int]  # A12: rows of Counted, the first game of the tournament


def history_of(counted: Counted, entrants: Entrants, rules: Rules, keep: bool) -> History:
    """Every tournament in turn. ``keep`` what the ledger asks for."""
    seats = _seats(counted, entrants)
    play = play_of(rules)
    levels: list[float] = entrants.level.tolist()
    known: list[bool] = entrants.known.tolist()
    entrant: list[int] = seats.entrant.tolist()
    numbers, firsts = np.unique(seats.tournament, return_index=True)
    plays = _plays(counted, seats, firsts)
    played, passes, not_converged = [], [], []
    slices = pairwise([*firsts.tolist(), len(entrant)])
    for (first, end), bounds in zip(slices, _bounds(counted, numbers), strict=True):
        here = entrant[first:end]
        start, knew = [levels[each] for each in here], [known[each] for each in here]
        rounds = [plays[one:other] for one, other in pairwise(bounds)]
        settled = settle(rounds, start, knew, rules, play)
        # A8: rounded once, a half upwards. F19: from now on the scale knows them.
        for each, level in zip(here, settled.course[-1], strict=True):
            levels[each] = floor(level + 0.5)
            known[each] = True
        passes.append(settled.passes)
        if not settled.converged:
            not_converged.append(bounds[0])
        if keep:
            changes: list[Change] = []
            for games, before in zip(rounds, settled.course[:-1], strict=True):
                play(games, before, before.copy(), changes)
            played.append(Played(first, bounds, start, knew, settled, changes))
    return History(np.array(levels, dtype=np.int64), np.array(known, dtype=bool), seats, played, passes, not_converged)


def _seats(counted: Counted, entrants: Entrants) -> Seats:
    """Who plays where; by tournament, then by row of Entrants."""
    width = max(len(entrants.level), 1)
    keys = np.concatenate((counted.tournament, counted.tournament)) * width
    keys += np.concatenate((counted.winner, counted.loser))
    seats, place = np.unique(keys, return_inverse=True)
    games = len(counted.game)
    return Seats(seats % width, seats // width, place[:games], place[games:])


def _plays(counted: Counted, seats: Seats, firsts: Ints) -> list[Game]:
    """The games with seats that count from 0 in each tournament. ``firsts`` are the first seats of the tournaments."""
    sizes = np.diff(firsts, append=len(seats.entrant))
    first = np.repeat(firsts, sizes)[seats.winner]
    columns = (seats.winner - first, seats.loser - first, counted.stones, counted.coefficient)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _bounds(counted: Counted, numbers: Ints) -> list[list[int]]:
    """For each tournament the first games of its rounds and the end of the last one, as rows of Counted."""
    new_round = np.diff(counted.tournament, prepend=-1) != 0
    new_round[1:] |= np.diff(counted.round) != 0
    starts = np.flatnonzero(new_round)
    first = np.searchsorted(counted.tournament[starts], numbers).tolist()
    bounds: list[int] = [*starts.tolist(), len(counted.game)]
    return [bounds[one : other + 1] for one, other in pairwise([*first, len(starts)])]
