"""What a member played in league seasons: games by season, board and colour."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from federation.models import Member
from leagues.models import Board, Season, Side, Team
from leagues.rules.facts import GAMES
from leagues.wording.points import RESULTS, points
from tournaments.models import performance

HALVES = {"1": 2, "=": 1, "0": 0}


@dataclass(frozen=True)
class Played:
    """A board of a member, seen from their side."""

    board: Board
    team: Team
    against: Team
    opponent: Member | None
    is_white: bool
    letters: str  # their own first

    @property
    def result(self) -> str:
        return RESULTS[self.letters]

    @property
    def is_game(self) -> bool:
        return self.letters in GAMES

    @property
    def colour(self) -> str:
        return "white" if self.is_white else "black"

    @property
    def strength(self) -> int | None:
        """Return the strength of the opponent, as it was when the line-ups were revealed."""
        is_home = self.team.pk == self.board.match.home_id
        return self.board.away_strength if is_home else self.board.home_strength


@dataclass
class SeasonOfPlayer:
    """What a member played in a season."""

    season: Season
    played: list[Played] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(each.is_game for each in self.played)

    @property
    def points(self) -> str:
        return points(_half_points(each for each in self.played if each.is_game))

    @property
    def performance(self) -> int | None:
        """Return the performance against opponents with a strength; None without any."""
        counted = [each for each in self.played if each.is_game and each.strength]
        return performance([each.strength for each in counted if each.strength], _half_points(counted))

    @property
    def boards(self) -> str:
        """Return the boards on which games were played."""
        return ", ".join(map(str, sorted({each.board.number for each in self.played if each.is_game})))

    @property
    def white(self) -> int:
        return sum(each.is_white for each in self.played if each.is_game)


def _half_points(played: Iterable[Played]) -> int:
    return sum(HALVES[each.letters[0]] for each in played)


def seasons_of(member: Member, seasons: Iterable[Season]) -> list[SeasonOfPlayer]:
    """Return the public seasons of a member, the latest first. One query."""
    records = Member.objects.filter(Q(pk=member.pk) | Q(merged_into=member)).values("pk")
    rows = Board.objects.filter(Q(home__in=records) | Q(away__in=records))
    rows = rows.filter(match__series__division__season__in=seasons).exclude(match__revealed_at=None)
    related = ("home", "away", "match__home", "match__away", "match__series__division__season")
    found: dict[int, SeasonOfPlayer] = {}
    for board in rows.select_related(*related).order_by("-match__day", "-match", "number"):
        season = board.match.series.division.season
        found.setdefault(season.pk, SeasonOfPlayer(season)).played.append(_played(board, member))
    return list(found.values())


def _played(board: Board, member: Member) -> Played:
    is_home = board.home is not None and member.pk in {board.home.pk, board.home.merged_into_id}
    side, other = (Side.HOME, Side.AWAY) if is_home else (Side.AWAY, Side.HOME)
    match = board.match
    return Played(
        board,
        match.team(side),
        match.team(other),
        board.away if is_home else board.home,
        board.home_is_white == is_home,
        board.played if is_home else board.played[::-1],
    )
