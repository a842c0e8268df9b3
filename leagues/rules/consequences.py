"""What a ruling does to a match: its effects, and how many points remain. What was played never changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from leagues.rules.facts import Board, Match, Pair, Side, other
from leagues.rules.findings import Finding, Proposal
from leagues.rules.parameters import Rules
from leagues.rules.scoring import score


@dataclass(frozen=True)
class Effect:
    """One effect of a ruling on a match.

    ``kind``: that of `parameters.EFFECTS`, or `annul_board` and `set_match`. ``points``: of `points_off`, whole match
    points; ``score``: of `set_match`, in half points for home and away.
    """

    kind: str
    side: Side
    board: int = 0
    points: int = 0
    score: Pair | None = None


def proposed(found: Finding, proposal: Proposal) -> list[Effect]:
    """Return the effects that the rules propose for a finding."""
    side: Side = "home" if found.side == "home" else "away"
    effects = [] if proposal.effect == "none" else [Effect(proposal.effect, side, found.board, proposal.points)]
    if proposal.points and proposal.effect != "points_off":
        effects.append(Effect("points_off", side, points=proposal.points))
    return effects


def applied(match: Match, effects: Iterable[Effect], rules: Rules) -> Match:
    """Return the match with the boards and match points that are in force after the effects."""
    for effect in effects:
        if effect.kind in _EFFECTS:
            match = _EFFECTS[effect.kind](match, effect, rules)
    return match


def points_off(effects: Iterable[Effect]) -> dict[Side, int]:
    """Return the match points deducted from each side, in halves."""
    off: dict[Side, int] = {}
    for effect in effects:
        off[effect.side] = off.get(effect.side, 0) + 2 * effect.points
    return {side: points for side, points in off.items() if points}


def _lost(side: Side, rules: Rules) -> Pair:
    won = rules.board_points.win
    return (0, won) if side == "home" else (won, 0)


def _ruled(match: Match, is_meant: Callable[[Board], bool], points: Pair) -> Match:
    return replace(match, boards=tuple(replace(b, ruled=points) if is_meant(b) else b for b in match.boards))


def _board(match: Match, effect: Effect, rules: Rules) -> Match:
    return _ruled(match, lambda board: board.number == effect.board, _lost(effect.side, rules))


def _neither(match: Match, effect: Effect, rules: Rules) -> Match:
    return _ruled(match, lambda board: board.number == effect.board, (0, 0))


def _boards_down(match: Match, effect: Effect, rules: Rules) -> Match:
    """Count the board and all below as lost; those that the other side left empty as well stay as they are."""
    return _ruled(match, lambda board: board.number >= effect.board, _lost(effect.side, rules))


def _whole(match: Match, effect: Effect, rules: Rules) -> Match:
    by = "both" if match.by_decision in {other(effect.side), "both"} else effect.side
    return replace(_ruled(match, lambda _board: True, _lost(effect.side, rules)), by_decision=by)


def _set(match: Match, effect: Effect, rules: Rules) -> Match:
    """Set a score of the match that is not that of its boards."""
    home, away = effect.score or (0, 0)
    scale = rules.match_points
    worth = (scale.win, scale.loss) if home > away else (scale.loss, scale.win) if away > home else (scale.draw,) * 2
    return replace(match, ruled_match_points=(2 * worth[0], 2 * worth[1]))


def _match_points(match: Match, effect: Effect, rules: Rules) -> Match:
    """Take the match points: the offender gets none, the opponent some only if they win with that board lost."""
    recounted = score(_board(match, effect, rules), rules)
    has_won = recounted.winner == (-1 if effect.side == "home" else 1)
    theirs = 2 * rules.match_points.win if has_won else 0
    return replace(match, ruled_match_points=(0, theirs) if effect.side == "home" else (theirs, 0))


_EFFECTS: dict[str, Callable[[Match, Effect, Rules], Match]] = {
    "board": _board,
    "both_boards": _neither,
    "annul_board": _neither,
    "boards_down": _boards_down,
    "match": _whole,
    "match_points": _match_points,
    "set_match": _set,
}
