"""What every reader reports about a tournament as a whole: its days, its contents, its totals."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from tournaments.formats.report import Place, Problem, ReportedPairing, ReportedPlayer, Result

LONGEST = 366  # days; a club championship lasts a season, more is a typing error


def check_dates(start: dt.date | None, end: dt.date | None, rounds: Sequence[dt.date | None] = ()) -> list[Problem]:
    """The end before the start, more than a year apart, a round on a day outside both."""
    problems = []
    if start and end and start > end:
        facts: dict[str, object] = {"start": start.isoformat(), "end": end.isoformat()}
        return [Problem("dates_reversed", Place(), facts)]
    if start and end and (end - start).days > LONGEST:
        facts = {"start": start.isoformat(), "end": end.isoformat(), "days": (end - start).days}
        problems.append(Problem("dates_far_apart", Place(), facts))
    if start and end:
        for number, day in enumerate(rounds, 1):
            if day and not start <= day <= end:
                facts = {"date": day.isoformat(), "start": start.isoformat(), "end": end.isoformat()}
                problems.append(Problem("round_date_outside", Place(round=number), facts))
    return problems


def check_contents(players: Sequence[ReportedPlayer], pairings: Iterable[ReportedPairing]) -> list[Problem]:
    """No players, no pairings, rounds with games that have no result yet."""
    if not players:
        return [Problem("no_players")]
    pending: Counter[int] = Counter()
    games = 0
    for pairing in pairings:
        games += pairing.black is not None
        pending[pairing.round] += pairing.white_result is Result.PENDING
    if not games:
        return [Problem("no_games")]
    return [
        Problem("round_unfinished", Place(round=number), {"count": count})
        for number, count in sorted(pending.items())
        if count
    ]


def check_points(players: Iterable[ReportedPlayer], pairings: Iterable[ReportedPairing]) -> list[Problem]:
    """Players whose points in the file are not the sum of their results (1, ½, 0; byes and forfeits included)."""
    halves: defaultdict[int, int] = defaultdict(int)
    for pairing in pairings:
        halves[pairing.white] += pairing.white_result.half_points
        if pairing.black is not None and pairing.black_result is not None:
            halves[pairing.black] += pairing.black_result.half_points
    problems = []
    for player in players:
        if player.points is not None and player.points * 2 != halves[player.number]:
            facts: dict[str, object] = {
                "player": full_name(player),
                "stored": f"{player.points:g}",
                "computed": f"{halves[player.number] / 2:g}",
            }
            problems.append(Problem("points_differ", Place(player=player.number), facts))
    return problems


def full_name(player: ReportedPlayer) -> str:
    """The player as a problem names him: "Peeters Jan", or his number where the file has no name."""
    return " ".join(part for part in (player.last_name, player.first_name) if part) or f"#{player.number}"
