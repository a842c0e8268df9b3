"""The checks of player lists: strengths, regular players, one list for a player, windows."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leagues.rules.parameters import Rules


@dataclass(frozen=True)
class Listed:
    """A line of a club's player list."""

    key: int
    club: int
    player: int
    position: int
    strength: int | None
    start: dt.date
    end: dt.date | None = None
    ratings: tuple[int, ...] = ()  # the player's own, national and FIDE
    titular_of: int | None = None  # team


@dataclass(frozen=True)
class ListFinding:
    """Something against the rules in a player list: of a player, or of a team."""

    code: str
    club: int
    player: int | None = None
    team: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def place(self) -> tuple[int, str, int, int]:
        """Return what orders findings: the same facts give them in the same order."""
        return self.club, self.code, self.player or 0, self.team or 0


@dataclass(frozen=True)
class Lists:
    """The player lists of a season on a day."""

    lines: Sequence[Listed]
    teams: Mapping[int, int]  # club of each team
    windows: Sequence[tuple[dt.date, dt.date]]  # in which lists may change; none: always
    season_start: dt.date

    def of_clubs(self) -> dict[int, list[Listed]]:
        found: dict[int, list[Listed]] = defaultdict(list)
        for line in sorted(self.lines, key=lambda each: (each.club, each.position, each.key)):
            found[line.club].append(line)
        return found


def check_lists(lists: Lists, rules: Rules, rules_of_team: Mapping[int, Rules]) -> list[ListFinding]:
    """Return what is against the rules in the player lists of a season. ``rules``: those of all divisions."""
    found = [each for check in CHECKS for each in check(lists, rules)]
    found += _titulars(lists, rules_of_team)
    return sorted(found, key=lambda each: each.place)


def _band(lists: Lists, rules: Rules) -> Iterator[ListFinding]:
    """Find strengths too far from the player's ratings, and those of players without one outside what is allowed."""
    limits = rules.strength
    for line in lists.lines:
        if line.strength is None:
            continue
        ratings = [max(rating, limits.floor or 0) for rating in line.ratings]
        if ratings:
            least = None if limits.band_below is None else min(ratings) - limits.band_below
            most = None if limits.band_above is None else max(ratings) + limits.band_above
        else:
            least, most = limits.unrated_least, limits.unrated_most
        if (least is not None and line.strength < least) or (most is not None and line.strength > most):
            facts = {"strength": line.strength, "least": least or 0, "most": most or "–"}
            yield ListFinding("strength_band", line.club, line.player, facts=facts)


def _twice(lists: Lists, rules: Rules) -> Iterator[ListFinding]:
    """Find two players of a club with the same strength: the later one of the list."""
    if rules.strength.equal != "fault":
        return
    for club, lines in lists.of_clubs().items():
        seen: set[int] = set()
        for line in lines:
            if line.strength is not None and line.strength in seen:
                yield ListFinding("strength_twice", club, line.player, facts={"strength": line.strength})
            seen.add(line.strength or -1)


def _order(lists: Lists, rules: Rules) -> Iterator[ListFinding]:
    """Find players behind a much weaker one."""
    gap = rules.strength.list_gap
    if gap is None:
        return
    for club, lines in lists.of_clubs().items():
        weakest = None
        for line in lines:
            if line.strength is None:
                continue
            if weakest is not None and line.strength - weakest >= gap:
                yield ListFinding("list_gap", club, line.player, facts={"gap": gap})
            weakest = line.strength if weakest is None else min(weakest, line.strength)


def _two_lists(lists: Lists, _rules: Rules) -> Iterator[ListFinding]:
    """Find players on the lists of two clubs: on the list that they joined later."""
    of_player: dict[int, list[Listed]] = defaultdict(list)
    for line in sorted(lists.lines, key=lambda each: (each.start, each.key)):
        if any(other.club != line.club for other in of_player[line.player]):
            yield ListFinding("two_lists", line.club, line.player)
        of_player[line.player].append(line)


def _windows(lists: Lists, _rules: Rules) -> Iterator[ListFinding]:
    """Find players who came onto a list on a day outside all windows; before the season any day will do."""
    for line in lists.lines:
        is_open = not lists.windows or line.start <= lists.season_start
        if not is_open and not any(start <= line.start <= end for start, end in lists.windows):
            yield ListFinding("outside_window", line.club, line.player, facts={"day": line.start})


def _titulars(lists: Lists, rules_of_team: Mapping[int, Rules]) -> Iterator[ListFinding]:
    """Find teams with too few or too many regular players."""
    counts = Counter(line.titular_of for line in lists.lines if line.titular_of is not None)
    for team, club in lists.teams.items():
        limits, count = rules_of_team[team].boards, counts[team]
        if count < limits.titulars_least:
            yield ListFinding("titulars_few", club, team=team, facts={"count": count, "least": limits.titulars_least})
        if limits.titulars_most is not None and count > limits.titulars_most:
            yield ListFinding("titulars_many", club, team=team, facts={"count": count, "most": limits.titulars_most})


CHECKS: tuple[Callable[[Lists, Rules], Iterable[ListFinding]], ...] = (_band, _twice, _order, _two_lists, _windows)
