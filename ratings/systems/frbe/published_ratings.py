"""What the Belgian list shows after the three rounds: provisional ratings, the floor, foreign ratings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ratings.systems.frbe.first_ratings import FirstRatings, pooled_performance
from ratings.systems.frbe.formula_two import UsualRatings
from ratings.systems.frbe.formulas import Performance
from ratings.systems.frbe.rules import Rules
from ratings.systems.period import Flags, Ints, Players, Status


@dataclass(frozen=True)
class Publication:
    """The list, in the rows of Players, and whose rating which rule set last."""

    rating: Ints
    status: Ints
    provisional: Ints  # rows of players whose provisional rating was reckoned anew, and
    performance: Performance  # how
    withdrawn: Ints  # rows of players who show no rating any more
    floored: Ints  # rows lifted to the floor, and
    below_floor: Ints  # what they would have without it
    foreign: Ints  # rows with another federation's or FIDE's rating, and
    replaced: Ints  # what they would have without it, floor aside; 0 = nothing


def publish(players: Players, rated: Flags, first: FirstRatings, usual: UsualRatings, rules: Rules) -> Publication:
    """Who played nothing keeps what he had. ``rated`` tells who has a rating now."""
    rating = usual.rating.copy()
    # P7: below 10 games the list shows nothing, from 10 to 19 the performance without floor.
    provisional, withdrawn = _provisional(players, rated, first, rules)
    performance = pooled_performance(provisional, first.career, rules)
    rating[provisional] = performance.rating
    rating[withdrawn] = 0
    status = (rating > 0).astype(np.int64)  # PROVISIONAL or UNRATED
    status[rated] = Status.ESTABLISHED
    # B33, BA19: a FIDE rating stands in place of the Belgian one, if he has one.
    foreign = np.flatnonzero(players.foreign_rating > 0)
    replaced = rating[foreign]
    rating[foreign] = players.foreign_rating[foreign]
    status[foreign] = Status.FOREIGN
    # B18, BA8, P9: only in the list, and only for an established rating.
    floored = np.flatnonzero((rating < rules.floor) & (status == Status.ESTABLISHED))
    below_floor = rating[floored]
    rating[floored] = rules.floor
    return Publication(rating, status, provisional, performance, withdrawn, floored, below_floor, foreign, replaced)


def _provisional(players: Players, rated: Flags, first: FirstRatings, rules: Rules) -> tuple[Ints, Ints]:
    """B05, B31: rows whose provisional rating is reckoned, rows whose rating is no longer shown.

    Reckoned for those who pooled games now, and where the list before shows another than that of the games that they
    carry: none, or a foreign one that counts no more (B33). Not for those who show a foreign rating anyway.
    """
    enough = first.career.games >= rules.games_for_provisional
    own = ~rated & (players.foreign_rating == 0)
    pooled = np.zeros(len(own), bool)
    pooled[first.pool.player] = True
    rows = np.flatnonzero(own & enough & (pooled | (first.career.opponents_sum > 0)))
    stays = ~pooled[rows] & (pooled_performance(rows, first.career, rules).rating == players.rating[rows])
    return rows[~stays], np.flatnonzero(own & ~enough & (players.rating > 0))
