"""The printed formulas of the Belgian Elo, over whole numbers only: expectancy, K-factor, performance.

Each is written once, for arrays; the functions for a single case call the same code.
"""

from typing import Final, NamedTuple

import numpy as np

from ratings.systems.common.elo_tables import differences_by_percent, percents_by_difference
from ratings.systems.common.rounding import half_up
from ratings.systems.frbe.rules import Rules
from ratings.systems.period import Flags, Ints

_HIGHER: Final = percents_by_difference()
_FARTHEST: Final = len(_HIGHER) - 1
_PERCENTS: Final = np.concatenate((100 - _HIGHER[:0:-1], _HIGHER))  # from the lowest difference to the highest
_DIFFERENCES: Final = differences_by_percent()


class Performance(NamedTuple):
    """The terms of formula I, each an array: R = Rc + D(p)."""

    games: Ints
    half_points: Ints
    mean: Ints  # Rc
    percent: Ints  # p, between the two limits of the rules
    difference: Ints  # D(p)
    rating: Ints  # R, at least 1 because 0 stands for "no rating"


def expected_percent(own: int, opponent: int, rules: Rules) -> int:
    """Return the expected score of one game in hundredths (B10 to B13): 34 for 1645 against 1760."""
    return int(expected_percents(np.array([own]), np.array([opponent]), rules)[0])


def expected_percents(own: Ints, opponent: Ints, rules: Rules) -> Ints:
    """Table II (B10, B11): the first column is for the higher player; the lower gets the rest of the point."""
    cap = min(rules.difference_cap, _FARTHEST)
    # B12, B13: a greater difference counts as the cap, where this part of the table ends.
    return _PERCENTS[_FARTHEST - cap : _FARTHEST + cap + 1].take(own - opponent + cap, mode="clip")


def capped_differences(own: Ints, opponent: Ints, rules: Rules) -> Ints:
    """Return own rating minus the opponent's, limited to the cap on both sides (B13)."""
    difference: Ints = np.minimum(np.maximum(own - opponent, -rules.difference_cap), rules.difference_cap)
    return difference


def performances(opponents_sum: Ints, games: Ints, half_points: Ints, rules: Rules) -> Performance:
    """Formula I (B01): round the mean of the opponents (B02) and the score (B03) to whole numbers, half up (P1)."""
    mean = half_up(opponents_sum, games)
    percent = 50 * half_points // games if rules.truncate_percent else half_up(50 * half_points, games)
    percent = np.minimum(np.maximum(percent, rules.lowest_percent), rules.highest_percent)
    difference = _DIFFERENCES[percent]
    return Performance(games, half_points, mean, percent, difference, np.maximum(mean + difference, 1))


def rating_bands(ratings: Ints, rules: Rules) -> Ints:
    """Return the row of ``k_by_rating`` for each rating (B16, BA5), or its length for a rating above all bands."""
    ends = [end for end, _ in rules.k_by_rating]
    return np.searchsorted(ends, ratings, side="left" if rules.k_band_includes_its_end else "right")


def passes_band_of_games(first: Ints, last: Ints, rules: Rules) -> Flags:
    """Return whether a band of ``k_by_games`` ends between two running numbers, so that K changes (B14, B15)."""
    passes = np.zeros(len(first), dtype=bool)
    for end, _ in rules.k_by_games:
        passes |= (first <= end) & (end < last)
    return passes


def k_factors(game_numbers: Ints, bands: Ints, rules: Rules) -> Ints:
    """Return K of each game by its running number (B14, B15, BA4), and beyond those by the rating (B16)."""
    by_rating = np.array([*(k for _, k in rules.k_by_rating), rules.k_above])
    k: Ints = by_rating[bands]
    for last_game, factor in reversed(rules.k_by_games):
        k[game_numbers <= last_game] = factor
    if rules.k10_regardless_of_games:
        k[bands == len(rules.k_by_rating)] = rules.k_above
    return k
