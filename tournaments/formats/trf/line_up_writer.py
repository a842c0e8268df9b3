"""Record 300 of TRF26: the line-ups of teams that did not sit as they are listed (formats/trf, section 2.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tournaments.formats.report import ReportedPairing

NOBODY = 0

_Match = list[ReportedPairing]


def line_ups(pairings: Iterable[ReportedPairing], teams: Mapping[int, Sequence[int]]) -> Iterable[str]:
    """Return a record for each team that had a player before one listed earlier, or an empty board.

    ``teams``: start numbers by number of the team, as they are listed. Matches whose boards are not known have none.
    """
    homes = {player: team for team, players in teams.items() for player in players}
    order = {player: place for players in teams.values() for place, player in enumerate(players)}
    for (round_number, *both), match in sorted(_matches(pairings, homes).items()):
        if any(each.board is None for each in match):
            continue
        match.sort(key=lambda each: each.board or 0)
        for team, other in (both, reversed(both)):
            seated = [_player_of(team, each, homes) for each in match]
            places = [order[player] for player in seated if player]
            if places != sorted(places) or NOBODY in seated[: len(places)]:
                yield f"300 {round_number:3} {team:3} {other:3}" + "".join(f" {player:4}" for player in seated)


def _player_of(team: int, pairing: ReportedPairing, homes: Mapping[int, int]) -> int:
    players = (player for player in (pairing.white, pairing.black) if player and homes.get(player) == team)
    return next(players, NOBODY)


def _matches(pairings: Iterable[ReportedPairing], homes: Mapping[int, int]) -> dict[tuple[int, int, int], _Match]:
    """Return the matches by round and both teams; a point without opponent belongs to the only match of the team."""
    matches: dict[tuple[int, int, int], _Match] = defaultdict(list)
    of_team: dict[tuple[int, int], set[tuple[int, int, int]]] = defaultdict(set)
    alone = []
    for each in pairings:
        white, black = homes.get(each.white), homes.get(each.black or 0)
        if white is None or black is None or white == black:
            alone.append(each)
            continue
        key = each.round, min(white, black), max(white, black)
        matches[key].append(each)
        of_team[each.round, white].add(key)
        of_team[each.round, black].add(key)
    for each in alone:
        played = of_team.get((each.round, homes.get(each.white, 0)), set())
        if each.black is None and each.white_result.half_points and len(played) == 1:
            matches[next(iter(played))].append(each)
    return matches
