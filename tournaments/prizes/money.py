"""How prize money is divided among players with equal scores: exactly, to the cent."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any


class Sharing(StrEnum):
    """What players with equal scores take of the prizes of their places together."""

    PLACE = "place"  # each the prize of their place: tie-breaks decide
    EQUAL = "equal"  # all the same
    HORT = "hort"  # half the prize of their place, and an equal share of the other halves


def divided(amounts: Sequence[int], scores: Sequence[Any], sharing: Sharing) -> list[int]:
    """Return what each takes, in cents, in order of rank; ``scores`` are what decides, equal ones beside each other.

    Who shares the score of the last prize shares it as well, unless places decide. What cannot be divided goes in
    single cents to the first of those who share, so that the sum is that of the prizes.
    """
    by_place = [*amounts, *[0] * len(scores)][: len(scores)]
    if sharing is Sharing.PLACE:
        return by_place
    found: list[int] = []
    for _score, equal in groupby(scores):
        prizes = by_place[len(found) : len(found) + len(list(equal))]
        found += _shared(prizes, sharing)
    return found


def _shared(prizes: Sequence[int], sharing: Sharing) -> list[int]:
    own = Fraction(1, 2) if sharing is Sharing.HORT else Fraction(0)
    share = (1 - own) * sum(prizes) / len(prizes)
    shares = [int(own * prize + share) for prize in prizes]
    left = sum(prizes) - sum(shares)
    return [each + (place < left) for place, each in enumerate(shares)]
