"""Which board of a match is whose in a TRF26 file: record 300 (formats/trf, 2.4).

By itself a team sits in the order in which its record lists the players. Where it does not, or leaves a board empty, a
record 300 says the line-up: columns 5-7 the round, 9-11 the team, 13-15 its opponent, then start numbers every five
columns from 17 on, board by board, 0 for an empty board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from tournaments.formats.report import Place, Problem, ReportedPairing
from tournaments.formats.trf_records import Records
from tournaments.formats.trf_teams import listed_teams

LineUps = Mapping[tuple[int, int], Sequence[int]]  # by round and team: the players board by board, 0 for nobody


@dataclass
class _Match:
    """The pairings of two teams in a round, each with the players of one and of the other."""

    teams: tuple[int, int]
    sides: list[dict[int, int]] = field(default_factory=lambda: [{}, {}])  # place in the list of pairings by player

    def add(self, team: int, player: int, place: int) -> None:
        self.sides[self.teams.index(team)][player] = place


def with_boards(records: Records, pairings: Sequence[ReportedPairing]) -> tuple[list[ReportedPairing], list[Problem]]:
    """The pairings with the boards of the matches, and what of the records cannot be understood."""
    line_ups, problems = _line_ups(records.line_ups)
    homes: dict[int, int] = {}  # the team by player
    order: dict[int, int] = {}  # the place of the player in the list of his team
    for number, _name, players in listed_teams(records.teams):
        for place, player in enumerate(players):
            if number.isdecimal() and player not in homes:
                homes[player], order[player] = int(number), place
    boards: dict[int, int] = {}  # by place in the list of pairings
    for (round_number, _teams), match in _matches(pairings, homes).items():
        boards |= _boards(match, round_number, line_ups, order)
    return [replace(each, board=boards.get(place, each.board)) for place, each in enumerate(pairings)], problems


def _line_ups(records: Iterable[tuple[int, str]]) -> tuple[LineUps, list[Problem]]:
    line_ups: dict[tuple[int, int], Sequence[int]] = {}
    problems = []
    for line, text in records:
        words = text[3:].split()
        if len(words) > 3 and all(word.isdecimal() and len(word) <= 4 for word in words):
            line_ups[int(words[0]), int(words[1])] = [int(word) for word in words[3:]]
        else:
            problems.append(Problem("line_unknown", Place(line=line)))
    return line_ups, problems


def _matches(pairings: Sequence[ReportedPairing], homes: Mapping[int, int]) -> dict[tuple[int, frozenset[int]], _Match]:
    """By round and teams. A point without an opponent belongs to the match that the team has in this round."""
    matches: dict[tuple[int, frozenset[int]], _Match] = {}
    of_team: dict[tuple[int, int], list[_Match]] = defaultdict(list)
    alone = []
    for place, each in enumerate(pairings):
        white, black = homes.get(each.white), homes.get(each.black or 0)
        if white is None or black is None or white == black:
            alone.append((place, each, white))
            continue
        key = each.round, frozenset((white, black))
        if key not in matches:
            matches[key] = _Match((white, black))
            of_team[each.round, white].append(matches[key])
            of_team[each.round, black].append(matches[key])
        matches[key].add(white, each.white, place)
        matches[key].add(black, each.black or 0, place)
    for place, each, team in alone:
        played = of_team.get((each.round, team or 0), [])
        if each.black is None and each.white_result.half_points and len(played) == 1:
            played[0].add(team or 0, each.white, place)
    return matches


def _boards(match: _Match, round_number: int, line_ups: LineUps, order: Mapping[int, int]) -> dict[int, int]:
    """The board by place of the pairing: as a line-up says, else as the larger of the teams is listed."""
    boards: dict[int, int] = {}
    for team, side in zip(match.teams, match.sides, strict=True):
        for board, player in enumerate(line_ups.get((round_number, team), ()), start=1):
            if player in side:
                boards.setdefault(side[player], board)
    listed = max(match.sides, key=len)
    taken = set(boards.values())
    free = iter(sorted({*range(1, len(listed) + len(boards) + 1)} - taken))
    for player in sorted(listed, key=order.__getitem__):
        if listed[player] not in boards:
            boards[listed[player]] = next(free)
    return boards
