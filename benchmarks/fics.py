"""Glicko as on FICS, game after game: v reading the games, v the plain reckoning, v other libraries, and compiled.

See `benchmarks.systems` for the way of measuring. Other libraries, neither of which this project needs or installs:
`riix` (PyPI, CC BY-NC-SA: nobody may sell it) in its iterative way, and `elote` (PyPI). All three reckon Glicko over
the same games of the same newcomers. FICS lets the RD grow before every game, by the minute; `riix` does the same where
a rating period is a minute, and less where it is a day. `elote` was told no times. Neither rounds or has a least K.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from benchmarks import loops, systems
from benchmarks.careers import DAYS, Careers, beginners, careers
from benchmarks.measure import NOT_INSTALLED, Row, Way, medians
from ratings.bundle.plain import fics as plain_fics
from ratings.systems.fics import rate as fics
from ratings.systems.period import MINUTES_A_DAY, Outcome, Period, Players, TimedGames, TimedPlayers

try:
    from riix.models.glicko import Glicko
except ImportError:
    Glicko = None
try:
    from elote import GlickoCompetitor
except ImportError:
    GlickoCompetitor = None

COMPUTE_GOAL, ORACLE_GOAL, PEER_GOAL, COMPILED_GOAL = 2, 5, 10, 25
RULES = fics.rules()


@dataclass(frozen=True)
class TimedCareers(Careers):
    """Careers on a server: a game ends every few minutes."""

    def period(self, number: int, players: Players) -> Period:
        """The games of a period spread over it."""
        period = super().period(number, players)
        count = len(period.games.white)
        minute = period.start.toordinal() * MINUTES_A_DAY + np.arange(count) * (DAYS * MINUTES_A_DAY) // max(count, 1)
        games = vars(period.games) | {"day": minute // MINUTES_A_DAY}
        return replace(period, games=TimedGames(**games, minute=minute))

    def founders(self) -> TimedPlayers:
        """Ratings from elsewhere."""
        return _timed(super().founders(), np.zeros(0, np.int64))

    def after(self, outcome: Outcome, count: int) -> TimedPlayers:
        """Everybody with his clock."""
        assert outcome.last_minute is not None
        return _timed(super().after(outcome, count), outcome.last_minute)


def _timed(players: Players, minutes: np.ndarray) -> TimedPlayers:
    last_minute = np.zeros(len(players.number), np.int64)
    last_minute[: len(minutes)] = minutes
    return TimedPlayers(**vars(players), last_minute=last_minute)


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    with loops.in_plain_python():
        rows = systems.rows(fics, plain_fics, (COMPUTE_GOAL, ORACLE_GOAL), quick, timed_careers)
        rows += _against_peers(_newcomers(5_000 if quick else 50_000))
    period = _newcomers(50_000 if quick else 500_000)
    what = f"fics: {len(period.games.white):,} games, the loop over games compiled"
    work = lambda: fics.rate(period, RULES, ledger=False)  # noqa: E731 - a way of measuring
    return [*rows, loops.compiled_row(what, work, lambda tables: tables[1].rating, COMPILED_GOAL)]


def timed_careers(games: int, players: int, periods: int) -> TimedCareers:
    """The games of `careers.careers`, with the minutes in which they end."""
    return TimedCareers(**vars(careers(games, players, periods)))


def _newcomers(games: int) -> Period:
    """One long period after the reform, of people without a rating."""
    players = games // 40
    found = timed_careers(games, players, 1)
    period = found.period(0, _timed(beginners(players), np.zeros(0, np.int64)))
    shift = RULES.reform_day - period.start
    later = {"day": period.games.day + shift.days, "minute": period.games.minute + shift.days * MINUTES_A_DAY}
    return replace(
        period, start=RULES.reform_day, end=period.end + shift, games=TimedGames(**(vars(period.games) | later))
    )


def _against_peers(period: Period) -> list[Row]:
    rating = fics.rate(period, RULES, ledger=False).rating
    peers: dict[str, Way | None] = {
        "`riix`, iterative, a rating period a minute": (lambda: _riix(period, 1)) if Glicko else None,
        "`riix`, iterative, a rating period a day": (lambda: _riix(period, MINUTES_A_DAY)) if Glicko else None,
        "`elote`, Glicko": (lambda: _elote(period)) if GlickoCompetitor else None,
    }
    found = {name: peer for name, peer in peers.items() if peer}
    for name, peer in found.items():
        played = rating > 0
        likeness = np.corrcoef(rating[played], np.asarray(peer())[played])[0, 1]
        assert likeness > 0.98, f"{name} reckons something else: the ratings correlate by {likeness:.3f}"
    seconds = medians({"ours": lambda: fics.rate(period, RULES, ledger=False)} | found, 3)
    what = f"fics: {len(period.games.white):,} games of newcomers one after the other, no ledger"
    return [
        Row(what, name, seconds[name] / seconds["ours"], at_least=PEER_GOAL)
        if name in found
        else Row(what, name, None, at_least=PEER_GOAL, note=NOT_INSTALLED)
        for name in peers
    ]


def _riix(period: Period, minutes: int) -> np.ndarray:
    """The ratings after all games, given in rating periods of so many minutes."""
    games = period.games
    start = {"initial_rating": float(RULES.initial_rating), "initial_rating_dev": float(RULES.initial_deviation)}
    growth = (RULES.growth_millionths / 1_000_000 * minutes) ** 0.5
    model = Glicko(list(range(len(period.players.number))), **start, c=growth, update_method="iterative")
    pairs, scores = np.column_stack((games.white, games.black)), games.white_half_points / 2
    times = (games.minute - games.minute[0]) // minutes
    cuts = np.flatnonzero(np.diff(times)) + 1
    steps = times[np.append(0, cuts)].tolist()
    for pair, score, step in zip(np.split(pairs, cuts), np.split(scores, cuts), steps, strict=True):
        model.fit_batch(pair, score, time_step=step)
    return model.ratings


def _elote(period: Period) -> list[float]:
    games = period.games
    people = [GlickoCompetitor(RULES.initial_rating, RULES.initial_deviation) for _ in period.players.number]
    columns = (games.white.tolist(), games.black.tolist(), games.white_half_points.tolist())
    for white, black, half_points in zip(*columns, strict=True):
        if half_points == 1:
            people[white].tied(people[black])
        elif half_points == 2:
            people[white].beat(people[black])
        else:
            people[black].beat(people[white])
    return [person.rating for person in people]
