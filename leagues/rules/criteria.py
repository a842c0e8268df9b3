"""The criteria that order a table, each a value of a team among teams that are equal until then. More is better.

Values are whole numbers; `UNITS` says how many of them make one point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from leagues.rules.facts import Board, Match
from leagues.rules.parameters import Rules
from leagues.rules.scoring import Score, board_points

UNITS = {"SB": 4, "WINS": 1, "GW": 1, "PLAY_OFF": 1}
POINT = 2  # of every other criterion
LOW_WINS = {"BC"}


@dataclass(frozen=True)
class Result:
    """A match as a team sees it."""

    match: Match
    opponent: int
    score: Score
    place: int  # 0 at home, 1 away
    boards: tuple[tuple[int, int], ...]  # number, points

    @property
    def match_points(self) -> int:
        return self.score.match_points[self.place]

    @property
    def points(self) -> int:
        return self.score.board_points[self.place]

    @property
    def against(self) -> int:
        return self.score.board_points[1 - self.place]

    @property
    def outcome(self) -> int:
        """Return 1 for a win, 0 for a draw, -1 for a loss."""
        return self.score.winner * (-1 if self.place else 1)


@dataclass
class Record:
    """What a team has done so far."""

    team: int
    results: list[Result] = field(default_factory=list)
    off: int = 0  # match points that a ruling deducted (below 0: awarded), in halves

    @property
    def match_points(self) -> int:
        return sum(each.match_points for each in self.results) - self.off

    @property
    def points(self) -> int:
        return sum(each.points for each in self.results)

    @property
    def played(self) -> int:
        return sum(each.score.is_finished for each in self.results)


def results_of(match: Match, score: Score, rules: Rules) -> tuple[Result, Result]:
    """Return the match as both teams see it."""
    found = [(board.number, board_points(board, rules.board_points)) for board in match.boards]
    home, away = (tuple((number, points[place]) for number, points in found) for place in (0, 1))
    return Result(match, match.away, score, 0, home), Result(match, match.home, score, 1, away)


def values(
    code: str, group: Iterable[int], records: Mapping[int, Record], play_offs: Mapping[int, int]
) -> dict[int, tuple[int, ...]] | None:
    """Return the value of each team of the group, for its order; None if the criterion cannot say yet.

    ``play_offs``: the place of a team in a play-off, 1 the best.
    """
    teams = set(group)
    if code == "DIRECT":
        return _direct(teams, records)
    if code == "PLAY_OFF":
        return {team: (-play_offs[team],) for team in teams} if teams <= play_offs.keys() else None
    sign = -1 if code in LOW_WINS else 1
    return {team: (sign * value(code, team, records),) for team in teams}


def value(code: str, team: int, records: Mapping[int, Record]) -> int:
    """Return the value of a team, as a table shows it. Not of the direct match and the play-off, which need a group."""
    record = records[team]
    simple = {
        "MP": lambda: record.match_points,
        "BP": lambda: record.points,
        "BD": lambda: sum(each.points - each.against for each in record.results),
        "SB": lambda: sum(records[each.opponent].match_points * each.points for each in record.results),
        "WINS": lambda: sum(each.outcome > 0 and each.score.is_finished for each in record.results),
        "GW": lambda: sum(_is_won(board, each.place) for each in record.results for board in each.match.boards),
        "BC": lambda: sum(number * points for each in record.results for number, points in each.boards),
        "BERLIN": lambda: sum(
            (len(each.boards) + 1 - number) * points for each in record.results for number, points in each.boards
        ),
        "BP-1": lambda: _without_last(record, 1),
        "BP-2": lambda: _without_last(record, 2),
    }
    return simple[code]()


def _direct(teams: set[int], records: Mapping[int, Record]) -> dict[int, tuple[int, ...]] | None:
    """Return match points and board points in the matches among the teams; None until all of them are finished."""
    among = {team: [each for each in records[team].results if each.opponent in teams] for team in teams}
    met = {team: {each.opponent for each in results if each.score.is_finished} for team, results in among.items()}
    if any(met[team] != teams - {team} for team in teams):
        return None
    if any(not each.score.is_finished for results in among.values() for each in results):
        return None
    return {
        team: (sum(each.match_points for each in results), sum(each.points for each in results))
        for team, results in among.items()
    }


def _is_won(board: Board, place: int) -> bool:
    """Return whether the side won the game, at the board or without play."""
    if board.ruled is not None:
        return board.ruled[place] > board.ruled[1 - place]
    return board.played[place] in "1+"


def _without_last(record: Record, boards: int) -> int:
    """Return the board points without those of the last boards."""
    return sum(
        points for each in record.results for number, points in each.boards if number <= len(each.boards) - boards
    )
