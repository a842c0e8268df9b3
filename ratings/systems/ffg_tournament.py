"""One tournament of the French go scale: what a game changes, the rounds, and the adjustment of the start levels.

Levels are fractions here; nothing is rounded (A8). Players are seats of the tournament, numbered from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ratings.systems.ffg_rules import Rules

Level = float
Game = tuple[int, int, float, float]
"""Seats of winner and loser, fictitious points of the loser's stones less the winner's (F4), coefficient (F9-F11)."""

Rounds = Sequence[Sequence[Game]]
Course = list[list[Level]]
"""The levels before the first round and after each one."""

Change = tuple[float, float, float, float]
"""What one game makes: the winner's raw variation and what it is multiplied by, then the loser's."""

Play = Callable[[Sequence[Game], list[Level], list[Level], list[Change] | None], None]
"""Some games of a round: adds to the second levels what follows from the first, which are those before the round.

The changes of the games are put into the list, where there is one.
"""


class Settled(NamedTuple):
    """A tournament when its levels stand."""

    start: list[Level]  # after the adjustment
    course: Course
    passes: int
    converged: bool  # False: the cap on passes came first


def settle(rounds: Rounds, start: list[Level], known: Sequence[bool], rules: Rules, play: Play) -> Settled:
    """The whole tournament, again and again until the start levels are believed (F16 to F18).

    ``start`` and ``known`` are by seat: the level, and whether the scale knew it. ``play`` is `play_of` the rules.
    """
    thresholds = [rules.known_threshold if each else rules.unknown_threshold for each in known]
    course = _first_pass(rounds, start, play)
    passes = 1
    doubtful = _doubtful(start, course[-1], thresholds)
    doubles = [_has_doubles(games) for games in rounds] if doubtful else []
    while doubtful:
        if passes == rules.most_passes:
            return Settled(start, course, passes, False)
        # F17, A10: only what goes beyond the threshold is put right, up or down.
        end, start = course[-1], start.copy()
        for seat in doubtful:
            change = end[seat] - start[seat]
            start[seat] += change - thresholds[seat] if change > 0 else change + thresholds[seat]
        course = _next_pass(rounds, doubles, start, course, play)
        passes += 1
        # F18, A12: nobody moved any more.
        if max(abs(one - other) for one, other in zip(course[-1], end, strict=True)) < rules.convergence:
            break
        doubtful = _doubtful(start, course[-1], thresholds)
    return Settled(start, course, passes, True)


def _doubtful(start: list[Level], end: list[Level], thresholds: list[int]) -> list[int]:
    """F16: whose level changed by strictly more than the threshold. A11: from the start as corrected so far."""
    seats = enumerate(zip(start, end, thresholds, strict=True))
    return [seat for seat, (before, after, threshold) in seats if abs(after - before) > threshold]


def _first_pass(rounds: Rounds, start: list[Level], play: Play) -> Course:
    course = [start]
    for games in rounds:
        after = course[-1].copy()
        play(games, course[-1], after, None)
        course.append(after)
    return course


def _next_pass(rounds: Rounds, doubles: list[bool], start: list[Level], last: Course, play: Play) -> Course:
    """What a first pass would give, reckoning only the games of those who stand otherwise than in the last one."""
    course = [start]
    moved = {seat for seat, (one, other) in enumerate(zip(start, last[0], strict=True)) if one != other}
    for games, has_doubles, old in zip(rounds, doubles, last[1:], strict=True):
        before, again = course[-1], games
        if not has_doubles:
            again = [game for game in games if game[0] in moved or game[1] in moved]
        touched = moved.union([game[0] for game in again], [game[1] for game in again])
        after = old.copy()
        for seat in touched:
            after[seat] = before[seat]
        play(again, before, after, None)
        moved = {seat for seat in touched if after[seat] != old[seat]}
        course.append(after)
    return course


def _has_doubles(games: Sequence[Game]) -> bool:
    """Whether somebody plays twice in the round: then his games add up, and none can be reckoned alone."""
    return len({game[0] for game in games} | {game[1] for game in games}) < 2 * len(games)


def play_of(rules: Rules) -> Play:
    """The rules at work: F5 to F8 and F12 to F15, the numbers bound to names once."""
    base, points_for_one_more = rules.base_gain, rules.points_for_one_more
    least_gain, most_gain, least_loss, most_loss = rules.least_gain, rules.most_gain, rules.least_loss, rules.most_loss
    strong, beginner, floor = rules.strong_level, rules.beginner_level, rules.floor
    beginner_most, unequal_most = rules.beginner_most_loss, rules.most_against_beginner
    scale, lightest, heaviest = rules.weight_scale, rules.least_weight_percent / 100, rules.most_weight_percent / 100

    # One loop without calls: a long history is this and little else.
    def play(games: Sequence[Game], before: list[Level], after: list[Level], changes: list[Change] | None) -> None:
        for winner, loser, stones, coefficient in games:
            # F14: all games of a round are reckoned from the levels before it.
            winner_level = before[winner]
            loser_level = before[loser]
            # F5: the fictitious levels decide how much, within limits that the real ones set.
            raw = base + (loser_level + stones - winner_level) / points_for_one_more
            # F13: each by his own level.
            weight = 1 - winner_level / scale
            weight = heaviest if weight > heaviest else weight if weight > lightest else lightest
            loser_weight = 1 - loser_level / scale
            loser_weight = (
                heaviest if loser_weight > heaviest else loser_weight if loser_weight > lightest else lightest
            )
            least = least_gain if winner_level <= strong else 0  # F6
            gain = most_gain if raw > most_gain else raw if raw > least else least
            if winner_level >= beginner:
                weight *= coefficient  # F12: a beginner has no coefficient
                if loser_level < beginner and gain > unequal_most:  # F8
                    gain = unequal_most
            if loser_level < beginner:
                loss = beginner_most if raw > beginner_most else raw if raw > 0 else 0  # F7, A1
            else:
                loser_weight *= coefficient
                loss = most_loss if raw > most_loss else raw if raw > least_loss else least_loss
                if winner_level < beginner and loss > unequal_most:  # F8
                    loss = unequal_most
            after[winner] += gain * weight
            after[loser] -= loss * loser_weight
            if changes is not None:
                changes.append((gain, weight, -loss, loser_weight))
        if min(after) < floor:  # F15, A9: after every round
            after[:] = [level if level > floor else floor for level in after]

    return play
