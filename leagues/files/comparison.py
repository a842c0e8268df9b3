"""The tables of a season beside those of another system: no differences, or each of them named."""

from dataclasses import dataclass

from django.utils.translation import gettext_noop as noop

from federation.files import spreadsheets
from leagues.errors import Refused
from leagues.files.cells import text
from leagues.models import Season, Series
from leagues.standings.series_standings import tables
from leagues.wording.points import points

NEEDED = ("series", "place", "team", "match_points", "board_points")
MISSING = noop("The table lacks these columns: %(columns)s.")
HALF = {"½": 0.5, "": 0.0}


@dataclass(frozen=True)
class Difference:
    """A team about which the two say different things."""

    series: str
    team: str
    what: str  # of NEEDED; "team" if one of them does not have it
    theirs: str
    ours: str


@dataclass(frozen=True)
class Comparison:
    """What was compared, and where it differs."""

    teams: int
    series: int
    differences: list[Difference]


def compare(season: Season, data: bytes) -> Comparison:
    """Compare match points, board points and places of all teams. Eight queries. Raise `SheetError` and `Refused`."""
    sheet = spreadsheets.read(data)
    columns = {heading.strip().casefold(): place for place, heading in enumerate(sheet.header)}
    lacking = [name for name in NEEDED if name not in columns]
    if lacking:
        raise Refused(MISSING, columns=", ".join(lacking))
    theirs = {}
    for _line, row in sheet.rows:
        cells = {name: text(row, columns[name]) for name in NEEDED}
        theirs[cells["series"], cells["team"]] = cells
    rows = Series.objects.filter(division__season=season).select_related("division__season__competition")
    ours = {
        (now.series.code, now.teams[row.team].name): {
            "place": str(row.place),
            "match_points": points(row.match_points),
            "board_points": points(row.points),
        }
        for now in tables(rows)
        for row in now.rows
    }
    compared = {code for code, _team in theirs}
    known = {key for key in ours if key[0] in compared}
    found = [
        difference
        for key in sorted(theirs.keys() | known)
        for difference in _differences(*key, theirs.get(key), ours.get(key))
    ]
    return Comparison(len(theirs), len(compared), found)


def _differences(
    series: str, team: str, theirs: dict[str, str] | None, ours: dict[str, str] | None
) -> list[Difference]:
    if theirs is None or ours is None:
        return [Difference(series, team, "team", "–" if theirs is None else team, "–" if ours is None else team)]
    return [
        Difference(series, team, what, theirs[what], ours[what])
        for what in ("place", "match_points", "board_points")
        if _value(theirs[what]) != _value(ours[what]) and not (what == "place" and not theirs[what])
    ]


def _value(text: str) -> float | None:
    """Return a number as people write it: 11, 11.5, 11,5 or 11½; None for anything else."""
    text = text.replace(",", ".").replace("−", "-")
    half = 0.5 if text.endswith("½") else 0.0
    try:
        return float(text.removesuffix("½") or 0) + half
    except ValueError:
        return None
