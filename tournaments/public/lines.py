"""The row of a player in the standings: rank, name, club, rating, points, tie-breaks, performance, change.

What the ratings say of the players comes from the app that knows them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from federation.hooks import functions
from tournaments.models import Participant, Tournament, performance
from tournaments.standings.individual import Row, Standings
from tournaments.standings.sides import Played


def _plain(rating: int | None) -> str:
    return "" if rating is None else str(rating)


class Category(Protocol):
    """The category of a tournament: its mean ratings, and the percentages of points for the norms (None: none)."""

    number: int
    low: int
    high: int
    master: int | None
    grandmaster: int | None


def _no_category(_mean: int) -> Category | None:
    return None


@dataclass(frozen=True)
class Figures:
    """Ratings before the tournament and their changes, in one rating type, by id of the member."""

    pool: str = ""  # "": no list holds the tournament
    list_title: str = ""  # the list that it counts for
    list_page: str = ""
    is_official: bool = True
    ratings: Mapping[int, int] = field(default_factory=dict)
    changes: Mapping[int, str] = field(default_factory=dict)  # HTML, with a link to the calculation
    written: Callable[[int | None], str] = _plain  # a rating as HTML
    category_of: Callable[[int], Category | None] = _no_category  # by the mean rating of a tournament

    def rating(self, who: Participant) -> int | None:
        """Return the rating of a participant: that of a member in the list, of anyone else that of the file."""
        if not self.pool or who.member is None:
            return who.file_rating
        return self.ratings.get(who.member.pk, self.ratings.get(who.member.merged_into_id or 0))

    def change(self, who: Participant) -> str:
        """Return what the tournament changed, as HTML; "" if nothing is known."""
        if who.member is None:
            return ""
        return self.changes.get(who.member.pk, self.changes.get(who.member.merged_into_id or 0, ""))


def figures_of(tournament: Tournament) -> Figures:
    """Return what the hook `TOURNAMENT_FIGURES` knows; without any, the ratings of the file remain."""
    for ask in functions("TOURNAMENT_FIGURES"):
        if found := ask(tournament):
            return Figures(**found)
    return Figures()


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
