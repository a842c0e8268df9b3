"""The tournaments of the go scale one after the other: rounds, passes, adjustment. See `kernels` for how it runs.

Levels are fractions here; only the one that a tournament leaves is rounded (A8). A seat is a player in one tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import Final, NamedTuple

from ratings.systems.ffg_rules import Rules
from ratings.systems.kernels import Column, Function

# A8: a half is one, whatever the last bits of sums of fractions say: a player at 0 who loses 4.5 points stands at -4.
HALF: Final = 0.5 + 1e-9


class Schedule(NamedTuple):
    """What is played. The first three have one row more, where the last one ends."""

    first_seat: Column  # of each tournament
    first_round: Column  # of each tournament
    first_game: Column  # of each round
    winner: Column  # seat
    loser: Column
    stones: Column  # F4: fictitious points of the loser's stones less the winner's
    coefficient: Column  # F9 to F11


class Seats(NamedTuple):
    """By seat. The loop fills in all but the first."""

    entrant: Column
    known: Column  # to the scale, before the tournament
    came: Column  # with this level, or registered with it
    start: Column  # after the adjustment
    end: Column  # after the last round
    before: Column  # the round
    last: Column  # end of the last pass


class Scale(NamedTuple):
    """By entrant, before the first tournament and after the last one."""

    level: Column
    known: Column


class Report(NamedTuple):
    """Filled in by the loop. The last six are without rows where nobody asks for them."""

    passes: Column  # of each tournament
    converged: Column
    winner_level: Column  # of each game, in the last pass: before the round
    loser_level: Column
    gain: Column  # raw variations
    gain_factor: Column  # what they are multiplied by
    loss: Column  # 0 or less
    loss_factor: Column


class Limits(NamedTuple):
    """The numbers of the rules, as fractions."""

    base: float
    points_for_one_more: float
    least_gain: float
    most_gain: float
    least_loss: float
    most_loss: float
    strong: float
    beginner: float
    beginner_most: float
    unequal_most: float
    scale: float
    lightest: float
    heaviest: float
    floor: float
    unknown_threshold: float
    known_threshold: float
    convergence: float
    most_passes: float


def limits_of(rules: Rules) -> Limits:
    """The rules at work."""
    return Limits(
        base=float(rules.base_gain),
        points_for_one_more=float(rules.points_for_one_more),
        least_gain=float(rules.least_gain),
        most_gain=float(rules.most_gain),
        least_loss=float(rules.least_loss),
        most_loss=float(rules.most_loss),
        strong=float(rules.strong_level),
        beginner=float(rules.beginner_level),
        beginner_most=float(rules.beginner_most_loss),
        unequal_most=float(rules.most_against_beginner),
        scale=float(rules.weight_scale),
        lightest=rules.least_weight_percent / 100,
        heaviest=rules.most_weight_percent / 100,
        floor=float(rules.floor),
        unknown_threshold=float(rules.unknown_threshold),
        known_threshold=float(rules.known_threshold),
        convergence=float(rules.convergence),
        most_passes=float(rules.most_passes),
    )


def tournaments(compile_function: Callable[[Function], Function]) -> Function:
    """The loop over all tournaments: ``(Schedule, Seats, Scale, Report, Limits) -> None``."""
    play_round = compile_function(_play_round)
    one_pass = compile_function(_pass_with(play_round))
    settle = compile_function(_settle_with(one_pass))
    return compile_function(_tournaments_with(settle))


def _tournaments_with(settle: Function) -> Function:
    def tournaments(schedule: Schedule, seats: Seats, scale: Scale, report: Report, limits: Limits) -> None:
        for tournament in range(len(report.passes)):
            first, end = schedule.first_seat[tournament], schedule.first_seat[tournament + 1]
            for seat in range(first, end):
                entrant = seats.entrant[seat]
                seats.known[seat] = scale.known[entrant]
                seats.came[seat] = seats.start[seat] = scale.level[entrant]
            settle(tournament, schedule, seats, report, limits)
            for seat in range(first, end):
                entrant = seats.entrant[seat]
                # A8: rounded once, a half upwards. F19: from now on the scale knows him.
                scale.level[entrant] = floor(seats.end[seat] + HALF)
                scale.known[entrant] = True

    return tournaments


def _settle_with(one_pass: Function) -> Function:
    def settle(tournament: int, schedule: Schedule, seats: Seats, report: Report, limits: Limits) -> None:
        first, end = schedule.first_seat[tournament], schedule.first_seat[tournament + 1]
        while True:
            one_pass(tournament, schedule, seats, report, limits)
            report.passes[tournament] += 1
            farthest, is_doubtful = 0.0, False
            for seat in range(first, end):
                farthest = max(farthest, abs(seats.end[seat] - seats.last[seat]))
                # F16: strictly more than the threshold. A11: from the start as corrected so far.
                threshold = limits.known_threshold if seats.known[seat] else limits.unknown_threshold
                is_doubtful = is_doubtful or abs(seats.end[seat] - seats.start[seat]) > threshold
            # F18, A12: nobody is to be adjusted, or nobody moved any more.
            if not is_doubtful or (report.passes[tournament] > 1 and farthest < limits.convergence):
                report.converged[tournament] = True
                return
            if report.passes[tournament] >= limits.most_passes:
                return
            for seat in range(first, end):
                threshold = limits.known_threshold if seats.known[seat] else limits.unknown_threshold
                change = seats.end[seat] - seats.start[seat]
                # F17, A10: only what goes beyond the threshold is put right, up or down.
                seats.start[seat] += max(change - threshold, 0.0) + min(change + threshold, 0.0)
                seats.last[seat] = seats.end[seat]

    return settle


def _pass_with(play_round: Function) -> Function:
    def one_pass(tournament: int, schedule: Schedule, seats: Seats, report: Report, limits: Limits) -> None:
        first, end = schedule.first_seat[tournament], schedule.first_seat[tournament + 1]
        seats.end[first:end] = seats.start[first:end]
        for number in range(schedule.first_round[tournament], schedule.first_round[tournament + 1]):
            seats.before[first:end] = seats.end[first:end]
            games = range(schedule.first_game[number], schedule.first_game[number + 1])
            somebody_fell = play_round(games, schedule, seats, report, limits)
            # F15, A9: the floor holds after every round.
            if somebody_fell:
                for seat in range(first, end):
                    seats.end[seat] = max(seats.end[seat], limits.floor)

    return one_pass


def _play_round(games: range, schedule: Schedule, seats: Seats, report: Report, limits: Limits) -> bool:
    """Whether somebody stands below the floor."""
    (base, points_for_one_more, least_gain, most_gain, least_loss, most_loss, strong, beginner) = limits[:8]
    (beginner_most, unequal_most, scale, lightest, heaviest, lowest) = limits[8:14]
    (winners, losers, all_stones, coefficients) = schedule[3:]
    before, after = seats.before, seats.end
    is_traced, somebody_fell = len(report.gain) > 0, False
    for game in games:
        winner, loser, coefficient = winners[game], losers[game], coefficients[game]
        # F14: all games of a round are reckoned from the levels before it.
        winner_level, loser_level = before[winner], before[loser]
        # F5: the fictitious levels decide how much, within limits that the real ones set.
        raw = base + (loser_level + all_stones[game] - winner_level) / points_for_one_more
        # F13: each by his own level.
        weight = 1.0 - winner_level / scale
        weight = heaviest if weight > heaviest else weight if weight > lightest else lightest
        loser_weight = 1.0 - loser_level / scale
        loser_weight = heaviest if loser_weight > heaviest else loser_weight if loser_weight > lightest else lightest
        least = least_gain if winner_level <= strong else 0.0  # F6
        gain = most_gain if raw > most_gain else raw if raw > least else least
        if winner_level >= beginner:
            weight *= coefficient  # F12: a beginner has no coefficient
            if loser_level < beginner and gain > unequal_most:  # F8
                gain = unequal_most
        if loser_level < beginner:
            loss = beginner_most if raw > beginner_most else raw if raw > 0.0 else 0.0  # F7, A1
        else:
            loser_weight *= coefficient
            loss = most_loss if raw > most_loss else raw if raw > least_loss else least_loss
            if winner_level < beginner and loss > unequal_most:  # F8
                loss = unequal_most
        after[winner] += gain * weight
        after[loser] -= loss * loser_weight
        if after[loser] < lowest:
            somebody_fell = True
        if is_traced:
            report.winner_level[game], report.loser_level[game] = winner_level, loser_level
            report.gain[game], report.gain_factor[game] = gain, weight
            report.loss[game], report.loss_factor[game] = -loss, loser_weight
    return somebody_fell
