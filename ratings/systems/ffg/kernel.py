"""The tournaments of the go scale one by one: rounds, passes, adjustment. `compiled_loops` says how it runs.

Levels are fractions here; only the level after a tournament is rounded (A8). A seat is a player in one tournament.
"""

from collections.abc import Callable
from math import floor
from typing import NamedTuple

from ratings.systems.common.compiled_loops import Column, Function
from ratings.systems.ffg.levels import HALF
from ratings.systems.ffg.rules import Rules


class Schedule(NamedTuple):
    """The games. The first three columns have one more row, for the end of the last one."""

    first_seat: Column  # of each tournament
    first_round: Column  # of each tournament
    first_game: Column  # of each round
    winner: Column  # the winner's seat, counted from the first one of the tournament
    loser: Column
    stones: Column  # F4: fictitious points of the loser's stones minus the winner's
    coefficient: Column  # F9 to F11


class Seats(NamedTuple):
    """By seat. The loop fills in all columns but the first. Seats of all tournaments are numbered through."""

    entrant: Column
    known: Column  # to the scale, before the tournament
    came: Column  # with this level, or registered with it
    threshold: Column  # F16
    start: Column  # after the adjustment
    end: Column  # after the last round


class Scale(NamedTuple):
    """By entrant: before the first tournament, and after the last one."""

    level: Column
    known: Column


class Report(NamedTuple):
    """Filled in by the loop. The last six columns have no rows unless they are requested."""

    passes: Column  # of each tournament
    converged: Column
    winner_level: Column  # of each game, in the last pass: before the round
    loser_level: Column
    gain: Column  # raw variations
    gain_factor: Column  # their factors
    loss: Column  # 0 or less
    loss_factor: Column


class Limits(NamedTuple):
    """The parameters of the rules, as fractions: the two limits of the weight, and others under their names there."""

    lightest: float
    heaviest: float
    base_gain: float
    points_for_one_more: float
    least_gain: float
    most_gain: float
    least_loss: float
    most_loss: float
    strong_level: float
    beginner_level: float
    beginner_most_loss: float
    most_against_beginner: float
    weight_scale: float
    floor: float
    unknown_threshold: float
    known_threshold: float
    convergence: float
    most_passes: float


def limits_of(rules: Rules) -> Limits:
    others = (float(getattr(rules, name)) for name in Limits._fields[2:])
    return Limits(rules.least_weight_percent / 100, rules.most_weight_percent / 100, *others)


def tournaments(compile_function: Callable[[Function], Function]) -> Function:
    """Loop over all tournaments: ``(Schedule, Seats, Scale, Report, Limits) -> None``."""
    parts = (compile_function(part) for part in (_one_pass, _exceeds, _moves))
    return compile_function(_tournaments_with(compile_function(_settle_with(*parts))))


def _tournaments_with(settle: Function) -> Function:
    def tournaments(schedule: Schedule, seats: Seats, scale: Scale, report: Report, limits: Limits) -> None:
        first_seat, entrants = schedule.first_seat, seats.entrant
        (known, came, threshold, start, end) = seats[1:]
        levels, is_on_scale = scale
        known_threshold, unknown_threshold = limits.known_threshold, limits.unknown_threshold
        for tournament in range(len(report.passes)):
            for seat in range(first_seat[tournament], first_seat[tournament + 1]):
                entrant = entrants[seat]
                known[seat] = is_on_scale[entrant]
                threshold[seat] = known_threshold if is_on_scale[entrant] else unknown_threshold
                came[seat] = start[seat] = levels[entrant]
            settle(tournament, schedule, seats, report, limits)
            for seat in range(first_seat[tournament], first_seat[tournament + 1]):
                # A8: rounded once, a half upwards. F19: from now on the player is on the scale.
                levels[entrants[seat]] = float(floor(end[seat] + HALF))
                is_on_scale[entrants[seat]] = True

    return tournaments


