"""The row of a player in the standings: rank, name, club, rating, points, tie-breaks, performance, change."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Participant, performance
from tournaments.public.figures import Figures
from tournaments.standings.individual import Row, Standings
from tournaments.standings.sides import Played


@dataclass(frozen=True)
class Line:
    row: Row
    rating: int | None
    performance: int | None
    change: str  # HTML

    @property
    def participant(self) -> Participant:
        return self.row.participant

    @property
    def title(self) -> str:
        """Return the title; "" of a hidden member."""
        member = self.participant.member
        if member is None:
            return self.participant.file_title
        return "" if member.hidden else member.title

    @property
    def club(self) -> str:
        """Return the club: a member's on the last day, if the rows were read with it, else that of the file."""
        member = self.participant.member
        if member and member.hidden:
            return ""
        return getattr(self.participant, "club_name", None) or self.participant.file_club


def lines_of(now: Standings, figures: Figures, *, is_go: bool) -> list[Line]:
    """Return the rows of the standings with what the ratings say. In go a performance has no meaning."""
    ratings = {row.participant.pk: figures.rating(row.participant) for row in now.rows}
    return [
        Line(
            row,
            ratings[row.participant.pk],
            None if is_go else _performance(now.seen[row.participant.pk], ratings),
            figures.change(row.participant),
        )
        for row in now.rows
    ]


def _performance(games: Sequence[Played], ratings: dict[int, int | None]) -> int | None:
    """Return the performance in the games against rated opponents."""
    opponents, half_points = [], 0
    for played in games:
        rating = ratings.get(played.opponent) if played.opponent is not None else None
        if rating and played.result.is_played:
            opponents.append(rating)
            half_points += played.result.half_points
    return performance(opponents, half_points)


@dataclass(frozen=True)
class Facts:
    """What the head of the page says of the players."""

    players: int
    rated: int
    mean: int | None  # of the ratings


def facts_of(lines: Sequence[Line]) -> Facts:
    """Return how many play, how many of them are rated, and the mean rating."""
    ratings = [line.rating for line in lines if line.rating is not None]
    return Facts(len(lines), len(ratings), round(sum(ratings) / len(ratings)) if ratings else None)
