"""Sentences shared by all systems, and what each kind of entry is called where there is no room for a sentence."""

from typing import Any

from django.utils.translation import gettext_lazy as lazy

from ratings.systems.period import Kind, Reason

ROUNDING = lazy("Rounded to a whole point.")

REASONS = {
    Reason.FORFEIT: lazy("Does not count: forfeit."),
    Reason.PENDING: lazy("Does not count: no result yet."),
    Reason.UNRATED_GAME: lazy("Does not count: played as an unrated game."),
    Reason.IRREGULAR: lazy("Does not count: a player was not affiliated or not entitled to be rated."),
    Reason.UNKNOWN_PLAYER: lazy("Does not count: the opponent's rating is unknown."),
    Reason.OPPONENT_UNRATED: lazy("Does not count: the opponent had no rating."),
    Reason.RESULT: lazy("Does not count: the points of the two sides do not add up to 1."),
    Reason.PACE: lazy("Does not count: games at this time control are not rated."),
    Reason.BYE: lazy("Does not count: there was no opponent."),
    Reason.HANDICAP: lazy("Does not count: too many handicap stones."),
    Reason.BOARD_SIZE: lazy("Does not count: games on this board size are not rated."),
    Reason.TEMPO: lazy("Does not count: the thinking time was too short."),
}

KINDS = {
    Kind.GAME: lazy("Game"),
    Kind.COLLECTED: lazy("Game"),
    Kind.NOT_COUNTED: lazy("does not count"),
    Kind.PROVISIONAL: lazy("Provisional rating"),
    Kind.FIRST_RATING: lazy("First rating"),
    Kind.PERFORMANCE_25_150: lazy("Rule 25/150"),
    Kind.TRANSITION: lazy("Transition"),
    Kind.FLOOR: lazy("Lowest rating"),
    Kind.ROUNDING: lazy("Rounding"),
    Kind.FOREIGN: lazy("FIDE rating"),
    Kind.BONUS: lazy("Bonus"),
    Kind.HALVING: lazy("Halving"),
    Kind.MATCH_CAP: lazy("Match cap"),
    Kind.ADJUSTED_START: lazy("Adjusted start"),
    Kind.TIME: lazy("Inactivity"),
    Kind.ENTRY: lazy("Start without a rating"),
}


def one_game(_rules: dict[str, Any]) -> int:
    """Return 1: a single rated game gives a first rating."""
    return 1
