"""Doubt whether a player can have played so many standard games on one day."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from tournaments.formats.report import Result
from tournaments.intake.open_points import MANY_ROUNDS
from tournaments.models import Discipline, Pace, Tournament
from tournaments.review.findings import Finding


class Game(Protocol):
    """What is asked of a game; White and Black are ids of participants."""

    date: dt.date | None
    white: int
    black: int
    white_result: str


def many_games(event: Tournament, games: Iterable[Game], name: Callable[[int], str]) -> Iterator[Finding]:
    """Yield the player with the most standard games on one day, if these are `MANY_ROUNDS` or more."""
    if event.pace != Pace.STANDARD or event.discipline != Discipline.CHESS:
        return
    only_day = event.start if event.start == event.end else None
    played = [game for game in games if Result(game.white_result).is_played and (game.date or only_day)]
    counts = Counter((who, game.date or only_day) for game in played for who in (game.white, game.black))
    for (who, day), count in counts.most_common(1):
        if count >= MANY_ROUNDS:
            yield Finding("many_games", {"player": name(who), "count": count, "day": day}, participant_id=who)
