"""What a ruling would change in the table of a series, before anybody makes it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from leagues.matches.rules_in_force import rules_of
from leagues.models import Match, Team
from leagues.rules.consequences import Effect, applied, points_off
from leagues.rules.parameters import Rules
from leagues.rules.scoring import Score, score
from leagues.rules.table import Row, table
from leagues.rulings.rule import as_played, effects_in_force
from leagues.standings.series_standings import SeriesTable, plain_match, points_taken, ranked_teams
from leagues.wording.points import of_score, points


@dataclass(frozen=True)
class TeamChange:
    """A team whose row in the table would change."""

    team: Team
    before: Row
    after: Row

    @property
    def moves(self) -> bool:
        """Return whether its place changes."""
        return self.before.place != self.after.place

    @property
    def match_points(self) -> tuple[str, str]:
        return points(self.before.match_points), points(self.after.match_points)

    @property
    def board_points(self) -> tuple[str, str]:
        return points(self.before.points), points(self.after.points)


@dataclass(frozen=True)
class Preview:
    """A match and the table of its series before and after a ruling."""

    before: Score
    after: Score
    teams: list[TeamChange]  # in order of the places after it

    @property
    def scores(self) -> tuple[str, str]:
        return of_score(self.before), of_score(self.after)

    @property
    def moving(self) -> list[TeamChange]:
        return [each for each in self.teams if each.moves]


def preview(
    now: SeriesTable,
    match: Match,
    effects: Sequence[Effect],
    replaced: Collection[int] = (),
    rules: Rules | None = None,
) -> Preview:
    """Return what effects would change. ``now``: the table of the series; ``replaced``: rulings (ids) they replace.

    ``rules``: those of the match, if they are known; otherwise they take one query.
    """
    kept = [ruling for ruling in now.rulings if ruling.pk not in replaced]
    of_match = effects_in_force(ruling for ruling in kept if ruling.match_id == match.pk)
    of_day = rules_of(match) if rules is None else rules
    boards = now.boards.get(match.pk, ())
    ruled = applied(as_played(match, boards), [*of_match, *effects], of_day)
    off = points_taken(kept, {each.pk: each for each in now.matches})
    for side, taken in points_off(effects).items():
        off[match.team(side).pk] += taken
    counted = [ruled if key == match.pk else plain for key, plain in now.plain.items()]  # no play-off
    after = table(ranked_teams(now.teams.values(), off), counted, now.rules)
    rows = {row.team: row for row in now.rows}
    changed = [TeamChange(now.teams[row.team], rows[row.team], row) for row in after.rows]
    return Preview(
        score(plain_match(match, boards), now.rules),
        score(ruled, now.rules),
        [each for each in changed if _shown(each.before) != _shown(each.after)],
    )


def _shown(row: Row) -> tuple[int, int, int]:
    return row.place, row.match_points, row.points
