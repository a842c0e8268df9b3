"""Who goes up and down after the season: a proposal from the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from leagues.rules.parameters import Rules
from leagues.rules.table import Table

UP, PLAY_OFF_UP, STAYS, PLAY_OFF_DOWN, DOWN = "up", "play_off_up", "stays", "play_off_down", "down"


def movements(table: Table, rules: Rules, declined: Collection[int] = ()) -> dict[int, str]:
    """Return what the table means for each team. A team that declines stays, and the next one takes its place.

    A withdrawn team is the first that goes down.
    """
    found = dict.fromkeys((row.team for row in table.rows), STAYS)
    limits = rules.movement
    rising = [row.team for row in table.rows if row.team not in declined and not row.is_withdrawn]
    for team, place in zip(rising, [UP] * limits.up + [PLAY_OFF_UP] * limits.play_off_up, strict=False):
        found[team] = place
    falling = [row.team for row in reversed(table.rows)]
    for team, place in zip(falling, [DOWN] * limits.down + [PLAY_OFF_DOWN] * limits.play_off_down, strict=False):
        found[team] = place
    return found


@dataclass(frozen=True)
class Place:
    """Where a team stands after the season."""

    team: int
    level: int  # 1 is the highest
    series: str
    movement: str  # play-offs are not played yet: a team of one stays


def next_places(places: Iterable[Place], series: Mapping[int, Sequence[str]]) -> dict[int, tuple[int, str]]:
    """Return level and series of each team in the next season. ``series``: those of each level.

    A team that stays keeps its series; the others go, in the order given, to the series with the fewest teams.
    """
    found: dict[int, tuple[int, str]] = {}
    sizes: dict[tuple[int, str], int] = defaultdict(int)
    moving: list[tuple[int, int]] = []
    for place in places:
        level = place.level + {UP: -1, DOWN: 1}.get(place.movement, 0)
        if level != place.level and level in series:
            moving.append((place.team, level))
        else:
            found[place.team] = place.level, place.series
            sizes[found[place.team]] += 1
    for team, level in moving:
        _size, letter = min((sizes[level, each], each) for each in series[level])
        found[team] = level, letter
        sizes[level, letter] += 1
    return found
