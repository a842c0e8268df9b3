"""The Belgian ledger: each game and each rule applied to a player, adding up to the change of their rating."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from ratings.systems.common.ledger_builder import Entries
from ratings.systems.frbe.first_ratings import FirstRatings, Pool, pooled_performance
from ratings.systems.frbe.formula_two import UsualRatings, game_numbers
from ratings.systems.frbe.formulas import Performance, capped_differences, k_factors, rating_bands
from ratings.systems.frbe.published_ratings import Publication
from ratings.systems.frbe.rules import Rules
from ratings.systems.frbe.sides import GameSides
from ratings.systems.period import NONE, POINT, Ints, Kind, Ledger, Players, Reason

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


@dataclass(frozen=True)
class Rounds:
    """The outcome of all three rounds."""

    sides: GameSides
    first: FirstRatings
    usual: UsualRatings
    publication: Publication


def ledger_of(players: Players, rounds: Rounds, rules: Rules) -> Ledger:
    """Return all entries; `ratings.systems.frbe.rate` says what those of the special rules contain."""
    entries = Entries()
    _add_pooled_games(entries, rounds.sides, rounds.first.pool)
    _add_usual_games(entries, rounds.usual, rules)
    _add_games_not_counted(entries, rounds)
    _add_first_ratings(entries, players, rounds.first, rules)
    _add_rules_of_formula_two(entries, rounds.usual)
    _add_publication(entries, players, rounds.publication)
    return entries.ledger()


def _add_pooled_games(entries: Entries, sides: GameSides, pool: Pool) -> None:
    entries.add(
        Step.POOLED,
        pool.player,
        Kind.COLLECTED,
        place=pool.number,
        game=pool.side >> 1,
        opponent_rating=pool.opponent_rating,
        half_points=sides.half_points[pool.side],
        game_number=pool.number,
    )


def _add_usual_games(entries: Entries, usual: UsualRatings, rules: Rules) -> None:
    games, before = usual.games, usual.totals.before
    side, player, opponent_rating = games.chosen
    number = game_numbers(player, usual.totals.first_number)
    k = k_factors(number, rating_bands(before, rules)[player], rules)
    entries.add(
        Step.USUAL,
        player,
        Kind.GAME,
        place=number,
        game=side >> 1,
        opponent_rating=opponent_rating,
        difference=capped_differences(before[player], opponent_rating, rules),
        expected=games.percent * _HUNDREDTH,
        k=k * POINT,
        half_points=games.half_points,
        change=k * games.surplus() * _HUNDREDTH,
        game_number=number,
    )


def _add_games_not_counted(entries: Entries, rounds: Rounds) -> None:
    sides = rounds.sides
    left = sides.player != NONE
    left[rounds.first.pool.side] = False
    left[rounds.usual.games.chosen.side] = False
    side = np.flatnonzero(left)
    nobody = sides.opponents(side) == NONE
    reason = np.where(nobody, Reason.UNKNOWN_PLAYER, Reason.OPPONENT_UNRATED)
    facts = {"game": side >> 1, "reason": reason, "half_points": sides.half_points[side]}
    entries.add_not_counted(Step.NOT_COUNTED, sides.player[side], **facts)


def _add_first_ratings(entries: Entries, players: Players, first: FirstRatings, rules: Rules) -> None:
    # B28: rated players pool no more games, so these are still the games of their rating.
    performance = pooled_performance(first.newly, first.career, rules)
    change = POINT * (performance.rating - players.rating[first.newly])
    entries.add(Step.FIRST_RATING, first.newly, Kind.FIRST_RATING, change=change, **_performance(performance))


def _add_rules_of_formula_two(entries: Entries, usual: UsualRatings) -> None:
    totals, many_games, transition = usual.totals, usual.many_games, usual.transition
    rest = POINT * (usual.rating - totals.before) - _HUNDREDTH * usual.gain
    beyond = transition.change - _HUNDREDTH * usual.gain[transition.row]
    entries.add(
        Step.RULE,
        many_games.row,
        Kind.PERFORMANCE_25_150,
        change=np.where(many_games.nearer, rest[many_games.row], 0),
        **_performance(many_games.performance),
    )
    entries.add(
        Step.RULE,
        transition.row,
        Kind.TRANSITION,
        opponent_rating=transition.limit,
        difference=totals.before[transition.row] - transition.limit,
        k=transition.k * POINT,
        change=beyond,
    )
    rest[many_games.row[many_games.nearer]] = 0
    rest[transition.row] -= beyond
    _add_change(entries, Step.ROUNDING, Kind.ROUNDING, np.arange(len(rest)), rest)


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
    """Add an entry with nothing but a change, if there is one."""
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
