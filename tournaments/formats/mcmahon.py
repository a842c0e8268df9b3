"""The order of a McMahon tournament of go, where everybody starts with the score of his rank.

Source: formats/go, "OpenGotha XML" (genMM*, smmsCorrection); checked against the scores and the order that OpenGotha
writes into EGD files. Scores count in half points. SOS is the sum of the opponents' scores, White adding the stones
that he gave and Black taking off those that he got; whoever had no opponent meets his own start. SOSOS is the sum of
their SOS. SODOS is the sum of the scores of the opponents who were beaten, and of half of those who drew.
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


@dataclass
class GoScore:
    """What somebody reached. All is in half points."""

    start: int  # of his rank, 0 for 30 kyu; 0 where everybody starts alike
    score: int
    sos: int = 0  # with the stones
    sosos: int = 0
    sodos: int = 0  # scores of the beaten, twice, and of those who drew


def starts(players: Sequence[ReportedPlayer], corrections: Mapping[int, int], by: McMahon) -> dict[int, int]:
    """The scores before the first round, in half points, by number.

    ``corrections``: whole points added to the start of a player.
    """
    highest, lowest = _group(by.bar, HIGHEST), _group(by.floor, LOWEST)
    groups = {player.number: min(max(_group(player.grade, lowest), lowest), highest) for player in players}
    return {number: 2 * (group - LOWEST + corrections.get(number, 0)) for number, group in groups.items()}


def scores(starts: Mapping[int, int], pairings: Sequence[ReportedPairing], *, rounds_down: bool) -> dict[int, GoScore]:
    """The scores of everybody who has a start. ``rounds_down``: half points of a total do not count."""
    found = {number: GoScore(start, start) for number, start in starts.items()}
    for pairing in pairings:
        found[pairing.white].score += pairing.white_result.half_points
        if pairing.black is not None and pairing.black_result is not None:
            found[pairing.black].score += pairing.black_result.half_points
    if rounds_down:
        for each in found.values():
            each.score -= each.score % 2
    _add_opponents(found, pairings)
    _add_beaten(found, pairings)
    return found


def order(found: Mapping[int, GoScore]) -> dict[int, int]:
    """The ranks: score, then SOS, then SOSOS; equal ones share it."""
    keys = {number: (each.score, each.sos, each.sosos) for number, each in found.items()}
    ordered = sorted(keys.values(), reverse=True)
    first = {key: place for place, key in reversed(list(enumerate(ordered, start=1)))}
    return {number: first[key] for number, key in keys.items()}


def _group(grade: str, otherwise: int) -> int:
    level = level_of_grade(grade)
    return otherwise if level is None else level // RANK


def _add_opponents(found: Mapping[int, GoScore], pairings: Sequence[ReportedPairing]) -> None:
    """The sums over opponents, of the rounds in which there were games."""
    met: dict[tuple[int, int], tuple[int, int]] = {}  # (round, player) -> opponent, stones given
    for pairing in pairings:
        if pairing.black is not None:
            stones = pairing.handicap or 0
            met[pairing.round, pairing.white] = (pairing.black, stones)
            met[pairing.round, pairing.black] = (pairing.white, -stones)
    rounds = sorted({number for number, _ in met})
    sums = ("score", "sos"), ("sos", "sosos")
    for read, written in sums:
        for number, player in found.items():
            alone = player.start if read == "score" else player.start * len(rounds)
            total = 0
            for round_ in rounds:
                opponent, stones = met.get((round_, number), (None, 0))
                total += alone if opponent is None else getattr(found[opponent], read)
                total += 2 * stones if read == "score" else 0
            setattr(player, written, total)


def _add_beaten(found: Mapping[int, GoScore], pairings: Sequence[ReportedPairing]) -> None:
    """SODOS, of games that were played."""
    for pairing in pairings:
        if pairing.black is not None and pairing.black_result is not None and pairing.white_result.is_played:
            white, black = found[pairing.white], found[pairing.black]
            white.sodos += black.score * pairing.white_result.half_points
            black.sodos += white.score * pairing.black_result.half_points
