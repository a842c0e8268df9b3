"""The rules of the French go scale as data: every number in the text."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from ratings.systems.parameters import (
    Bands,
    Parameters,
    gettext_noop,
    profile_of,
    require,
    require_ascending,
    require_at_least,
    require_in_order,
)

TOO_MANY_STONES: Final = gettext_noop("%(name)s times %(other)s must be at most 100, not %(percent)s")


@dataclass(frozen=True)
class Rules(Parameters):
    """The parameters of the system. The defaults are the federation's text, with the rulings (profile ``seed``).

    Levels and variations are whole points, a hundred per rank; coefficients are whole hundredths. Raise `RuleError` for
    numbers that make no sense.
    """

    base_gain: int = 15  # F5: the gain of the winner of an even game
    points_for_one_more: int = 15  # F5: the difference of levels worth one more point
    least_gain: int = 1  # F5
    most_gain: int = 40  # F5
    least_loss: int = 1  # F5
    most_loss: int = 15  # F5
    strong_level: int = 400  # F6: above it a winner may gain nothing
    beginner_level: int = -2000  # F7, F8, F12: below it other limits and no coefficients apply
    beginner_most_loss: int = 1  # F7: below it a loser loses less, and perhaps nothing
    most_against_beginner: int = 1  # F8: the maximum gain or loss of others against a player below it
    handicap_points: int = 100  # F3, F4: the value of a stone; the first counts half
    most_handicap: int = 9  # F9: games with more stones do not count
    handicap_percent: int = 10  # F9: the reduction of the coefficient per stone
    high_handicap_counts_below: bool = (
        False  # A3: taken literally, they do count for players below the beginner's level
    )
    handicaps_on_9: Bands = ()  # A4: (stones on the small board, stones they are worth on 19 lines), others as they are
    handicaps_on_13: Bands = ()  # A4
    board_percents: Bands = ((9, 10), (13, 20), (19, 100))  # F10: (lines, coefficient), others do not count
    tempo_percents: tuple[int, ...] = (100, 50, 0)  # F11: by pace class, standard, rapid, faster; 0 does not count
    weight_scale: int = 1000  # F13: the weight is 1 - level / this
    least_weight_percent: int = 10  # F13
    most_weight_percent: int = 250  # F13
    floor: int = -2950  # F15
    unknown_threshold: int = 50  # F16: the change up to which a registration level is accepted
    known_threshold: int = 100  # F16
    convergence: int = 10  # F18, A12: levels that move less between two passes are final
    most_passes: int = 200  # A12: then the tournament is reported
    default_entry_level: int = -2950  # F2: 30 kyu, for a member without a registration level; F17 raises it if they win

    def __post_init__(self) -> None:
        require_at_least(self, 1, "points_for_one_more", "handicap_points", "weight_scale", "convergence")
        require_at_least(self, 1, "most_passes")
        require_at_least(self, 0, "base_gain", "least_gain", "least_loss", "beginner_most_loss")
        require_at_least(self, 0, "most_against_beginner", "most_handicap", "handicap_percent")
        require_at_least(self, 0, "least_weight_percent", "unknown_threshold", "known_threshold")
        require_in_order(self, *_ORDERED)
        taken_off = self.most_handicap * self.handicap_percent
        factors = {"name": "most_handicap", "other": "handicap_percent"}
        require(taken_off <= 100, TOO_MANY_STONES, **factors, percent=taken_off)
        _require_percents("tempo_percents", self.tempo_percents)
        for name in ("board_percents", "handicaps_on_9", "handicaps_on_13"):
            bands: Bands = getattr(self, name)
            require_ascending(name, (key for key, _ in bands))
            _require_percents(name, (value for _, value in bands))


_ORDERED: Final = (
    ("least_gain", "most_gain"),
    ("least_loss", "most_loss"),
    ("beginner_level", "strong_level"),
    ("least_weight_percent", "most_weight_percent"),
    ("floor", "default_entry_level"),
)


def _require_percents(name: str, values: Iterable[int]) -> None:
    """Raise `RuleError` unless all values are 0 to 100; also used for handicaps: nobody takes more stones."""
    template = gettext_noop("the values of %(name)s must lie between 0 and 100")
    require(all(0 <= value <= 100 for value in values), template, name=name)


PROFILES: Final[dict[str, Rules]] = {"seed": Rules()}
rules: Final = partial(profile_of, PROFILES)  # of a profile, with some parameters changed
