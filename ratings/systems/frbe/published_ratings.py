"""The Belgian list after the three rounds: provisional ratings, the floor, foreign ratings."""

from dataclasses import dataclass

import numpy as np

from ratings.systems.frbe.first_ratings import FirstRatings, pooled_performance
from ratings.systems.frbe.formula_two import UsualRatings
from ratings.systems.frbe.formulas import Performance
from ratings.systems.frbe.rules import Rules
from ratings.systems.period import Flags, Ints, Players, Status


@dataclass(frozen=True)
class Publication:
    """The list, in the rows of Players, and the players whose rating was last set by each rule."""

    rating: Ints
    status: Ints
    provisional: Ints  # rows of players whose provisional rating was recalculated, and
    performance: Performance  # how
    withdrawn: Ints  # rows of players whose rating is no longer shown
    floored: Ints  # rows raised to the floor, and
    below_floor: Ints  # what they would have without it
    foreign: Ints  # rows with another federation's or FIDE's rating, and
    replaced: Ints  # what they would have without it, floor aside; 0 = nothing


def publish(players: Players, rated: Flags, first: FirstRatings, usual: UsualRatings, rules: Rules) -> Publication:
    """Return the list. Players without games keep what they had; ``rated`` says who has a rating now."""
    rating = usual.rating.copy()
    # P7: below 10 games the list shows nothing, from 10 to 19 the performance without floor.
    provisional, withdrawn = _provisional(players, rated, first, rules)
    performance = pooled_performance(provisional, first.career, rules)
    rating[provisional] = performance.rating
    rating[withdrawn] = 0
    status = (rating > 0).astype(np.int64)  # PROVISIONAL or UNRATED
    status[rated] = Status.ESTABLISHED
    # B33, BA19: a FIDE rating replaces the Belgian one, if there is one.
    foreign = np.flatnonzero(players.foreign_rating > 0)
    replaced = rating[foreign]
    rating[foreign] = players.foreign_rating[foreign]
    status[foreign] = Status.FOREIGN
    # B18, BA8, P9: only in the list, and only for established ratings.
    floored = np.flatnonzero((rating < rules.floor) & (status == Status.ESTABLISHED))
    below_floor = rating[floored]
    rating[floored] = rules.floor
    return Publication(rating, status, provisional, performance, withdrawn, floored, below_floor, foreign, replaced)


def _provisional(players: Players, rated: Flags, first: FirstRatings, rules: Rules) -> tuple[Ints, Ints]:
    """B05, B31: return the rows whose provisional rating is calculated, and those whose rating is no longer shown.

    It is calculated for players who pooled games in this period, and if the previous list does not show the rating of
    the games that they carry: none, or a foreign one that no longer applies (B33). Players who show a foreign rating
    anyway are left out.
    """
    enough = first.career.games >= rules.games_for_provisional
    own = ~rated & (players.foreign_rating == 0)
    pooled = np.zeros(len(own), bool)
    pooled[first.pool.player] = True
    rows = np.flatnonzero(own & enough & (pooled | (first.career.opponents_sum > 0)))
    stays = ~pooled[rows] & (pooled_performance(rows, first.career, rules).rating == players.rating[rows])
    return rows[~stays], np.flatnonzero(own & ~enough & (players.rating > 0))
