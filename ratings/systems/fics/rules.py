"""The rules of Glicko as on FICS as data: every number of the help page, and those that the server adds."""

import datetime as dt
from dataclasses import dataclass, replace
from functools import partial
from math import log
from typing import Final

from ratings.systems.parameters import Parameters, gettext_noop, profile_of, require, require_at_least, require_in_order

TOO_BIG_CHANGES: Final = gettext_noop(
    "a game could change a rating by %(points)s points, more than 1000: choose a lower %(name)s"
)
NO_DAY: Final = gettext_noop("%(name)s must be a date such as 1997-04-28, not '%(value)s'")


@dataclass(frozen=True)
class Rules(Parameters):
    """The parameters of the system. The defaults are the server's (profile ``seed``), with the rulings.

    Ratings and deviations (RD) are whole points. Raise `RuleError` for numbers that make no sense.
    """

    initial_rating: int = 1720  # K1
    initial_deviation: int = 350  # K2
    transfer_deviation: int = 70  # K2: of an imported rating without an RD
    most_deviation: int = 350  # K3, B4
    growth_millionths: int = 34_969  # K3, B1: c = 0.187 squared, added to the square of the RD per minute
    scale: int = 400  # K4, K5, K6
    bughouse_scale: int = 800  # K9
    least_k: int = 16  # K6
    active_deviation: int = 80  # B8: the highest RD in the ranking, grown until the day of the list
    active_games: int = 20  # B8: before the reform, the number of games needed for the ranking
    reform: str = "1997-04-28"  # B8: from this day on K has a minimum, and the RD decides about the ranking

    def __post_init__(self) -> None:
        require_at_least(self, 1, "initial_rating", "scale", "bughouse_scale")  # a rating of 0 stands for none
        require_at_least(self, 1, "initial_deviation", "transfer_deviation", "active_deviation")
        require_at_least(self, 0, "growth_millionths", "least_k", "active_games")
        require_in_order(self, ("initial_deviation", "most_deviation"), ("transfer_deviation", "most_deviation"))
        # B11: the server refuses to change a rating by more than 1000 points for one game; with these limits none does.
        most_k = max(self.least_k, log(10) / min(self.scale, self.bughouse_scale) * self.most_deviation**2)
        require(most_k <= 1000, TOO_BIG_CHANGES, points=round(most_k), name="most_deviation")
        require(_is_day(self.reform), NO_DAY, name="reform", value=self.reform)

    @property
    def reform_day(self) -> dt.date:
        return dt.date.fromisoformat(self.reform)


def _is_day(text: str) -> bool:
    try:
        return dt.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


_SEED: Final = Rules()

PROFILES: Final[dict[str, Rules]] = {
    "seed": _SEED,
    "1995": replace(_SEED, reform="9999-12-31"),  # B8: the server's source of 1995, on any day
}
rules: Final = partial(profile_of, PROFILES)  # of a profile, with some parameters changed
