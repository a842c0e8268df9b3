"""Levels of the French go scale as players write them: grades, and the stones between two of them."""

import re
from math import ceil, floor
from typing import Final

GRADE: Final = re.compile(r"\s*([1-9][0-9]?)\s*([dk])(?:an|yu)?\s*", re.IGNORECASE)
RANK: Final = 100
LOWEST_KYU: Final = 30
MOST_STONES: Final = 9

# A8: a half is a half, even if the last bits of sums of fractions differ: 0 minus 4.5 points gives -4.
HALF: Final = 0.5 + 5e-10


def grade_of_level(level: float) -> str:
    """F1: return the grade: 0 to 99 is 1d, 100 to 199 is 2d, -100 to -1 is 1k, -200 to -101 is 2k.

    A8: lists show rounded levels and their grades; a level that is not rounded yet is used as it is.
    """
    rank = floor(level / RANK)
    return f"{rank + 1}d" if rank >= 0 else f"{-rank}k"


def level_of_grade(grade: str) -> int:
    """F2: return the registration level of a grade, its middle: 1d is 50, 1k is -50. Nobody starts below 30k, the
    floor.

    Accept "5k", "5 K", "5 kyu". Raise `ValueError` for anything else.
    """
    found = GRADE.fullmatch(grade)
    if found is None:
        raise ValueError(f"{grade!r} is no grade: it is written like 5k or 1d")
    rank, is_dan = int(found[1]), found[2] in "dD"
    return RANK * (rank - 1) + RANK // 2 if is_dan else RANK // 2 - RANK * min(rank, LOWEST_KYU)


def normal_handicap(white: float, black: float) -> int:
    """F3: return the stones that make a game between two levels even: the difference in hundreds, rounded up; 120 gives
    2.

    White is the stronger player; otherwise it is 0. More than nine stones would not count (F9).
    """
    return min(max(ceil((white - black) / RANK), 0), MOST_STONES)
