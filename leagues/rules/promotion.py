"""Who goes up and down after the season: a proposal from the tables."""

from __future__ import annotations

from collections.abc import Collection

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
