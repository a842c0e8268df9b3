"""The Quebec rules as data: every number in the text, and the options where it leaves a choice."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from ratings.systems.parameters import Parameters, profile_of, require_at_least, require_choice


@dataclass(frozen=True)
class Rules(Parameters):
    """The parameters of the system. The defaults follow the federation's text to the letter, and the rulings on it.

    Ratings, differences and bonuses are whole points, K whole points per game. Raise `RuleError` for numbers
    that make no sense.
    """

    performance_spread: int = 400  # Q05: times wins minus losses, divided by the games
    unrated_opponent: int = 1100  # Q06: the rating of unrated players for one another
    adjusted_below: int = 1200  # Q07: a lower first rating is raised half way to this
    provisional_games: int = 24  # Q08, Q09: a rating over at most this many games is provisional
    k: int = 32  # Q13
    bonus_limit: int = 24  # Q16: the highest gain without a bonus in a tournament of
    bonus_rounds: int = 4  # as many rounds or fewer (QA6)
    bonus_limit_per_round: int = 2  # Q16: and this much more for each further round
    bonus_on_rounded_gain: bool = False  # QA5: the gain is rounded before the bonus is calculated
    halved_above: int = 2300  # Q18, QA8
    halving: str = "split"  # QA7: also halve the part gained above it; or "pre_event": only for those who start there
    halved_bonus: bool = False  # QA7: the bonus is that of the halved gain and not halved itself; or both are halved
    match_cap: int = 50  # Q19, QA9: the maximum gain in an event of two players
    updated_opponents: str = "order"  # QA1: "order", "unrated_only" or "none"

    def __post_init__(self) -> None:
        require_at_least(self, 1, "unrated_opponent", "k")
        require_at_least(self, 0, "performance_spread", "adjusted_below", "provisional_games", "halved_above")
        require_at_least(self, 0, "bonus_limit", "bonus_rounds", "bonus_limit_per_round", "match_cap")
        require_choice("halving", self.halving, ("split", "pre_event"))
        require_choice("updated_opponents", self.updated_opponents, ("order", "unrated_only", "none"))


PROFILES: Final[dict[str, Rules]] = {"seed": Rules()}
rules: Final = partial(profile_of, PROFILES)  # of a profile, with some parameters changed
