"""Results that are hard to believe, for a rating officer to check before a list is published.

None of them is certainly wrong. Possible causes: a wrong member, a file with all results reversed, or a player who has
become stronger than their rating.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from django.db.models.functions import Coalesce

from federation.database.columns import read_whole
from federation.identity.names import folded
from federation.models import Member
from ratings.calculation.arrays import LedgerLines
from ratings.calculation.store import entries_of
from ratings.games.players import look_up
from ratings.models import RatingList
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.systems.common.grouping import group_by
from ratings.systems.common.odds import odds_of_turning, tail
from ratings.systems.period import Floats, Ints, Kind
from ratings.systems.predictions import expected_of
from tournaments.models import Pairing, Result, Tournament

RARE = 0.01  # a score that is expected at most once in a hundred times
RAREST = 1e-9  # rarer than this makes no difference
TURNED = 100  # how many times as likely the reversed results must be
SHOWN = 20
# A score nearer to the expected one is not rare: first in points, then in standard deviations.
LEAST_POINTS, LEAST_DEVIATIONS = 0.9, 2.0
PLAYED = [result.value for result in Result if result.is_played]
# Ids of White and Black, for merged records those of the record that remains: the merge may have been wrong.
WHO = {f"{side}_id_now": Coalesce(f"{side}__member__merged_into", f"{side}__member") for side in ("white", "black")}

Events = Mapping[int, Tournament]  # by id


@dataclass(frozen=True)
class UnlikelyResult:
    """A very unlikely score in a tournament."""

    member: Member
    tournament: Tournament
    games: int
    half_points: int
    expected: float
    probability: float  # of this score or a more extreme one

    @property
    def one_in(self) -> int:
        """Return how many attempts such a score takes on average."""
        return round(1 / max(self.probability, RAREST))


@dataclass(frozen=True)
class Elsewhere:
    """A member who played in several towns on one day."""

    member: Member
    days: list[dt.date]
    tournaments: list[Tournament]


@dataclass(frozen=True)
class Suspicions:
    """Everything in a list that is worth a second look."""

    turned: list[Tournament]  # all results would be far more likely if reversed
    elsewhere: list[Elsewhere]  # `SHOWN` of them, by their first days
    elsewhere_count: int
    unlikely: list[UnlikelyResult]  # `SHOWN` of them, the rarest first
    unlikely_count: int

    @property
    def count(self) -> int:
        return len(self.turned) + self.elsewhere_count + self.unlikely_count


def suspicions(rating_list: RatingList) -> Suspicions:
    """Return everything that is worth a second look in the list, judging by its ledger.

    Four queries, and one for the people.
    """
    events = Tournament.objects.filter(rated_in__list=rating_list).in_bulk()
    played = Pairing.objects.filter(tournament__rated_in__list=rating_list, white_result__in=PLAYED).annotate(**WHO)
    pairing, event, *sides, date = read_whole(played, ("pk", "tournament_id", *WHO), days=("date",))
    entries = entries_of(rating_list.entries.filter(kind=Kind.GAME))
    entries = entries[np.isin(entries.pairing, pairing)]
    order = np.argsort(pairing)
    tournament = look_up(pairing[order], event[order], entries.pairing)
    rules = parameters_of(rules_of(rating_list.pool, rating_list.date), system_of(rating_list.pool))
    expected = expected_of(rating_list.pool.system, entries.expected, entries.difference, rules)
    unlikely = sorted(_unlikely(entries, tournament, expected))
    twice = _elsewhere(events, event, sides, date)
    shown = list(twice.items())[:SHOWN]
    named = {*(found[1] for found in unlikely[:SHOWN]), *(who for (who, _where), _days in shown)}
    people = Member.objects.in_bulk(named)
    return Suspicions(
        turned=[events[pk] for pk in _turned(entries, tournament, expected)],
        elsewhere=[Elsewhere(people[who], days, [events[pk] for pk in where]) for (who, where), days in shown],
        elsewhere_count=len(twice),
        unlikely=[
            UnlikelyResult(people[member], events[pk], games, half_points, score, probability)
            for probability, member, pk, games, half_points, score in unlikely[:SHOWN]
        ],
        unlikely_count=len(unlikely),
    )


def _unlikely(
    entries: LedgerLines, tournament: Ints, expected: Floats
) -> Iterator[tuple[float, int, int, int, int, float]]:
    """Return probability, member, tournament, games, half points and expected score of each."""
    for rows in _together(np.column_stack((tournament, entries.member))):
        chances, half_points = expected[rows], int(entries.half_points[rows].sum())
        score = float(chances.sum())
        deviation = float(np.sqrt((chances * (1 - chances)).sum()))
        if abs(half_points / 2 - score) < max(LEAST_POINTS, LEAST_DEVIATIONS * deviation):
            continue
        probability = tail(chances.tolist(), half_points)
        if probability < RARE:
            yield probability, int(entries.member[rows[0]]), int(tournament[rows[0]]), len(rows), half_points, score


def _turned(entries: LedgerLines, tournament: Ints, expected: Floats) -> list[int]:
    """Return the ids of tournaments whose results may be reversed. Each game is looked at from one side only."""
    _pairings, once = np.unique(entries.pairing, return_index=True)
    found = (once[rows] for rows in _together(tournament[once]))
    return [
        int(tournament[rows[0]])
        for rows in found
        if odds_of_turning(expected[rows], entries.half_points[rows]) >= TURNED
    ]


def _together(keys: Ints) -> list[Ints]:
    """Group the rows by key."""
    if not len(keys):
        return []
    groups = group_by(np.unique(keys, axis=0, return_inverse=True)[1].ravel())
    return np.split(groups.order, groups.starts[1:])


def _elsewhere(
    events: Events, event: Ints, sides: Sequence[Ints], days: Ints
) -> dict[tuple[int, tuple[int, ...]], list[dt.date]]:
    """Return the days on which a member played in several towns, by member and tournaments (ids).

    Days are numbers such as 20260131.
    """
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    single = {pk: int(f"{each.start:%Y%m%d}") for pk, each in events.items() if each.start and each.start == each.end}
    for pk, day, *members in zip(event.tolist(), days.tolist(), *(side.tolist() for side in sides), strict=True):
        if when := day or single.get(pk):
            for member in filter(None, members):
                found[when, member].add(pk)
    together: dict[tuple[int, tuple[int, ...]], list[dt.date]] = defaultdict(list)
    for (day, member), pks in sorted(found.items()):
        if len({folded(events[pk].city) for pk in pks} - {""}) > 1:
            together[member, tuple(sorted(pks))].append(dt.date.fromisoformat(str(day)))
    return together
