"""What the public pages show: rows of tables, matches of rounds, scorers. Hidden members stay hidden."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext_lazy as _

from federation.models import Member
from leagues.models import Board, Match, Side, Team
from leagues.rules import promotion
from leagues.rules.facts import GAMES
from leagues.rules.scoring import played_points
from leagues.rules.table import Row
from leagues.standings.series_standings import SeriesTable
from leagues.wording.points import RESULTS, of_pair, of_score, points
from leagues.wording.reasons import why

MOVEMENTS = {
    promotion.UP: ("success", _("promoted")),
    promotion.PLAY_OFF_UP: ("warning", _("play-off")),
    promotion.PLAY_OFF_DOWN: ("warning", _("play-off")),
    promotion.DOWN: ("error", _("relegated")),
}
FORM = {1: ("won", "1"), 0: ("drawn", "½"), -1: ("lost", "0")}


@dataclass(frozen=True)
class TableLine:
    """A row of the table as the page shows it."""

    row: Row
    team: Team
    why: str
    movement: tuple[str, object] | None  # class of its badge, words

    @property
    def match_points(self) -> str:
        """Return the match points with any deduction: 8 − 1."""
        total = points(self.row.match_points)
        return (
            f"{total} ({points(self.row.match_points + self.row.off)} − {points(self.row.off)})"
            if self.row.off
            else total
        )

    @property
    def points(self) -> str:
        return points(self.row.points)

    @property
    def form(self) -> list[tuple[str, str]]:
        """Return the last matches: class and sign."""
        return [FORM[outcome] for outcome in self.row.form[-5:]]


def table_lines(now: SeriesTable) -> list[TableLine]:
    """Return the rows of a table from the first on."""
    below = [*(now.teams[row.team].name for row in now.rows[1:]), ""]
    return [
        TableLine(
            row,
            now.teams[row.team],
            why(row.why, now.teams[row.team].name, name),
            None if row.is_withdrawn else MOVEMENTS.get(now.movements[row.team]),
        )
        for row, name in zip(now.rows, below, strict=False)
    ]


@dataclass(frozen=True)
class MatchLine:
    """A match as lists show it."""

    match: Match
    score: str  # "" before it begins
    open_boards: int
    has_protest: bool


def match_line(now: SeriesTable, match: Match) -> MatchLine:
    in_force = now.in_force[match.pk]
    shown = of_score(now.score(match)) if in_force.has_result or match.is_revealed else ""
    open_boards = sum(not board.is_decided for board in in_force.boards)
    return MatchLine(match, shown, open_boards, now.open_protests[match.pk] > 0)


def rounds(now: SeriesTable) -> dict[int, list[MatchLine]]:
    """Return the matches of a series by round."""
    found: dict[int, list[MatchLine]] = defaultdict(list)
    for match in now.matches:
        found[match.round].append(match_line(now, match))
    return dict(found)


@dataclass(frozen=True)
class BoardLine:
    """A board as the page of a match shows it."""

    board: Board
    played: str
    ruled: str  # "" if what was played counts

    @property
    def home_colour(self) -> str:
        return "white" if self.board.home_is_white else "black"

    @property
    def away_colour(self) -> str:
        return "black" if self.board.home_is_white else "white"


def board_lines(boards: Iterable[Board]) -> list[BoardLine]:
    return [
        BoardLine(board, RESULTS[board.played], of_pair(board.ruled) if board.ruled is not None else "")
        for board in boards
    ]


@dataclass
class Scorer:
    """A player of a series, by what was played on the boards."""

    member: Member
    team: Team
    games: int = 0
    half_points: int = 0
    boards: set[int] = field(default_factory=set)

    @property
    def points(self) -> str:
        return points(self.half_points)

    @property
    def boards_shown(self) -> str:
        return ", ".join(map(str, sorted(self.boards)))


def scorers(now: SeriesTable, boards: Iterable[Board]) -> list[Scorer]:
    """Return who scored most in the games of a series; forfeits are no games. ``boards`` with match and players."""
    found: dict[tuple[int, int], Scorer] = {}
    by_match = {match.pk: match for match in now.matches}
    for board in (each for each in boards if each.played in GAMES):
        match = by_match[board.match_id]
        for place, side in enumerate(Side.values):
            member, team = getattr(board, side), match.team(side)
            if member is None:  # not known to the system from which the season was taken over
                continue
            line = found.setdefault((member.pk, team.pk), Scorer(member, team))
            line.games += 1
            line.half_points += played_points(board.played, now.rules.board_points)[place]
            line.boards.add(board.number)
    return sorted(found.values(), key=lambda each: (-each.half_points, each.games, each.member.key))
