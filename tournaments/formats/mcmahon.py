"""The order of a McMahon tournament of go, where everybody starts with the score of his rank.

Source: formats/go, "OpenGotha XML" (genMM*, smmsCorrection); checked against the order that OpenGotha writes into EGD
files. Scores count in half points. SOSM is the sum of the opponents' scores, White adding the stones that he gave and
Black taking off those that he got; whoever had no opponent meets his own start. SOSOSM is the sum of their SOSMs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.go_values import LOWEST_KYU, RANK, level_of_grade
from tournaments.formats.report import ReportedPairing, ReportedPlayer

HIGHEST, LOWEST = 9, -LOWEST_KYU  # rank groups: 1D is 0, 1K is -1


@dataclass(frozen=True)
class McMahon:
    """Between which groups everybody starts: the bar above, the floor below."""

    bar: str = ""
    floor: str = ""
    rounds_down: bool = True  # half points of a total do not count


@dataclass
class _Player:
    start: int  # half points
    score: int
    sosm: int = 0
    sososm: int = 0


def ranks(
    players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing], corrections: Mapping[int, int], by: McMahon
) -> dict[int, int]:
    """Everybody's rank by number: score, then SOSM, then SOSOSM; equal ones share it.

    ``corrections``: whole points added to the start of a player.
    """
    highest, lowest = _group(by.bar, HIGHEST), _group(by.floor, LOWEST)
    found = {}
    for player in players:
        start = 2 * (min(max(_group(player.grade, lowest), lowest), highest) + corrections.get(player.number, 0))
        found[player.number] = _Player(start, start)
    for pairing in pairings:
        found[pairing.white].score += pairing.white_result.half_points
        if pairing.black is not None and pairing.black_result is not None:
            found[pairing.black].score += pairing.black_result.half_points
    if by.rounds_down:
        for each in found.values():
            each.score -= each.score % 2
    _add_opponents(found, pairings)
    scores = {number: (each.score, each.sosm, each.sososm) for number, each in found.items()}
    ordered = sorted(scores.values(), reverse=True)
    first = {score: place for place, score in reversed(list(enumerate(ordered, start=1)))}
    return {number: first[score] for number, score in scores.items()}


def _group(grade: str, otherwise: int) -> int:
    level = level_of_grade(grade)
    return otherwise if level is None else level // RANK


def _add_opponents(found: Mapping[int, _Player], pairings: Sequence[ReportedPairing]) -> None:
    """The sums over opponents, of the rounds in which there were games."""
    met: dict[tuple[int, int], tuple[int, int]] = {}  # (round, player) -> opponent, stones given
    for pairing in pairings:
        if pairing.black is not None:
            stones = pairing.handicap or 0
            met[pairing.round, pairing.white] = (pairing.black, stones)
            met[pairing.round, pairing.black] = (pairing.white, -stones)
    rounds = sorted({number for number, _ in met})
    sums = ("score", "sosm"), ("sosm", "sososm")
    for read, written in sums:
        for number, player in found.items():
            alone = player.start if read == "score" else player.start * len(rounds)
            total = 0
            for round_ in rounds:
                opponent, stones = met.get((round_, number), (None, 0))
                total += alone if opponent is None else getattr(found[opponent], read)
                total += 2 * stones if read == "score" else 0
            setattr(player, written, total)
