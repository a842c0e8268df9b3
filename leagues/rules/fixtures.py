"""Who meets whom: Berger tables, teams of one club early, home and away, and overfull halls."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournaments.on_site import berger


@dataclass(frozen=True)
class Entrant:
    """A team that is to get a number of the Berger table."""

    key: int
    club: int
    wish: int | None = None  # the number it asks for


@dataclass(frozen=True)
class Fixture:
    """A match that is to be played. ``day`` and ``venue`` are None until they are known."""

    round: int
    home: int
    away: int
    day: dt.date | None = None
    venue: int | None = None


@dataclass(frozen=True)
class Clash:
    """More boards in a hall on a day than it holds."""

    venue: int
    day: dt.date
    boards: int
    capacity: int
    fixtures: tuple[Fixture, ...]


def numbers(entrants: Sequence[Entrant], club_mates: str = "anywhere") -> dict[int, int]:
    """Return the number of each team in the Berger table. The first team to wish for a number gets it.

    Teams of a club get numbers that meet as early as possible, unless they may meet anywhere; others get the numbers
    that are left, in their order.
    """
    size = len(entrants) + len(entrants) % 2
    given: dict[int, int] = {}
    for entrant in entrants:
        if entrant.wish and entrant.wish <= len(entrants) and entrant.wish not in given.values():
            given[entrant.key] = entrant.wish
    if club_mates != "anywhere":
        _seat_club_mates(entrants, given, size)
    left = [number for number in range(1, len(entrants) + 1) if number not in given.values()]
    given |= dict(zip([each.key for each in entrants if each.key not in given], left, strict=True))
    return {each.key: given[each.key] for each in entrants}


def _seat_club_mates(entrants: Sequence[Entrant], given: dict[int, int], size: int) -> None:
    meeting = {frozenset(pair): number for number, pairs in enumerate(berger.rounds(size), start=1) for pair in pairs}
    of_club: dict[int, list[int]] = defaultdict(list)
    for entrant in entrants:
        of_club[entrant.club].append(entrant.key)
    for teams in sorted((each for each in of_club.values() if len(each) > 1), key=len, reverse=True):
        fixed = [given[team] for team in teams if team in given]
        free = [number for number in range(1, len(entrants) + 1) if number not in given.values()]
        loose = [team for team in teams if team not in given]
        choices = ((*fixed, *choice) for choice in combinations(free, len(loose)))
        best = min(choices, key=lambda choice: (_rounds(choice, meeting), choice))
        given |= dict(zip(loose, best[len(fixed) :], strict=True))


def _rounds(chosen: Sequence[int], meeting: Mapping[frozenset[int | None], int]) -> list[int]:
    """Return the rounds in which the numbers meet, the latest first."""
    return sorted((meeting[frozenset(pair)] for pair in combinations(chosen, 2)), reverse=True)


def fixtures(teams: Mapping[int, int], cycles: int = 1) -> list[Fixture]:
    """Return all matches of a series. ``teams``: by number of the Berger table, from 1 on.

    With an odd number of teams one is free in each round. The third and fourth time two teams meet repeat the first and
    second one.
    """
    if len(teams) < 2:
        return []
    once = berger.rounds(len(teams))
    plan = once if cycles == 1 else berger.rounds(len(teams), 2)
    if cycles > 2:
        plan = [*plan, *(berger.rounds(len(teams), cycles - 2) if cycles == 4 else once)]
    return [
        Fixture(number, teams[home], teams[away])
        for number, pairs in enumerate(plan, start=1)
        for home, away in pairs
        if away is not None
    ]


def swapped(fixture: Fixture, venue: int | None = None) -> Fixture:
    """Return the match with home and away swapped, in the hall of the new home team."""
    return replace(fixture, home=fixture.away, away=fixture.home, venue=venue)


def in_halls(
    found: Iterable[Fixture],
    boards: int,
    halls: Mapping[int, int],
    capacity: Mapping[int, int],
    taken: Mapping[tuple[int, dt.date], int],
) -> list[Fixture]:
    """Return the matches with days, each in the hall of its home team.

    Home and away are swapped where that hall is full on the day and the other one has room. ``halls``: by team;
    ``capacity``: boards by hall, 0 is any number; ``taken``: boards of other matches by hall and day.
    """
    used: dict[tuple[int, dt.date], int] = defaultdict(int, taken)
    placed = []
    for fixture in found:
        ways = replace(fixture, venue=halls.get(fixture.home)), swapped(fixture, halls.get(fixture.away))
        chosen = next((each for each in ways if _has_room(each, boards, capacity, used)), ways[0])
        if chosen.venue is not None and chosen.day is not None:
            used[chosen.venue, chosen.day] += boards
        placed.append(chosen)
    return placed


def _has_room(
    fixture: Fixture, boards: int, capacity: Mapping[int, int], used: Mapping[tuple[int, dt.date], int]
) -> bool:
    if fixture.venue is None or fixture.day is None or not capacity.get(fixture.venue, 0):
        return True
    return used.get((fixture.venue, fixture.day), 0) + boards <= capacity[fixture.venue]


def clashes(found: Iterable[Fixture], boards: int, capacity: Mapping[int, int]) -> list[Clash]:
    """Return where more boards are to be played in a hall on a day than it holds. A capacity of 0 is any number."""
    together: dict[tuple[int, dt.date], list[Fixture]] = defaultdict(list)
    for fixture in found:
        if fixture.venue is not None and fixture.day is not None:
            together[fixture.venue, fixture.day].append(fixture)
    return [
        Clash(venue, day, boards * len(those), capacity[venue], tuple(those))
        for (venue, day), those in sorted(together.items())
        if 0 < capacity.get(venue, 0) < boards * len(those)
    ]
