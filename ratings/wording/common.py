"""Sentences shared by all systems."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from ratings.systems.period import Reason

ROUNDING = lazy("Rounded to a whole point.")

REASONS = {
    Reason.FORFEIT: lazy("Does not count: won or lost without play."),
    Reason.PENDING: lazy("Does not count: the result is not known yet."),
    Reason.UNRATED_GAME: lazy("Does not count: the game was played without being rated."),
    Reason.IRREGULAR: lazy("Does not count: a player was not affiliated or had no right to be rated."),
    Reason.UNKNOWN_PLAYER: lazy("Does not count: nothing is known of the opponent's rating."),
    Reason.OPPONENT_UNRATED: lazy("Does not count: the opponent had no rating."),
    Reason.RESULT: lazy("Does not count: the two results do not fit together."),
    Reason.PACE: lazy("Does not count: games of this pace are not rated."),
    Reason.BYE: lazy("Does not count: there was no opponent."),
    Reason.HANDICAP: lazy("Does not count: too many handicap stones."),
    Reason.BOARD_SIZE: lazy("Does not count: games on a board of this size are not rated."),
    Reason.TEMPO: lazy("Does not count: games with so little time are not rated."),
}


def one_game(_rules: dict[str, Any]) -> int:
    """Return 1: a single rated game gives a first rating."""
    return 1
