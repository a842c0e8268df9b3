"""The Belgian ledger: every game of every player and every rule that acted, adding up to the change of his rating."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ratings.systems.entries import Entries
from ratings.systems.frbe_first_ratings import FirstRatings
from ratings.systems.frbe_formulas import Performance
from ratings.systems.frbe_publication import Publication
from ratings.systems.frbe_usual import UsualRatings
from ratings.systems.period import NONE, POINT, Ints, Kind, Ledger, Players, Reason
from ratings.systems.sides import Sides

_HUNDREDTH = POINT // 100


class Step(IntEnum):
    """The order in which the entries of one player act."""

    POOLED = 0
    FIRST_RATING = 1
    USUAL = 2
    NOT_COUNTED = 3
    RULE = 4
    ROUNDING = 5
    FLOOR = 6
    FOREIGN = 7


def ledger_of(
    players: Players, sides: Sides, first: FirstRatings, usual: UsualRatings, publication: Publication
) -> Ledger:
    """All entries; see `ratings.systems.frbe` for what those of the special rules carry."""
    entries = Entries()
    _add_pooled_games(entries, sides, first)
    _add_usual_games(entries, sides, usual)
    _add_games_not_counted(entries, sides, first, usual)
    _add_first_ratings(entries, players, first)
    _add_rules_of_formula_two(entries, usual)
    _add_publication(entries, players, publication)
    return entries.ledger()


def _add_pooled_games(entries: Entries, sides: Sides, first: FirstRatings) -> None:
    pool = first.pool
    entries.add(
        Step.POOLED,
        pool.player,
        Kind.COLLECTED,
        place=pool.number,
        game=sides.game[pool.side],
        opponent_rating=pool.opponent_rating,
        half_points=sides.half_points[pool.side],
        game_number=pool.number,
    )


def _add_usual_games(entries: Entries, sides: Sides, usual: UsualRatings) -> None:
    games = usual.games
    half_points = sides.half_points[games.side]
    entries.add(
        Step.USUAL,
        sides.player[games.side],
        Kind.GAME,
        place=games.number,
        game=sides.game[games.side],
        opponent_rating=games.opponent_rating,
        difference=games.difference,
        expected=games.percent * _HUNDREDTH,
        k=games.k * POINT,
        half_points=half_points,
        change=games.k * (50 * half_points - games.percent) * _HUNDREDTH,
        game_number=games.number,
    )


def _add_games_not_counted(entries: Entries, sides: Sides, first: FirstRatings, usual: UsualRatings) -> None:
    left = np.ones(len(sides.player), dtype=bool)
    left[first.pool.side] = False
    left[usual.games.side] = False
    side = np.flatnonzero(left)
    nobody = sides.opponent[side] == NONE
    entries.add(
        Step.NOT_COUNTED,
        sides.player[side],
        Kind.NOT_COUNTED,
        place=side,
        game=sides.game[side],
        reason=np.where(nobody, Reason.UNKNOWN_PLAYER, Reason.OPPONENT_UNRATED),
        half_points=sides.half_points[side],
    )


def _add_first_ratings(entries: Entries, players: Players, first: FirstRatings) -> None:
    change = POINT * (first.performance.rating - players.rating[first.newly])
    entries.add(Step.FIRST_RATING, first.newly, Kind.FIRST_RATING, change=change, **_performance(first.performance))


def _add_rules_of_formula_two(entries: Entries, usual: UsualRatings) -> None:
    totals, many_games, transition = usual.totals, usual.many_games, usual.transition
    rest = POINT * (usual.rating - totals.before) - _HUNDREDTH * totals.gain
    entries.add(
        Step.RULE,
        totals.player[many_games.row],
        Kind.PERFORMANCE_25_150,
        change=np.where(many_games.nearer, rest[many_games.row], 0),
        **_performance(many_games.performance),
    )
    entries.add(
        Step.RULE,
        totals.player[transition.row],
        Kind.TRANSITION,
        opponent_rating=transition.limit,
        difference=totals.before[transition.row] - transition.limit,
        k=transition.k * POINT,
        change=transition.change,
    )
    rest[many_games.row[many_games.nearer]] = 0
    rest[transition.row] -= transition.change
    _add_change(entries, Step.ROUNDING, Kind.ROUNDING, totals.player, rest)


def _add_publication(entries: Entries, players: Players, publication: Publication) -> None:
    rows = publication.provisional
    entries.add(
        Step.RULE,
        rows,
        Kind.PROVISIONAL,
        change=POINT * (publication.rating[rows] - players.rating[rows]),
        **_performance(publication.performance),
    )
    withdrawn = publication.withdrawn
    _add_change(entries, Step.RULE, Kind.PROVISIONAL, withdrawn, -POINT * players.rating[withdrawn])
    lifted = POINT * (publication.rating[publication.floored] - publication.below_floor)
    _add_change(entries, Step.FLOOR, Kind.FLOOR, publication.floored, lifted)
    replaced = POINT * (publication.rating[publication.foreign] - publication.replaced)
    _add_change(entries, Step.FOREIGN, Kind.FOREIGN, publication.foreign, replaced)


def _add_change(entries: Entries, step: Step, kind: Kind, player: Ints, change: Ints) -> None:
    """An entry of nothing but a change, where there is one."""
    changed = np.flatnonzero(change)
    entries.add(step, player[changed], kind, change=change[changed])


def _performance(performance: Performance) -> dict[str, Ints | int]:
    return {
        "opponent_rating": performance.mean,
        "difference": performance.difference,
        "expected": performance.percent * _HUNDREDTH,
        "half_points": performance.half_points,
        "game_number": performance.games,
    }
