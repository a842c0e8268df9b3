"""The table of a series: who stands where, and why one team stands above the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from leagues.rules.criteria import Record, results_of, value, values
from leagues.rules.facts import LOST, NEITHER, WON, Board, Loser, Match
from leagues.rules.parameters import Rules
from leagues.rules.scoring import score

WITHDRAWN = "WITHDRAWN"  # why the last team that plays on stands above one that does not


@dataclass(frozen=True)
class Team:
    """A team of a series. ``number`` is that of the Berger table; equal teams are shown in its order."""

    key: int
    number: int = 0
    off: int = 0  # match points deducted by rulings, in halves
    withdrawn_after: int | None = None  # the last round it took part in


@dataclass(frozen=True)
class Reason:
    """Why a team stands above the next one: the first criterion that separates them, with the values of both.

    Without a code they are equal. ``equal``: the criteria before, on which they are. ``pending``: a direct match or a
    play-off that would come first and is not over.
    """

    code: str
    above: tuple[int, ...] = ()
    below: tuple[int, ...] = ()
    equal: tuple[str, ...] = ()
    pending: str = ""


@dataclass(frozen=True)
class Row:
    """A team in the table."""

    team: int
    place: int  # equal for teams that no criterion separates
    played: int
    won: int
    drawn: int
    lost: int
    match_points: int  # in halves, after deductions
    points: int  # board points, in halves
    against: int
    off: int
    values: Mapping[str, int]  # by code of a criterion
    form: tuple[int, ...]  # 1, 0, -1 for a won, drawn or lost match, in the order of rounds
    is_withdrawn: bool = False
    why: Reason | None = None  # above the next row; None in the last one


@dataclass(frozen=True)
class Table:
    rows: tuple[Row, ...]
    open_matches: int  # of those that count: without a result on some board

    @property
    def is_final(self) -> bool:
        return not self.open_matches


@dataclass
class _Places:
    """The order of teams as it is found, and why."""

    records: Mapping[int, Record]
    play_offs: Mapping[int, int]
    order: list[int] = field(default_factory=list)
    rank: dict[int, int] = field(default_factory=dict)
    why: dict[int, Reason] = field(default_factory=dict)  # by the upper team

    def place(
        self, group: list[int], criteria: tuple[str, ...], equal: tuple[str, ...] = (), pending: str = ""
    ) -> None:
        """Put the teams, equal by the criteria before, in order by the criteria that are left."""
        if len(group) < 2 or not criteria:
            self.rank |= dict.fromkeys(group, len(self.order) + 1)
            self.why |= dict.fromkeys(group, Reason("", equal=equal, pending=pending))
            self.order += group
            return
        code, *rest = criteria
        found = values(code, group, self.records, self.play_offs)
        if found is None:
            self.place(group, tuple(rest), equal, pending or code)
            return
        levels = sorted({found[team] for team in group}, reverse=True)
        for number, level in enumerate(levels):
            self.place([team for team in group if found[team] == level], tuple(rest), (*equal, code), pending)
            if number + 1 < len(levels):
                self.why[self.order[-1]] = Reason(code, level, levels[number + 1], equal, pending)


def table(
    teams: Iterable[Team], matches: Iterable[Match], rules: Rules, play_offs: Mapping[int, int] | None = None
) -> Table:
    """Return the table of a series. The order in which teams and matches come does not matter.

    A withdrawn team stands last; what becomes of its matches is said by the rules (`Withdrawal`), and until the officer
    has decided they count as they are. ``play_offs``: the place of a team in a play-off, 1 the best.
    """
    known = sorted(teams, key=lambda team: (team.number, team.key))
    counted = [each for each in settled(known, matches, rules) if not each.is_annulled]
    records = {team.key: Record(team.key, off=team.off) for team in known}
    for match in sorted(counted, key=lambda each: (each.round, each.key)):
        if match.has_result or match.ruled_match_points is not None:
            for team, result in zip(match.teams(), results_of(match, score(match, rules), rules), strict=True):
                records[team].results.append(result)
    gone = {team.key for team in known if team.withdrawn_after is not None}
    places = _Places(records, play_offs or {})
    places.place([team.key for team in known if team.key not in gone], rules.order.criteria)
    if gone and places.order:
        places.why[places.order[-1]] = Reason(WITHDRAWN)
    places.place([team.key for team in known if team.key in gone], rules.order.criteria)
    rows = [_row(team, records, team in gone, places, rules) for team in places.order]
    return Table(tuple(rows), sum(not match.is_finished for match in counted))


def settled(teams: Iterable[Team], matches: Iterable[Match], rules: Rules) -> list[Match]:
    """Return the matches as they count after withdrawals. A forfeited match makes no game."""
    gone = {team.key: team.withdrawn_after for team in teams if team.withdrawn_after is not None}
    listed = list(matches)
    annulled = {team for team, after in gone.items() if _is_annulled(team, after, listed, rules)}
    found = []
    for match in listed:
        if annulled.intersection(match.teams()):
            found.append(replace(match, is_annulled=True))
        elif rules.withdrawal.then and (
            lost := [team for team in match.teams() if gone.get(team, match.round) < match.round]
        ):
            found.append(_forfeited(match, lost, rules))
        else:
            found.append(match)
    return found


def _is_annulled(team: int, after: int, matches: Iterable[Match], rules: Rules) -> bool:
    if rules.withdrawal.then != "annul_before_half":
        return rules.withdrawal.then == "annul"
    mine = [match for match in matches if team in match.teams() and not match.is_annulled]
    return 2 * sum(match.round <= after for match in mine) < len(mine)


def _forfeited(match: Match, lost: list[int], rules: Rules) -> Match:
    """Return the match as lost without play by one team or both."""
    letters = NEITHER if len(lost) == 2 else (LOST if lost[0] == match.home else WON)
    by: Loser = "both" if len(lost) == 2 else ("home" if lost[0] == match.home else "away")
    boards = tuple(Board(number, letters) for number in range(1, rules.boards.count + 1))
    return replace(match, boards=boards, by_decision=by, ruled_match_points=None)


def _row(team: int, records: Mapping[int, Record], is_withdrawn: bool, places: _Places, rules: Rules) -> Row:
    record = records[team]
    finished = [each for each in record.results if each.score.is_finished]
    outcomes = tuple(each.outcome for each in finished)
    codes = [code for code in rules.order.criteria if code not in {"DIRECT", "PLAY_OFF"}]
    return Row(
        team=team,
        place=places.rank[team],
        played=len(finished),
        won=outcomes.count(1),
        drawn=outcomes.count(0),
        lost=outcomes.count(-1),
        match_points=record.match_points,
        points=record.points,
        against=sum(each.against for each in record.results),
        off=record.off,
        values={code: value(code, team, records) for code in codes},
        form=outcomes,
        is_withdrawn=is_withdrawn,
        why=None if team == places.order[-1] else places.why[team],
    )
