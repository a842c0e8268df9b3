"""Team events: the matches that the games of their boards make, and the standings of the teams.

A match is won by more board points than the other team has: 2 match points, 1 each for a draw. Teams are ordered by
match points, then by board points. Board points count in halves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tournaments.models import Pairing

WON, DRAWN = 2, 1


@dataclass
class Match:
    """Two teams in a round. Home is the team of White on the first board."""

    round: int
    home: str
    away: str
    home_points: int = 0
    away_points: int = 0
    pairings: list[Pairing] = field(default_factory=list)

    @property
    def match_points(self) -> tuple[int, int]:
        """Of both teams."""
        if self.home_points == self.away_points:
            return DRAWN, DRAWN
        return (WON, 0) if self.home_points > self.away_points else (0, WON)


@dataclass(frozen=True)
class TeamCell:
    """A match as one team sees it."""

    board_points: int
    opponent_line: int  # of the other team in the table, from 1


@dataclass
class TeamRow:
    """A line of the standings of the teams."""

    team: str
    rank: int = 0  # equal where neither points part them
    match_points: int = 0
    board_points: int = 0
    rounds: list[list[TeamCell]] = field(default_factory=list)

    @property
    def order(self) -> tuple[int, int]:
        """Who is first."""
        return self.match_points, self.board_points


def matches(pairings: Iterable[Pairing]) -> tuple[list[Match], list[Pairing]]:
    """The matches in order of round, and the pairings that belong to none: byes, players without a team.

    The participants of the pairings are selected with them.
    """
    found: dict[tuple[int, frozenset[str]], Match] = {}
    singles: list[Pairing] = []
    for pairing in pairings:
        teams = (pairing.white.file_team, pairing.black.file_team if pairing.black else "")
        if not all(teams) or teams[0] == teams[1]:
            singles.append(pairing)
            continue
        match = found.setdefault((pairing.round, frozenset(teams)), Match(pairing.round, *teams))
        _count(match, pairing)
    return list(found.values()), singles


def _count(match: Match, pairing: Pairing) -> None:
    white, black = pairing.results
    mine, other = white.half_points, black.half_points if black else 0
    if pairing.white.file_team != match.home:
        mine, other = other, mine
    match.home_points += mine
    match.away_points += other
    match.pairings.append(pairing)


def standings(teams: Sequence[str], played: Sequence[Match], rounds: Sequence[int]) -> list[TeamRow]:
    """The teams in order of rank, equal ones by name."""
    rows = {team: TeamRow(team) for team in teams}
    for match in played:
        home, away = match.match_points
        for team, won, on_boards in ((match.home, home, match.home_points), (match.away, away, match.away_points)):
            rows[team].match_points += won
            rows[team].board_points += on_boards
    ordered: list[TeamRow] = []
    by_name = sorted(rows.values(), key=lambda row: row.team)
    for _, equal in groupby(sorted(by_name, key=lambda row: row.order, reverse=True), key=lambda row: row.order):
        rank = len(ordered) + 1
        for row in equal:
            row.rank = rank
            ordered.append(row)
    _fill_rounds(ordered, played, rounds)
    return ordered


def _fill_rounds(rows: Sequence[TeamRow], played: Sequence[Match], rounds: Sequence[int]) -> None:
    lines: Mapping[str, int] = {row.team: line for line, row in enumerate(rows, start=1)}
    cells: dict[tuple[str, int], list[TeamCell]] = defaultdict(list)
    for match in played:
        cells[match.home, match.round].append(TeamCell(match.home_points, lines[match.away]))
        cells[match.away, match.round].append(TeamCell(match.away_points, lines[match.home]))
    for row in rows:
        row.rounds = [cells[row.team, number] for number in rounds]
