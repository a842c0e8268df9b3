"""A member's next rating with games that were not played, calculated as the rating of today is.

The imagined games count as one tournament of today, one round each, after everything that is over since the last list.
The result is what the next list would say if they were played and accepted.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from django.db.models import Q, QuerySet

from federation.models import Member
from ratings.calculation.chain import Step
from ratings.calculation.members import carried_by, has_rating
from ratings.calculation.period_builder import counts_after
from ratings.errors import RatingError
from ratings.find_lists import latest_lists
from ratings.games.archive import NO_BOARD, STORED, TEMPO, WHOLE_TOURNAMENTS, Archive, Event, read_archive, window
from ratings.games.players import People, read_people, with_merged
from ratings.living.steps import Taken, lists_to_come
from ratings.models import Rating, RatingList, RatingPool
from ratings.pools.creation import days_to_come
from ratings.pools.rules import RulesOfDay, rules_by_day
from ratings.systems.period import NONE, Ints, Status
from tournaments.models import Pace, Participant, Result, Tournament

LETTERS = {2: (Result.WIN, Result.LOSS), 1: (Result.DRAW, Result.DRAW), 0: (Result.LOSS, Result.WIN)}
ONE_DAY = dt.timedelta(days=1)
IMAGINED = Event(0, 0, "", "", "", "", 0, 0, 0, "")  # the tournament of the imagined games
IN_ORDER = ("fqe", "ffg", "fics")  # systems in which a game does not affect earlier games (Q03, A13, K3)


@dataclass(frozen=True)
class Opponent:
    """A member, or someone of whom only a rating is known (go: a level)."""

    member: Member | None = None
    rating: int = 0


@dataclass(frozen=True)
class Game:
    opponent: Opponent
    half_points: int  # the member's own: 0, 1, 2
    is_white: bool = True
    handicap: int = 0
    board_size: int = 0  # 0: the usual one
    pace: str = Pace.STANDARD


@dataclass(frozen=True)
class Basis:
    """Everything from which a pool's next lists would be calculated, except the imagined games."""

    pool: RatingPool
    previous: RatingList | None
    days: list[dt.date]  # of the next lists: those that are overdue, then the first one after today
    today: dt.date  # of the imagined games
    rules: RulesOfDay
    member: Member
    people: People
    before: np.ndarray  # in the rows of ``people``
    after: dt.date | None  # the day after which games count
    archive: Archive  # games accepted since the last list

    @property
    def until(self) -> dt.date:
        """Return the day of the list for which the imagined games count."""
        return next(day for day in self.days if day >= self.today)

    def rate(self, games: Sequence[Game], ledger: bool = True) -> Simulation:
        """Calculate the next lists of these people with the imagined games."""
        taken = lists_to_come(
            *(self._with(games), self.days, self.before, self.after, self.rules), pool=self.pool, ledger=ledger
        )
        return Simulation(self, taken)

    def settled(self) -> Basis:
        """Return the same basis with the accepted games already calculated, if that gives the same rating.

        It saves work if many results are tried.
        """
        days = self.archive.pairings["day"]
        if self.pool.system not in IN_ORDER or not days.size or days.max() > self.today.toordinal():
            return self
        last = self.rate((), ledger=False).last
        is_over = last.date < self.today
        left = [day for day in self.days if day > last.date or (day == last.date and not is_over)]
        after = last.date if is_over else last.after
        return replace(self, before=last.handed_on, archive=_no_games(self.pool, self.people), days=left, after=after)

    def row(self, member: Member) -> int:
        return int(self.people.rows(np.array([member.pk]))[0])

    def rating_of(self, opponent: Opponent) -> int | None:
        """Return the opponent's rating, or None without one."""
        if opponent.member is None:
            return opponent.rating
        row = self.row(opponent.member)
        return int(self.before["rating"][row]) if has_rating(self.before)[row] else None

    def _with(self, games: Sequence[Game]) -> Archive:
        """Return the accepted and the imagined games in order of play; the latter have the ids -1, -2 ..."""
        if not games:
            return self.archive
        together = np.concatenate((self.archive.pairings, self._pairings(games)))
        together = together[np.argsort(together["day"], kind="stable")]
        events = [*self.archive.events, IMAGINED]
        if self.archive.whole:  # a tournament that is not over yet would come after the imagined one
            events, together["tournament"] = _as_they_come(events, together["tournament"])
        return replace(self.archive, events=events, pairings=together)

    def _pairings(self, games: Sequence[Game]) -> np.ndarray:
        rounds = np.arange(1, len(games) + 1)
        me = np.full(len(games), self.row(self.member))
        white = np.array([game.is_white for game in games], bool)
        theirs = np.array([self.row(game.opponent.member) if game.opponent.member else NONE for game in games], int)
        given = np.array([game.opponent.rating for game in games], np.int64)
        letters = np.array([[ord(letter) for letter in LETTERS[game.half_points]] for game in games], np.int64)
        mine, other = letters.reshape(-1, 2).T
        known = {
            "id": -rounds,
            "day": np.full(len(games), self.today.toordinal()),
            "round": rounds,
            "rounds": np.full(len(games), len(games)),
            "participants": np.full(len(games), 1 + _opponents(games)),
            "board": np.full(len(games), NO_BOARD),
            "tournament": np.full(len(games), len(self.archive.events)),
            "white": np.where(white, me, theirs),
            "black": np.where(white, theirs, me),
            "white_given": np.where(white, 0, given),
            "black_given": np.where(white, given, 0),
            "white_letter": np.where(white, mine, other),
            "black_letter": np.where(white, other, mine),
            "handicap": np.array([game.handicap for game in games], np.int64),
            "board_size": np.array([game.board_size for game in games], np.int64),
            "tempo": np.array([TEMPO[Pace(game.pace)] for game in games], np.int64),
        }
        found = np.zeros(len(games), STORED)
        for name, column in known.items():
            found[name] = column
        found["white_partner"] = found["black_partner"] = NONE
        return found


