"""From boards to the points of a match: what counts in the table. All points are in halves."""

from __future__ import annotations

from dataclasses import dataclass

from leagues.rules.facts import Board, Match, Pair
from leagues.rules.parameters import BoardPoints, Rules

OUTCOMES = {"1": "win", "+": "win", "=": "draw", "0": "loss"}


@dataclass(frozen=True)
class Score:
    """The points of a match, for home and away."""

    board_points: Pair
    match_points: Pair
    is_finished: bool
    is_ruled: bool = False  # the match points are not those of the boards

    @property
    def winner(self) -> int:
        """Return 1 if home has won, -1 if away has, 0 after a draw."""
        home, away = self.match_points if self.is_ruled else self.board_points
        return (home > away) - (home < away)


def board_points(board: Board, scale: BoardPoints) -> Pair:
    """Return the points in force of a board: those of the ruling, else those of what was played."""
    return board.ruled if board.ruled is not None else played_points(board.played, scale)


def played_points(letters: str, scale: BoardPoints) -> Pair:
    """Return the points of two letters; a forfeit is worth a win, a board without a result nothing."""
    home, away = (getattr(scale, OUTCOMES[letter]) if letter in OUTCOMES else 0 for letter in letters)
    return home, away


def score(match: Match, rules: Rules) -> Score:
    """Return the points of a match as far as it is played."""
    each = [board_points(board, rules.board_points) for board in match.boards]
    points = sum(home for home, _away in each), sum(away for _home, away in each)
    if match.ruled_match_points is not None:
        return Score(points, match.ruled_match_points, match.is_finished, is_ruled=True)
    counts = match.is_finished or (rules.order.unfinished == "decided" and _is_sure(match, points, rules))
    if rules.order.unfinished == "draws" and not match.is_finished and match.has_result:
        open_boards = sum(not board.is_decided for board in match.boards)
        points = points[0] + open_boards * rules.board_points.draw, points[1] + open_boards * rules.board_points.draw
        counts = True
    return Score(points, _match_points(match, points, rules) if counts else (0, 0), counts)


def _is_sure(match: Match, points: Pair, rules: Rules) -> bool:
    """Return whether no result of the open boards can change who wins."""
    left = sum(not board.is_decided for board in match.boards) * rules.board_points.win
    return abs(points[0] - points[1]) > left


def _match_points(match: Match, points: Pair, rules: Rules) -> Pair:
    scale = rules.match_points
    needed = len(match.boards) * rules.board_points.win if scale.won_by == "half" else 0  # twice half of all points
    won = tuple(mine > theirs and 2 * mine > needed for mine, theirs in (points, points[::-1]))
    is_played = any(points) or any(board.is_game for board in match.boards)
    found = []
    for place, side in enumerate(("home", "away")):
        if match.by_decision in {side, "both"}:
            worth = scale.loss_by_decision
        elif won[place]:
            worth = scale.win
        elif won[1 - place]:
            worth = scale.loss
        else:
            worth = scale.draw if is_played else scale.loss
        extra = points[place] if scale.with_board_points else 0
        found.append(2 * worth + extra + 2 * _appearance(match, place, scale.appearance))
    return found[0], found[1]


def _appearance(match: Match, place: int, worth: int) -> int:
    """Return the extra points of a team that filled all its boards."""
    return worth if all((board.home, board.away)[place] is not None for board in match.boards) else 0
