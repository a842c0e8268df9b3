"""Is a tournament here twice, under another name, in another format, or with a round more?

Two events are twins where half of the games of the smaller one stand in the other: the same two people in the same
round, and on the same days as far as both files say them. Under one name that is enough; under two names nearly all
results must agree as well, for a club's players meet again and again. Where one of them has no game yet (registrations,
a file sent before the first round), it is the name and half of the people.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q

from federation.names import folded, matching_key
from tournaments.models import Pairing, Participant, Stage, Tournament

SHARED = 0.5  # of the games of the smaller of two tournaments
LEAST_GAMES = 3  # under two names: one or two equal games may happen
EQUAL = 0.8  # under two names: of the results, since one may be corrected in one of the files
MARGIN = dt.timedelta(days=7)  # organisers' programs disagree on the days of an event
ORDER = [Stage.READ, Stage.SUBMITTED, Stage.ACCEPTED]

NEAR = dt.timedelta(days=3)  # programs disagree on the day of a round, weekly rounds do not


class Game(NamedTuple):
    """What is compared of a game: both letters, those of the alphabetically first player first, and its day."""

    letters: str
    day: dt.date | None


Games = dict[tuple[int, str, str], Game]  # by round and the two people in alphabetical order


@dataclass
class Contents:
    """What is compared of a tournament: the people who can be named, and the games between them."""

    games: Games = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    has_games: bool = False  # of anybody


class Resembling(NamedTuple):
    """A tournament as far as it matters for finding twins."""

    id: int
    name: str
    start: dt.date
    end: dt.date
    stage: str


def twins(tournaments: Sequence[Tournament]) -> Mapping[int, list[Resembling]]:
    """For each tournament (by id) those that it repeats: further on in the flow than it, or here before it.

    Three queries, whatever the number of tournaments. None is a twin without days, or after somebody said that it is
    no duplicate.
    """
    asked = [each for each in tournaments if each.start and each.end and not each.duplicate_allowed]
    if not asked:
        return {}
    others = _around(asked)
    near = {
        each.pk: [other for other in others if _goes_before(other, each) and _same_days(other, each)] for each in asked
    }
    contents = _contents(
        {pk for pk, found in near.items() if found} | {other.id for found in near.values() for other in found}
    )
    return {
        each.pk: [
            other
            for other in near[each.pk]
            if _are_twins(contents[each.pk], contents[other.id], one_name=folded(each.name) == folded(other.name))
        ]
        for each in asked
    }


def _are_twins(one: Contents, other: Contents, *, one_name: bool) -> bool:
    if one_name and not (one.has_games and other.has_games):
        shared = len(one.people & other.people)
        return shared > 0 and shared >= SHARED * min(len(one.people), len(other.people))
    return _are_same_games(one.games, other.games, one_name=one_name)


def _are_same_games(mine: Games, theirs: Games, *, one_name: bool) -> bool:
    least = SHARED * min(len(mine), len(theirs))
    shared = [(mine[key], theirs[key]) for key in mine.keys() & theirs.keys() if _on_one_day(mine[key], theirs[key])]
    if not shared or len(shared) < least:
        return False
    equal = sum(game.letters == other.letters for game, other in shared)
    return one_name or (len(shared) >= LEAST_GAMES and equal >= EQUAL * len(shared))


def _on_one_day(game: Game, other: Game) -> bool:
    return game.day is None or other.day is None or abs(game.day - other.day) <= NEAR


def _goes_before(other: Resembling, tournament: Tournament) -> bool:
    """One of two twins must give way: the one that is less far, else the later one."""
    stage = Stage.READ if tournament.stage == Stage.REJECTED else Stage(tournament.stage)
    place, own_place = (ORDER.index(Stage(other.stage)), -other.id), (ORDER.index(stage), -tournament.pk)
    return other.id != tournament.pk and place > own_place


def _same_days(other: Resembling, tournament: Tournament) -> bool:
    """The days touch, give or take a week."""
    return other.start <= tournament.end + MARGIN and tournament.start <= other.end + MARGIN


def _around(asked: Sequence[Tournament]) -> list[Resembling]:
    """The tournaments of the same days that were not rejected."""
    first, last = min(each.start for each in asked) - MARGIN, max(each.end for each in asked) + MARGIN
    rows = Tournament.objects.filter(Q(start__lte=last, end__gte=first)).exclude(stage=Stage.REJECTED)
    return [Resembling(*row) for row in rows.order_by("pk").values_list(*Resembling._fields)]


def _contents(ids: Collection[int]) -> dict[int, Contents]:
    """People who can be named and the games between them, by id of the tournament."""
    found: dict[int, Contents] = defaultdict(Contents)
    if not ids:
        return found
    people = {}
    columns = ("tournament_id", "pk", "member_id", "file_last_name", "file_first_name")
    for tournament, pk, member, last_name, first_name in (
        Participant.objects.filter(tournament__in=ids).order_by().values_list(*columns)
    ):
        people[pk] = f"{member}" if member else matching_key(last_name, first_name)
        if people[pk]:
            found[tournament].people.add(people[pk])
    games = Pairing.objects.filter(tournament__in=ids, black__isnull=False).order_by("pk")
    columns = ("tournament_id", "round", "white_id", "black_id", "white_result", "black_result", "date")
    days = ("tournament__start", "tournament__end")
    for tournament, number, white, black, white_result, black_result, date, start, end in games.values_list(
        *columns, *days
    ):
        found[tournament].has_games = True
        sides = sorted([(people[white], white_result), (people[black], black_result)])
        (one, result), (other, answer) = sides
        if one and other:
            day = date or (start if start == end else None)
            found[tournament].games[number, one, other] = Game(result + answer, day)
    return found