def _settle_with(one_pass: Function, exceeds: Function, moves: Function) -> Function:
    def settle(tournament: int, schedule: Schedule, seats: Seats, report: Report, limits: Limits) -> None:
        first, end = schedule.first_seat[tournament], schedule.first_seat[tournament + 1]
        start, threshold = seats.start[first:end], seats.threshold[first:end]
        passes, levels, last = 0, start, start
        while True:
            levels = one_pass(tournament, start, schedule, report, limits)
            passes += 1
            # F18, A12: nobody is to be adjusted, or nobody moves any more.
            if not exceeds(levels, start, threshold) or (passes > 1 and not moves(levels, last, limits.convergence)):
                report.converged[tournament] = True
                break
            if passes >= limits.most_passes:
                break
            # F17, A10: only the part beyond the threshold is corrected, up or down.
            for seat in range(len(start)):
                change, believed = levels[seat] - start[seat], threshold[seat]
                if change > believed:
                    start[seat] += change - believed
                elif change < -believed:
                    start[seat] += change + believed
            last = levels
        report.passes[tournament] = passes
        seats.start[first:end], seats.end[first:end] = start, levels

    return settle


def _exceeds(levels: Column, start: Column, thresholds: Column) -> bool:
    """F16: return whether anybody changed by strictly more than the threshold. A11: from the start as corrected."""
    for level, began, threshold in zip(levels, start, thresholds):  # noqa: B905, SIM110 - numba knows no generators
        if abs(level - began) > threshold:
            return True
    return False


def _moves(levels: Column, last: Column, convergence: float) -> bool:
    """F18: return whether anybody's level differs from that after the previous pass."""
    for level, earlier in zip(levels, last):  # noqa: B905, SIM110 - as above
        if abs(level - earlier) >= convergence:
            return True
    return False


def _one_pass(tournament: int, start: Column, schedule: Schedule, report: Report, limits: Limits) -> Column:
    """Calculate the levels after the last round."""
    (lightest, heaviest, base, points_for_one_more, least_gain, most_gain, least_loss, most_loss) = limits[:8]
    (strong, beginner, beginner_most, unequal_most, scale, lowest) = limits[8:14]
    (winners, losers, all_stones, coefficients) = schedule[3:]
    after, is_traced = start, len(report.gain) > 0
    for number in range(schedule.first_round[tournament], schedule.first_round[tournament + 1]):
        game, end = schedule.first_game[number], schedule.first_game[number + 1]
        columns = winners[game:end], losers[game:end], all_stones[game:end], coefficients[game:end]
        # F14: all games of a round are calculated from the levels before it.
        before, after, deepest = after, after.copy(), lowest
        for winner, loser, stones, coefficient in zip(*columns):  # noqa: B905 - numba knows no `strict`
            winner_level, loser_level = before[winner], before[loser]
            # F5: the fictitious levels decide how much, within limits set by the real ones.
            raw = base + (loser_level + stones - winner_level) / points_for_one_more
            if raw > least_gain:
                gain = raw if raw < most_gain else most_gain
            else:
                gain = least_gain if winner_level <= strong else max(raw, 0.0)  # F6, A1
            loss = most_loss if raw > most_loss else raw if raw > least_loss else least_loss
            # F13: each by their own level.
            weight = 1.0 - winner_level / scale
            weight = heaviest if weight > heaviest else weight if weight > lightest else lightest
            loser_weight = 1.0 - loser_level / scale
            loser_weight = (
                heaviest if loser_weight > heaviest else loser_weight if loser_weight > lightest else lightest
            )
            if winner_level >= beginner and loser_level >= beginner:
                weight *= coefficient
                loser_weight *= coefficient
            else:
                if winner_level >= beginner:
                    weight *= coefficient  # F12: no coefficient for a beginner
                    gain = min(gain, unequal_most)  # F8
                if loser_level < beginner:
                    loss = beginner_most if raw > beginner_most else max(raw, 0.0)  # F7, A1
                else:
                    loser_weight *= coefficient
                    loss = min(loss, unequal_most)  # F8
            after[winner] += gain * weight
            fallen = after[loser] - loss * loser_weight
            after[loser] = fallen
            deepest = fallen if fallen < deepest else deepest
            if is_traced:
                report.winner_level[game], report.loser_level[game] = winner_level, loser_level
                report.gain[game], report.gain_factor[game] = gain, weight
                report.loss[game], report.loss_factor[game] = -loss, loser_weight
                game += 1
        # F15, A9: the floor applies after every round.
        if deepest < lowest:
            for seat in range(len(after)):
                level = after[seat]
                after[seat] = level if level > lowest else lowest
    return after
