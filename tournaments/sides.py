"""A pairing as each of its two participants sees it, and what everybody's pairings add up to in points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.report import USUAL_POINTS, PointSystem, Result
from tournaments.models import Pairing

SWISS = "swiss"  # of the kinds of tournaments


@dataclass(frozen=True)
class Played:
    """One pairing as one participant sees it; opponents are ids of participants."""

    round: int
    opponent: int | None  # None: a bye
    is_white: bool
    result: Result
    pairing: int = 0
    stones: int = 0  # go: the handicap of the game

    @property
    def is_game(self) -> bool:
        """Played at the board."""
        return self.opponent is not None and self.result.is_played


@dataclass
class Score:
    """What somebody reached, in half points but for the counts."""

    points: int = 0
    played_points: int = 0  # without byes and forfeits
    games: int = 0
    wins: int = 0  # at the board


def sides(pairings: Iterable[Pairing]) -> dict[int, list[Played]]:
    """Each pairing as its white and its black see it, by id of the participant, in order of round."""
    seen: dict[int, list[Played]] = defaultdict(list)
    for pairing in pairings:
        white, black = pairing.results
        stones = pairing.handicap or 0
        seen[pairing.white_id].append(Played(pairing.round, pairing.black_id, True, white, pairing.pk, stones))
        if pairing.black_id is not None and black is not None:
            seen[pairing.black_id].append(Played(pairing.round, pairing.white_id, False, black, pairing.pk, stones))
    return seen


def score_of(pairings: Iterable[Played], points: PointSystem = USUAL_POINTS) -> Score:
    """What these pairings of one participant add up to."""
    score = Score()
    worth = points.half_points
    for played in pairings:
        score.points += worth[played.result]
        if played.is_game:
            score.played_points += worth[played.result]
            score.games += 1
            score.wins += played.result.half_points == 2
    return score


def is_round_robin(kind: str, seen: dict[int, list[Played]]) -> bool:
    """Everybody was paired with everybody else, and there are more than two.

    A Swiss of few players stays one: its byes are worth points, and count in the tie-breaks as those of a Swiss.
    """
    return (
        kind != SWISS
        and len(seen) > 2
        and all(
            len({played.opponent for played in pairings if played.opponent is not None}) == len(seen) - 1
            for pairings in seen.values()
        )
    )
