"""Which board of a match is whose in a TRF26 file: record 300 (formats/trf, 2.4).

By itself a team sits in the order in which its record lists the players. Where it does not, or leaves a board empty, a
record 300 says the line-up: columns 5-7 the round, 9-11 the team, 13-15 its opponent, then start numbers every five
columns from 17 on, board by board, 0 for an empty board.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, permutations

from msgspec.structs import replace

from tournaments.formats.report import Place, Problem, ReportedPairing
from tournaments.formats.trf.records import Records
from tournaments.formats.trf.teams import ListedTeam

NOBODY = 0  # at an empty board

LineUps = Mapping[tuple[int, int], Sequence[int]]  # by round and team: the players board by board, 0 for nobody
Match = dict[int, dict[int, int]]  # the places of its pairings in their list, by team and player


def with_boards(
    records: Records, teams: Iterable[ListedTeam], pairings: Sequence[ReportedPairing]
) -> tuple[list[ReportedPairing], list[Problem]]:
    """Return the pairings with the boards of the matches, and what of the records cannot be understood."""
    line_ups, problems = _line_ups(records.line_ups)
    homes: dict[int, int] = {}  # the team by player
    order: dict[int, int] = {}  # the place of the player in the list of the team
    for number, _name, players in teams:
        for place, player in enumerate(players):
            if number.isdecimal() and player not in homes:
                homes[player], order[player] = int(number), place
    boards: dict[int, int] = {}  # by place in the list of pairings
    for round_number, match in _matches(pairings, homes):
        boards |= _boards(match, round_number, line_ups, order)
    seated = [*pairings]
    for place, board in boards.items():
        seated[place] = replace(seated[place], board=board)
    return seated, problems


def _line_ups(records: Iterable[tuple[int, str]]) -> tuple[LineUps, list[Problem]]:
    line_ups: dict[tuple[int, int], Sequence[int]] = {}
    problems = []
    for line, text in records:
        words = text[3:].split()
        if len(words) > 3 and all(map(str.isdecimal, words)) and max(map(len, words)) <= 4:
            line_ups[int(words[0]), int(words[1])] = [int(word) for word in words[3:]]
        else:
            problems.append(Problem("line_unknown", Place(line=line)))
    return line_ups, problems


def _matches(pairings: Iterable[ReportedPairing], homes: Mapping[int, int]) -> list[tuple[int, Match]]:
    """Return rounds and matches. A point without an opponent belongs to the match that the team has in its round."""
    matches: dict[tuple[int, int, int], Match] = {}  # by round and both teams
    of_team: dict[tuple[int, int], list[Match]] = defaultdict(list)  # by round and team
    alone = []
    for place, each in enumerate(pairings):
        number, player, opponent = each.round, each.white, each.black
        white = homes.get(player)
        if white is None:
            continue
        if opponent is None:
            if each.white_result.half_points:
                alone.append((place, number, white, player))
            continue
        black = homes.get(opponent, white)
        if black == white:
            continue
        key = (number, white, black) if white < black else (number, black, white)
        match = matches.get(key)
        if match is None:
            match = matches[key] = {white: {}, black: {}}
            of_team[number, white].append(match)
            of_team[number, black].append(match)
        match[white][player] = match[black][opponent] = place
    for place, number, team, player in alone:
        played = of_team.get((number, team), [])
        if len(played) == 1:
            played[0][team][player] = place
    return [(key[0], match) for key, match in matches.items()]


def _boards(match: Match, round_number: int, line_ups: LineUps, order: Mapping[int, int]) -> dict[int, int]:
    """Return the board by place of the pairing: as a line-up says, else as the larger of the teams is listed."""
    boards: dict[int, int] = {}
    for team, side in match.items():
        for board, player in enumerate(line_ups.get((round_number, team), ()), start=1):
            if player in side:
                boards.setdefault(side[player], board)
    listed = max(match.values(), key=len)
    others = sorted((player for player in listed if listed[player] not in boards), key=order.__getitem__)
    taken = {*boards.values()}
    free = (board for board in count(1) if board not in taken)
    return boards | {listed[player]: board for player, board in zip(others, free, strict=False)}


def line_ups(pairings: Sequence[ReportedPairing], teams: Mapping[int, Sequence[int]]) -> Iterable[str]:
    """Return a record for each team that had a player before one listed earlier, or an empty board.

    ``teams``: start numbers by number of the team, as they are listed. Matches whose boards are not known have none.
    """
    homes = {player: team for team, players in teams.items() for player in players}
    order = {player: place for players in teams.values() for place, player in enumerate(players)}
    for round_number, match in sorted(_matches(pairings, homes), key=lambda each: (each[0], *sorted(each[1]))):
        places = sorted({place for side in match.values() for place in side.values()})
        if any(pairings[place].board is None for place in places):
            continue
        places.sort(key=lambda place: pairings[place].board or 0)
        for team, other in permutations(sorted(match)):
            players_at = {place: player for player, place in match[team].items()}
            seated = [players_at.get(place, NOBODY) for place in places]
            listed = [order[player] for player in seated if player]
            if listed != sorted(listed) or NOBODY in seated[: len(listed)]:
                yield f"300 {round_number:3} {team:3} {other:3}" + "".join(f" {player:4}" for player in seated)
