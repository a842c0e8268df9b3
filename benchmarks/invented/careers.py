"""Invented careers of players who come and go: tournaments over many half-years."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

import numpy as np

from ratings.systems.period import Ints, Players

SEED = 19700101
START = dt.date(1980, 1, 1)
DAYS = 182  # of a period
CAREER = 12  # periods in which a player is active, about
COLUMNS = ("white", "black", "white_half_points", "day", "tournament", "round")
OF_TOURNAMENTS = ("rounds", "participants")


@dataclass(frozen=True)
class Careers:
    """All games in order of play, and where each period ends."""

    games: dict[str, Ints]  # `COLUMNS` and `OF_TOURNAMENTS`; players are numbered in the order in which they come
    ends: list[int]  # of each period: the row after its last game
    known: list[int]  # so many players are known at the end of each period
    strength: Ints  # of each player

    def founders(self) -> Players:
        """Return the players who start with a rating; without them nobody would ever get one."""
        new = beginners(self.known[0])
        return replace(new, rating=self.strength[: len(new.number)], games=30 + new.number % 400)


def careers(games: int, players: int, periods: int) -> Careers:
    """Return about so many games of so many players in so many periods; the same numbers give the same games."""
    rng = np.random.default_rng(SEED)
    strength = rng.normal(1500, 300, players)
    rows: list[Ints] = []
    ends, known, count = [], [], 0
    for period in range(periods):
        last = players * (period + 1) // periods
        first = max(0, last - players * CAREER // periods)
        while count < games * (period + 1) // periods:
            rows.append(_tournament(rng, strength, (first, last), len(rows), period))
            count += rows[-1].shape[1]
        ends.append(count)
        known.append(last)
    columns = dict(zip((*COLUMNS, *OF_TOURNAMENTS), np.concatenate(rows, axis=1), strict=True))
    return Careers(columns, ends, known, np.maximum(strength, 1150).astype(np.int64))


def _tournament(rng: np.random.Generator, strength: np.ndarray, who: tuple[int, int], number: int, period: int) -> Ints:
    """Return the columns of 5 to 9 rounds of 8 to 64 players, paired by chance, stronger ones winning more."""
    field = rng.choice(np.arange(*who), min(2 * int(rng.integers(4, 33)), (who[1] - who[0]) // 2 * 2), replace=False)
    rounds = int(rng.integers(5, 10))
    order = np.concatenate([rng.permutation(field) for _ in range(rounds)])
    white, black = order[0::2], order[1::2]
    luck = rng.normal(0, 350, len(white)) + strength[white] - strength[black]
    points = np.where(luck > 120, 2, np.where(luck < -120, 0, 1))
    round_number = np.repeat(np.arange(1, rounds + 1), len(field) // 2)
    day = np.full(len(white), START.toordinal() + DAYS * period)
    tournament, *of_all = (np.full(len(white), fact) for fact in (number, rounds, len(field)))
    return np.array([white, black, points, day, tournament, round_number, *of_all], np.int64)


def beginners(count: int) -> Players:
    """Return players before their first game."""
    zeros = np.zeros(count, np.int64)
    names = ("rating", "games", "opponents_sum", "half_points", "foreign_rating", "last_day")
    return Players(np.arange(1, count + 1), deviation=np.full(count, np.nan), **dict.fromkeys(names, zeros))
