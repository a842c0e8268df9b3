"""Calculate a pool again list by list, with the expected score of every game before it. Nothing is written.

Back-tests and what-ifs are made of a trial: arrays over all games, and a line for every list.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from django.db.models import Max

from federation.background.kinds import Report, no_progress
from ratings.calculation.chain import Step, list_dates, steps
from ratings.models import RatingPool
from ratings.pools.rules import RulesOfDay
from ratings.systems.period import POINT, Flags, Floats, Ints, Status
from ratings.systems.predictions import ASKS_THE_LEDGER, Predictions, predictions

EPOCH = dt.date(1970, 1, 1).toordinal()


@dataclass(frozen=True)
class Forecasts:
    """One row a game with an expected score, in order of play."""

    pairing: Ints  # id
    year: Ints
    expected: Floats  # White's score
    half_points: Ints  # what White scored, times two
    level: Ints  # the mean of both ratings before the game

    def __len__(self) -> int:
        return len(self.pairing)

    def take(self, rows: Any) -> Self:
        """Return the games of these rows (or of a mask), in this order."""
        return type(self)(**{field.name: getattr(self, field.name)[rows] for field in fields(self)})


@dataclass(frozen=True)
class ListLine:
    """The level of the pool in one list, without ratings of other federations."""

    date: dt.date
    games: int  # that count
    rated: int  # members with a rating
    mean: float  # of their ratings
    deviation: float  # standard
    tenth: float  # a tenth of them stand below this one,
    median: float
    ninetieth: float  # a tenth above that one
    played: int  # members who had a rating before and played
    drift: float  # mean change of their ratings


@dataclass(frozen=True)
class Ratings:
    """The ratings of one list, by id of the member."""

    member: Ints
    rating: Ints


@dataclass(frozen=True)
class Trial:
    """A pool over many lists."""

    pool: RatingPool
    forecasts: Forecasts
    lists: tuple[ListLine, ...]
    unpredicted: int  # games that may count, of which nothing was expected
    last: Ratings  # of the last list


def days(pool: RatingPool, today: dt.date, since: dt.date = dt.date.min) -> list[dt.date]:
    """Return the days since ``since`` of all published lists, or of the pool's calendar up to today without any."""
    last = pool.lists.published().aggregate(last=Max("date"))["last"]
    return [day for day in list_dates(pool, max(today, last or today)) if day >= since]


def run(
    pool: RatingPool,
    ascending: Sequence[dt.date],
    *,
    rules_of_day: RulesOfDay | None = None,
    report: Report = no_progress,
) -> Trial:
    """Calculate the lists of these days. The pool's own rules hold unless ``rules_of_day`` gives others.

    Report progress in per cent. Raise `RatingError` as `chain.steps` does.
    """
    parts, lines, unpredicted = [_nothing()], [], 0
    last = Ratings(np.empty(0, np.int64), np.empty(0, np.int64))
    lists = steps(pool, ascending, rules_of_day=rules_of_day, ledger=pool.system in ASKS_THE_LEDGER)
    for done, step in enumerate(lists):
        report(100 * done // len(ascending), "")
        period = step.gathered.period
        found = predictions(pool.system, period, step.outcome, step.parameters)
        parts.append(_forecasts(step, found))
        lines.append(_line(step))
        unpredicted += len(period.games.white) - len(found.game)
        last = _ratings(step)
    forecasts = Forecasts(
        **{field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Forecasts)}
    )
    return Trial(pool, forecasts, tuple(lines), unpredicted, last)


def _nothing() -> Forecasts:
    return Forecasts(**{field.name: np.empty(0, np.int64) for field in fields(Forecasts)})


def _forecasts(step: Step, found: Predictions) -> Forecasts:
    games = step.gathered.counted[found.game]
    return Forecasts(
        pairing=games["id"],
        year=(games["day"] - EPOCH).astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64) + 1970,
        # Whole ten-thousandths, as ledgers have them: so they are stored.
        expected=np.rint(found.expected * POINT) / POINT,
        half_points=found.half_points,
        level=(found.white + found.black) // 2,
    )


def _line(step: Step) -> ListLine:
    outcome, before = step.outcome, step.gathered.period.players
    own = _own(step)
    rating = outcome.rating[own]
    played = own & before.rated & (outcome.period_games > 0)
    change = (outcome.rating - before.rating)[played]
    tenth, median, ninetieth = np.quantile(rating, [0.1, 0.5, 0.9]).tolist() if len(rating) else (0.0, 0.0, 0.0)
    return ListLine(
        date=step.date,
        games=len(step.gathered.counted),
        rated=len(rating),
        mean=_mean(rating),
        deviation=float(rating.std()) if len(rating) else 0.0,
        tenth=tenth,
        median=median,
        ninetieth=ninetieth,
        played=len(change),
        drift=_mean(change),
    )


def _ratings(step: Step) -> Ratings:
    own = _own(step)
    member, rating = step.gathered.member_ids[own], step.outcome.rating[own]
    order = np.argsort(member)
    return Ratings(member[order], rating[order])


def _own(step: Step) -> Flags:
    """Return who has a rating that the system calculated."""
    status = step.outcome.status
    own: Flags = (status != Status.UNRATED) & (status != Status.FOREIGN)
    return own


def _mean(values: Ints) -> float:
    return float(values.mean()) if len(values) else 0.0
