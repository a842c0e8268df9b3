"""The answers of the simulator, pool by pool: the next rating, why, and what it takes to reach a goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from federation.models import Member
from federation.web.tables import points
from ratings.calculation import store
from ratings.figures import in_words
from ratings.living.steps import ledger_of
from ratings.models import LedgerEntry, Rating, RatingList, RatingPool
from ratings.players.ledger import Explanation, Line, attach_games, line_of
from ratings.players.member_ratings import RatedMember, with_ratings
from ratings.simulator.simulate import Basis, Game, Opponent, Simulation
from ratings.systems.ffg.levels import grade_of_level

ROUND = 100  # default goals: the next multiple of a hundred, in go the next grade


@dataclass(frozen=True)
class Goal:
    """A rating to reach, with further games or, if there are none, with those entered."""

    rating: int
    further: tuple[Game, ...] = ()

    @classmethod
    def with_games(cls, rating: int, count: int, against: int) -> Goal:
        """Add this many games against opponents with one rating."""
        return cls(rating, (Game(Opponent(rating=against), 0),) * count)


@dataclass(frozen=True)
class Need:
    """The lowest score in some games with which a goal is reached."""

    games: int
    half_points: int | None  # None: no score is enough
    rating: int | None  # with that score; with all points if none is enough


@dataclass(frozen=True)
class Answer:
    simulation: Simulation
    explanation: Explanation
    goal: Goal | None
    need: Need | None  # None without a goal or without games to reach it

    @property
    def pool(self) -> RatingPool:
        return self.simulation.basis.pool

    @property
    def rating(self) -> Rating:
        return self.simulation.rating

    @property
    def is_unrated(self) -> bool:
        """Return whether there is no rating, neither before nor after the games."""
        return self.rating.previous_rating is None and self.rating.rating is None

    @property
    def sentence(self) -> str:
        """Return what the goal takes, in the reader's language; nothing without a goal or games."""
        if self.goal is None or self.need is None:
            return ""
        need = self.need
        facts = {
            "goal": in_words(self.goal.rating, self.pool),
            "rating": in_words(need.rating, self.pool),
            "points": points(need.half_points or 0),
            "count": need.games,
        }
        if need.half_points is None and need.rating is None:
            return _("%(goal)s cannot be reached with these games: they are too few for a rating.") % facts
        if need.half_points is None:
            return (
                _("%(goal)s cannot be reached with these games: even %(count)s out of %(count)s gives %(rating)s.")
                % facts
            )
        if not need.half_points:
            return _("%(goal)s is reached even without a point: 0 out of %(count)s gives %(rating)s.") % facts
        return _("%(goal)s needs %(points)s out of %(count)s: that gives %(rating)s.") % facts


def answers(simulations: Sequence[Simulation], games: Sequence[Game], goal: Goal | None) -> list[Answer]:
    explained = explanations(simulations, games)
    pairs = zip(simulations, explained, strict=True)
    return [Answer(simulation, each, goal, _need(simulation, games, goal)) for simulation, each in pairs]


def next_goal(simulations: Sequence[Simulation]) -> str:
    """Return the next full hundred above the member's rating, or the next grade; "" without a rating."""
    for simulation in simulations:
        before = simulation.rating.previous_rating
        if before is not None:
            above = (before // ROUND + 1) * ROUND
            return grade_of_level(above) if simulation.basis.pool.has_grades else str(above)
    return ""


def strengths(members: Sequence[Member], lists: list[RatingList]) -> list[tuple[Member, str]]:
    """Return the members, each with their rating in words from the first list that rates them, else "". One query."""
    return [(rated.member, _first(rated, lists)) for rated in with_ratings(members, lists)]


def _first(rated: RatedMember, lists: list[RatingList]) -> str:
    for each in lists:
        rating = rated.ratings.get(each.pk)
        if rating and rating.rating is not None:
            return in_words(rating.rating, each.pool)
    return ""


def _need(simulation: Simulation, games: Sequence[Game], goal: Goal | None) -> Need | None:
    if goal is None or not (goal.further or games):
        return None
    settled, still_open = (games, goal.further) if goal.further else ((), games)
    return least_score(simulation.basis, settled, still_open, goal.rating)


def least_score(basis: Basis, settled: Sequence[Game], still_open: Sequence[Game], goal: int) -> Need:
    """Return the lowest score in the open games, with any results, that makes the next rating at least the goal.

    The settled games come before them, with their results. Points are assumed to be won against the weakest opponents
    first. All scores are tried from the lowest on, because more points do not always give a higher rating (B21-B23). In
    go there are no draws.
    """
    order, calculated = _weakest_first(basis, still_open), basis.settled()
    step = 2 if basis.pool.has_grades else 1
    rating = None
    for half_points in range(0, 2 * len(still_open) + 1, step):
        games = [*settled, *with_score(still_open, order, half_points)]
        rating = calculated.rate(games, ledger=False).rating.rating
        if rating is not None and rating >= goal:
            return Need(len(still_open), half_points, rating)
    return Need(len(still_open), None, rating)


def with_score(games: Sequence[Game], order: Sequence[int], half_points: int) -> list[Game]:
    """Return the games with this many half points; those that come first in ``order`` (rows of ``games``) are won."""
    scored = list(games)
    for row in order:
        scored[row] = replace(games[row], half_points=min(half_points, 2))
        half_points -= scored[row].half_points
    return scored


def _weakest_first(basis: Basis, games: Sequence[Game]) -> list[int]:
    """Return the rows of the games by the opponents' ratings; unrated opponents come first."""

    def strength(row: int) -> tuple[bool, int]:
        rating = basis.rating_of(games[row].opponent)
        return rating is not None, rating or 0

    return sorted(range(len(games)), key=strength)


def explanations(simulations: Sequence[Simulation], games: Sequence[Game]) -> list[Explanation]:
    """Return what each list says of the member; imagined games are listed with those that were played.

    Two queries, or none without games since the last lists.
    """
    found = [_entries(simulation) for simulation in simulations]
    attach_games([entry for ledger in found for entry in ledger if (entry.pairing_id or 0) > 0])
    explained = []
    for simulation, ledger in zip(simulations, found, strict=True):
        rating = simulation.rating
        lines = [_line(entry, games, simulation.basis) for entry in ledger]
        explained.append(Explanation(rating.list, rating.member, rating, lines))
    return explained


def opponent_name(opponent: Opponent) -> str:
    """Return the name as public pages write it; the rating is shown beside it."""
    return str(opponent.member.public_name) if opponent.member else _("An opponent")


def _entries(simulation: Simulation) -> list[LedgerEntry]:
    """Return the member's entries as they would be stored; those of imagined games keep negative numbers."""
    lines = ledger_of(simulation.taken)
    mine = lines[lines.member == simulation.basis.member.pk]
    return store.entries(mine)


def _line(entry: LedgerEntry, games: Sequence[Game], basis: Basis) -> Line:
    """Return the line of an imagined game. It has no pairing, and its colour matters only in go."""
    if (entry.pairing_id or 0) >= 0:
        return line_of(entry, basis.member)
    game = games[-1 - entry.pairing_id]
    entry.pairing_id = None
    colour = ("white" if game.is_white else "black") if basis.pool.has_grades else ""
    return Line(entry, basis.today, None, colour, game.opponent.member, opponent_name(game.opponent))