def _as_they_come(events: list[Event], tournament: Ints) -> tuple[list[Event], Ints]:
    """Return the tournaments that have games, in the order of their first ones, and the numbers that they then have."""
    numbers, first, place = np.unique(tournament, return_index=True, return_inverse=True)
    order = np.argsort(first)
    return [events[number] for number in numbers[order].tolist()], np.argsort(order)[place]


def _opponents(games: Sequence[Game]) -> int:
    """Return how many opponents there are: an opponent without a number is a different person in each game."""
    members = [game.opponent.member.pk for game in games if game.opponent.member]
    return len(set(members)) + len(games) - len(members)


@dataclass(frozen=True)
class Simulation:
    """Possible next lists."""

    basis: Basis
    taken: list[Taken]

    @property
    def last(self) -> Step:
        return self.taken[-1].step

    @property
    def rating(self) -> Rating:
        """Return the member's rating as it would be stored (without rank, club and sums); not saved.

        Its games and its change are those since the last published list.
        """
        basis, last = self.basis, self.last
        rating_list = RatingList(pool=basis.pool, date=last.date)
        rating_list.manifest = {"rules": {"values": last.parameters.as_dict()}}
        line = Rating(list=rating_list, member=basis.member)
        line.change = None  # which the database would compute
        me = basis.row(basis.member)
        place = np.flatnonzero(last.gathered.rows == me)
        if not place.size:
            return line
        row, outcome, before = int(place[0]), last.outcome, basis.before[me]
        line.status = int(outcome.status[row])
        line.rating = int(outcome.rating[row]) if line.status != Status.UNRATED else None
        line.games, line.period_games = int(outcome.games[row]), self._period_games(me)
        line.deviation = None if np.isnan(outcome.deviation[row]) else float(outcome.deviation[row])
        line.previous_rating = int(before["rating"]) if has_rating(basis.before)[me] else None
        line.previous_games = int(before["games"])
        if line.rating is not None and line.previous_rating is not None:
            line.change = line.rating - line.previous_rating
        return line

    def _period_games(self, row: int) -> int:
        return sum(int(each.step.outcome.period_games[each.step.gathered.rows == row].sum()) for each in self.taken)

    @property
    def deviation_before(self) -> float | None:
        """Return the deviation in the previous list, if the system has one."""
        found = float(self.basis.before["deviation"][self.basis.row(self.basis.member)])
        return None if np.isnan(found) else found


def bases(
    member: Member, opponents: Iterable[Opponent], pools: Sequence[RatingPool], today: dt.date, *, since: bool = True
) -> list[Basis]:
    """Return what the next lists of the pools would be calculated from, as far as it can matter to the member.

    With ``since``, games that were accepted since the last lists are included. All of them are read as soon as the
    member or an opponent played one, because then each may matter; otherwise none does. Pools without rules for the day
    are left out. A constant number of queries: four, and four to nine for each pool.
    """
    ids = [member.pk, *{opponent.member.pk for opponent in opponents if opponent.member}]
    lists = {each.pool_id: each for each in latest_lists()}
    plans = [plan for pool in pools if (plan := _plan(pool, lists.get(pool.pk), today))]
    windows = {plan.pool.pk: window(plan.pool, plan.after, plan.days[-1]) for plan in plans if since}
    played = {pk: events for pk, events in windows.items() if _took_part(ids, events).exists()}
    chosen = Q(pk__in=ids)
    for events in played.values():
        chosen |= Q(pk__in=Participant.objects.filter(tournament__in=events, member__isnull=False).values("member"))
    among = with_merged(chosen)
    people = read_people(among)
    return [
        Basis(
            pool=plan.pool,
            previous=plan.previous,
            days=plan.days,
            today=max(today, plan.after + ONE_DAY) if plan.after else today,
            rules=plan.rules,
            member=member,
            people=people,
            before=carried_by(plan.previous, people, among),
            after=plan.after,
            archive=_accepted(plan, people) if plan.pool.pk in played else _no_games(plan.pool, people),
        )
        for plan in plans
    ]


class _Plan(NamedTuple):
    """The next lists of a pool: which list precedes them, and by which rules they are calculated."""

    pool: RatingPool
    previous: RatingList | None
    after: dt.date | None
    days: list[dt.date]
    rules: RulesOfDay


def _plan(pool: RatingPool, previous: RatingList | None, today: dt.date) -> _Plan | None:
    """Return the plan; None if the pool has no rules for one of the days."""
    days, rules = days_to_come(pool, previous.date if previous else today - ONE_DAY, today), rules_by_day(pool)
    try:
        for day in days:
            rules(day)
    except RatingError:
        return None
    return _Plan(pool, previous, counts_after(previous), days, rules)


def _took_part(ids: list[int], tournaments: QuerySet[Tournament]) -> QuerySet[Participant]:
    """Return the participations of the members, under any of their records, in the tournaments."""
    own = Q(member__in=ids) | Q(member__merged_into__in=ids)
    return Participant.objects.filter(own, tournament__in=tournaments)


def _accepted(plan: _Plan, people: People) -> Archive:
    return read_archive(plan.pool, people, plan.after, plan.days[-1])


def _no_games(pool: RatingPool, people: People) -> Archive:
    return Archive([], np.zeros(0, STORED), people, pool.system in WHOLE_TOURNAMENTS)
