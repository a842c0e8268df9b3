"""A pairing from the point of view of each of its two participants, and the sum of their points."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.report import PointSystem, Result
from tournaments.models import Pairing

SWISS, ROUND_ROBIN = "swiss", "round_robin"  # of the kinds of tournaments


@dataclass(frozen=True)
class Played:
    """A pairing from the point of view of one participant; opponents are ids of participants."""

    round: int
    opponent: int | None  # None: a bye
    is_white: bool
    result: Result
    stones: int = 0  # go: the handicap of the game


def sides(pairings: Iterable[Pairing]) -> dict[int, list[Played]]:
    """Return the pairings as White and Black see them, by id of the participant, in order of round."""
    seen: dict[int, list[Played]] = defaultdict(list)
    for pairing in pairings:
        white, black = pairing.results
        stones = pairing.handicap or 0
        seen[pairing.white_id].append(Played(pairing.round, pairing.black_id, True, white, stones))
        if pairing.black_id is not None and black is not None:
            seen[pairing.black_id].append(Played(pairing.round, pairing.white_id, False, black, stones))
    return seen


def half_points_of(pairings: Iterable[Played], points: PointSystem) -> int:
    """Return the points of these pairings of one participant, in halves."""
    worth = points.half_points
    return sum(worth[played.result] for played in pairings)


def is_round_robin(kind: str, seen: dict[int, list[Played]]) -> bool:
    """Return whether everybody was paired with everybody else, and there are more than two.

    A Swiss of few players stays a Swiss: its byes are worth points, and count in the tie-breaks as those of a Swiss.
    """
    return (
        kind != SWISS
        and len(seen) > 2
        and all(
            len({played.opponent for played in pairings if played.opponent is not None}) == len(seen) - 1
            for pairings in seen.values()
        )
    )
