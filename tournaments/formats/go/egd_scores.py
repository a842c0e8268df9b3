"""Who started a McMahon tournament with which score, from the columns of an EGD file: see `egd_h9`."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from tournaments.formats.go.mcmahon import BY_SCORE
from tournaments.formats.report import ReportedPairing, TournamentReport

Criteria = tuple[float | None, float | None]  # what stands in the first two columns


def with_starts(report: TournamentReport, criteria: Sequence[Criteria], is_mcmahon: bool) -> TournamentReport:
    """Return the report with the starting score of each player, as it follows from the scores of the file.

    If no head names the columns, a second one that counts everybody's wins says that the first one is the score.
    """
    numbers = [player.number for player in report.players]
    games, byes, wins = _half_points(report.pairings)
    points = games + byes
    scores = {
        number: round(2 * score)
        for number, (score, second) in zip(numbers, criteria, strict=True)
        if score is not None
        and (is_mcmahon or (second is not None and wins[number] <= second <= ceil(points[number] / 2)))
    }
    rounds_down = all((score - games[number]) % 2 == 0 for number, score in scores.items())  # what byes are worth
    step = 2 if rounds_down else 1
    starts = {number: (score - games[number] - byes[number] // step * step) / 2 for number, score in scores.items()}
    if len(starts) < len(numbers) or min(starts.values()) < 0 or not any(starts.values()):
        return report
    players = tuple(replace(player, start_score=starts[player.number]) for player in report.players)
    return replace(report, kind="mcmahon", players=players, tie_breaks=BY_SCORE, rounds_down=rounds_down)


def _half_points(pairings: Sequence[ReportedPairing]) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Return by number the half points of games and of byes, and how many games and byes were worth a whole point."""
    games: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    for each in pairings:
        sides = ((each.white, each.white_result), (each.black, each.black_result))
        for number, result in sides:
            if number is not None and result is not None:
                (byes if each.black is None else games)[number] += result.half_points
                wins[number] += result.half_points == 2
    return games, byes, wins
