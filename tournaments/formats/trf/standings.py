"""What the teams of a TRF26 file reached (formats/trf, 2.4).

It stands in record 310: match points in columns 55-60, board points in 62-67, the rank in 69-71.
"""

import re
from typing import NamedTuple

from tournaments.formats.common.decoding import decode
from tournaments.formats.trf.records import collect_each
from tournaments.formats.trf.teams import listed_teams

_CELLS = (slice(54, 60), slice(61, 67), slice(68, 71))
_POINTS = re.compile(r"\d{1,4}(?:\.\d?)?")
_RANK = re.compile(r"\d{1,3}")


class Reached(NamedTuple):
    """What a team reached; rank 0: the file gives none."""

    match_points: float
    board_points: float
    rank: int = 0


def standings(data: bytes) -> dict[str, Reached]:
    """Return what each team reached, by name; leave out teams whose line has none. Raise `FormatError`."""
    lines = [line for records in collect_each(decode(data)[0]) for line in records.teams if line[:3] == "310"]
    found = {}
    for team, line in zip(listed_teams(lines), lines, strict=True):
        match_points, board_points, rank = (line[cells].strip() for cells in _CELLS)
        if _POINTS.fullmatch(match_points) and _POINTS.fullmatch(board_points) and _RANK.fullmatch(rank):
            found[team.name] = Reached(float(match_points), float(board_points), int(rank))
    return found
