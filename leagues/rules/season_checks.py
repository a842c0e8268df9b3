"""The checks across matches: a player twice, tied to a team, in too many teams. One pass over all line-ups."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from leagues.rules import line_up_checks
from leagues.rules.facts import LineUp, Player
from leagues.rules.findings import Finding, finding
from leagues.rules.parameters import Rules

RulesOf = Callable[[LineUp], Rules]


@dataclass(frozen=True)
class Appearance:
    """A player on a board of a line-up."""

    line_up: LineUp
    board: int
    player: Player

    def found(self, code: str, **facts: object) -> Finding:
        return finding(code, self.line_up, self.board, self.player.key, **facts)


def check_season(line_ups: Iterable[LineUp], rules_of: RulesOf) -> list[Finding]:
    """Return all findings of the line-ups, each checked by the rules of its own day, always in the same order.

    To check one match, give the line-ups of its players as well, and keep what is found for that match.
    """
    listed = sorted(line_ups, key=lambda each: (each.day, each.round, each.match, each.side))
    found = [each for line_up in listed for each in line_up_checks.check(line_up, rules_of(line_up))]
    for appearances in _by_player(listed).values():
        found += _of_player(appearances, rules_of)
    found += _reserves(listed, rules_of)
    found += _averages(listed, rules_of)
    return sorted(found, key=lambda each: each.place)


def appearances_left(player: int, line_ups: Iterable[LineUp], line_up: LineUp, rules: Rules) -> int | None:
    """Return how often a player may still play in higher teams than that of ``line_up``; None if there is no limit."""
    most = rules.selection.tied_after
    if most is None:
        return None
    before = [each for each in _by_player(line_ups).get(player, ()) if _is_before(each.line_up, line_up)]
    return max(most - _most_above(before, line_up, rules), 0)


def _by_player(line_ups: Iterable[LineUp]) -> dict[int, list[Appearance]]:
    found: dict[int, list[Appearance]] = defaultdict(list)
    for line_up in line_ups:
        for board, player in line_up.manned:
            found[player.key].append(Appearance(line_up, board, player))
    return found


def _of_player(appearances: Sequence[Appearance], rules_of: RulesOf) -> Iterator[Finding]:
    for place, each in enumerate(appearances):
        rules, before = rules_of(each.line_up), appearances[:place]
        others = [other for other in appearances if other.line_up.match != each.line_up.match]
        yield from _twice(each, others, rules)
        if each.player.titular_of not in {None, each.line_up.team}:
            yield from _titular(each, appearances, rules)
        earlier = [other for other in before if _is_before(other.line_up, each.line_up)]
        most = rules.selection.tied_after
        above = _most_above(earlier, each.line_up, rules) if most is not None else 0
        if most is not None and above > most:
            yield each.found("tied", appearances=above, allowed=most)
        teams = {other.line_up.team for other in earlier} | {each.line_up.team}
        if rules.selection.teams_most is not None and len(teams) > rules.selection.teams_most:
            yield each.found("three_teams", teams=len(teams), allowed=rules.selection.teams_most)


def _twice(each: Appearance, others: Iterable[Appearance], rules: Rules) -> Iterator[Finding]:
    """Find a second match of a round, a day or a weekend: three different questions when matches are moved."""
    mine = each.line_up
    same: dict[str, Callable[[LineUp], bool]] = {
        "round": lambda other: other.round == mine.round,
        "day": lambda other: other.day == mine.day,
        "weekend": lambda other: (
            _week(other.day) == _week(mine.day) and _is_weekend(other.day) and _is_weekend(mine.day)
        ),
    }
    for span in rules.selection.twice:
        matches = sorted({other.line_up.match for other in others if same[span](other.line_up)})
        if matches:
            yield each.found(f"twice_in_{span}", matches=matches)


def _titular(each: Appearance, appearances: Iterable[Appearance], rules: Rules) -> Iterator[Finding]:
    """Find a regular player of another team: of the same series, or of a higher one, unless they may play anywhere."""
    own = each.player.titular_of
    if rules.selection.titulars_elsewhere == "higher":
        series = {other.line_up.series for other in appearances if other.line_up.team == own}
        if each.line_up.series in series:
            yield each.found("titular_other_team", team=own)


def _reserves(line_ups: Iterable[LineUp], rules_of: RulesOf) -> Iterator[Finding]:
    """Find the reserves of a team beyond the number that it may use in a season, and those in two teams of a series."""
    used: dict[int, set[int]] = defaultdict(set)
    teams: dict[tuple[int, int], set[int]] = defaultdict(set)  # by player and series
    for line_up in line_ups:
        rules = rules_of(line_up)
        for board, player in line_up.manned:
            teams[player.key, line_up.series].add(line_up.team)
            if player.titular_of is not None:
                continue
            if rules.selection.titulars_elsewhere == "higher" and len(teams[player.key, line_up.series]) > 1:
                yield finding("reserve_two_teams", line_up, board, player.key)
            used[line_up.team].add(player.key)
            most = rules.selection.reserves_most
            if most is not None and len(used[line_up.team]) > most:
                yield finding("too_many_reserves", line_up, board, player.key, most=most)


def _averages(line_ups: Iterable[LineUp], rules_of: RulesOf) -> Iterator[Finding]:
    """Find a lower team that is stronger on average than a higher team of its club on the same day."""
    together: dict[tuple[int, dt.date], list[LineUp]] = defaultdict(list)
    for line_up in line_ups:
        if rules_of(line_up).quotas.lower_team_above == "fault":
            together[line_up.club, line_up.day].append(line_up)
    for those in together.values():
        means = [(each, mean) for each in those if (mean := _mean(each, rules_of(each))) is not None]
        for lower, mean in means:
            higher = [other.team for other, theirs in means if other.rank < lower.rank and theirs < mean]
            if higher:
                yield finding("average_above_higher", lower, teams=sorted(higher))


def _mean(line_up: LineUp, rules: Rules) -> Fraction | None:
    rated = line_up_checks.counted(line_up, rules)
    return Fraction(sum(rated), len(rated)) if rated else None


def _most_above(earlier: Iterable[Appearance], line_up: LineUp, rules: Rules) -> int:
    """Return how often a player has played in higher teams of the club: in all of them, or in one of them at most."""
    by_team: dict[int, int] = defaultdict(int)
    for each in earlier:
        is_higher = each.line_up.club == line_up.club and each.line_up.rank < line_up.rank
        if is_higher and (rules.selection.forfeits_won_count or not each.line_up.is_won_by_forfeit):
            by_team[each.line_up.team] += 1
    counts = by_team.values()
    return max(counts, default=0) if rules.selection.tied_per == "team" else sum(counts)


def _is_before(one: LineUp, other: LineUp) -> bool:
    return (one.day, one.round) < (other.day, other.round) and one.match != other.match


def _week(day: dt.date) -> tuple[int, int]:
    return day.isocalendar()[:2]


def _is_weekend(day: dt.date) -> bool:
    return day.isoweekday() >= 6
