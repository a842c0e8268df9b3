"""Promotion and relegation after the season: a proposal from the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from msgspec import structs

from leagues.rules.parameters import Movement, PlayOff, Rules
from leagues.rules.scoring import Score
from leagues.rules.table import Table

UP, PLAY_OFF_UP, STAYS, PLAY_OFF_DOWN, DOWN = "up", "play_off_up", "stays", "play_off_down", "down"


def limits_of(rules: Rules, level: int, levels: Collection[int]) -> Movement:
    """Return how many teams of a level move. Nobody leaves the highest level upwards or the lowest one downwards.

    ``levels``: those of the season; 1 is the highest.
    """
    limits = rules.movement
    if level <= min(levels):
        limits = structs.replace(limits, up=0, play_off_up=0)
    if level >= max(levels):
        limits = structs.replace(limits, down=0, play_off_down=0)
    return limits


def movements(table: Table, limits: Movement, declined: Collection[int] = ()) -> dict[int, str]:
    """Return what the table means for each team. A team that declines stays, and the next one takes its place.

    A withdrawn team is the first to be relegated.
    """
    found = dict.fromkeys((row.team for row in table.rows), STAYS)
    rising = [row.team for row in table.rows if row.team not in declined and not row.is_withdrawn]
    for team, place in zip(rising, [UP] * limits.up + [PLAY_OFF_UP] * limits.play_off_up, strict=False):
        found[team] = place
    falling = [row.team for row in reversed(table.rows)]
    for team, place in zip(falling, [DOWN] * limits.down + [PLAY_OFF_DOWN] * limits.play_off_down, strict=False):
        found[team] = place
    return found


def winner(play_off: PlayOff, result: Score) -> Literal["home", "away"] | None:
    """Return who has won a play-off; None until that is known."""
    if not (result.is_finished or result.is_ruled):
        return None
    if result.winner:
        return "home" if result.winner > 0 else "away"
    return play_off.drawn


@dataclass(frozen=True)
class Place:
    """Where a team stands after the season."""

    team: int
    level: int  # 1 is the highest
    series: str
    movement: str  # until a play-off is decided, its teams stay

    def played_off(self, level: int) -> Place:
        """Return the place with what a play-off decided: the level of the next season."""
        movement = UP if level < self.level else DOWN if level > self.level else STAYS
        return replace(self, movement=movement)


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
