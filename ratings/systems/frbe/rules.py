"""The Belgian rules as data: every number in the text, and the profiles of the years."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ratings.systems.parameters import (
    TOO_HIGH,
    Bands,
    Parameters,
    gettext_noop,
    later,
    profile_of,
    require,
    require_ascending,
    require_at_least,
    require_in_order,
)


@dataclass(frozen=True)
class Rules(Parameters):
    """The parameters of the system. The defaults follow the federation's text to the letter (profile ``seed``).

    Ratings and differences are whole points, percentages whole hundredths of a game, K whole points per game.
    Raise `RuleError` for numbers that make no sense.
    """

    difference_cap: int = 350  # B12, B13, BA1: a greater difference counts as this one
    lowest_percent: int = 1  # B06, BA2, P6: a poorer score counts as this one in formula I
    highest_percent: int = 99  # B06, BA2, P6: a better one as this one
    truncate_percent: bool = False  # P1, BA3, BA24: formula I cuts the percentage
    games_for_provisional: int = 10  # B05
    games_for_rating: int = 20  # B08
    k_by_games: Bands = ((100, 32), (300, 24))  # B14, B15: (last game of the band, K)
    k_by_rating: Bands = ((2000, 16), (2200, 12))  # B16: after those games, (end of the band, K)
    k_above: int = 10  # B16: above the last band
    k_band_includes_its_end: bool = True  # BA5, BA21: exactly 2000 has the K of those below it
    k10_regardless_of_games: bool = False  # P4, BA20: `k_above` for any number of games
    games_without_sums_count: bool = later(False)  # B07: games of an imported list that gives neither sums nor rating
    floor: int = 1150  # B18: the lowest rating published of an established player
    many_games: int = 25  # B21, BA6: games in the period from which on 25/150 looks at the change
    big_change: int = 150  # B21, BA6: the rounded change above which it acts
    transition_limits: tuple[int, ...] = ()  # P11: the ratings around which the transition rule acts
    transition_by_games: bool = later(True)  # BA22: also where K changes only because a band of games ends
    transition_from_rounded: bool = later(False)  # BA23: it starts from the rounded rating of formula II
    pooled_games_count: bool = later(True)  # BA25: for the rated opponent of a game that goes into a first rating

    def __post_init__(self) -> None:
        require_at_least(self, 1, "difference_cap", "lowest_percent", "games_for_provisional", "k_above", "many_games")
        require_at_least(self, 1, "floor")  # 0 stands for "no rating"
        require_at_least(self, 0, "big_change")
        require_in_order(self, ("lowest_percent", "highest_percent"), ("games_for_provisional", "games_for_rating"))
        highest = self.highest_percent
        require(highest <= 99, TOO_HIGH, name="highest_percent", high=99, value=highest)
        for name in ("k_by_games", "k_by_rating"):
            bands: Bands = getattr(self, name)
            require(all(k >= 1 for _, k in bands), gettext_noop("%(name)s: every K must be at least 1"), name=name)
            require_ascending(name, (end for end, _ in bands))
        require_ascending("transition_limits", self.transition_limits)


_SEED: Final = Rules()
# P4, P11: what the federation's own program does, according to the lists published since 2007-07.
_PROGRAM: Final = replace(_SEED, k_band_includes_its_end=False, transition_limits=(2000, 2200))
# BA20, BA21, BA22: what its predecessors did, according to the lists published since 1996.
_OLD_PROGRAM: Final = replace(
    _SEED,
    k10_regardless_of_games=True,
    games_without_sums_count=True,
    transition_limits=(2000, 2200),
    transition_by_games=False,
)

PROFILES: Final[dict[str, Rules]] = {
    "seed": _SEED,
    # BA23, BA24, BA25: up to the list of January 2006.
    "1996": replace(_OLD_PROGRAM, truncate_percent=True, transition_from_rounded=True, pooled_games_count=False),
    "2006": _OLD_PROGRAM,  # July 2006 and January 2007
    "2007": _PROGRAM,  # from the list of July 2007 on
    "2009": replace(_PROGRAM, lowest_percent=11, highest_percent=89),  # P6: from July 2009 on
    "2015": replace(_PROGRAM, lowest_percent=8, highest_percent=92, difference_cap=400),  # P5, P6: from April 2015 on
}
rules: Final = partial(profile_of, PROFILES)  # of a profile, with some parameters changed
