"""The standings of teams: match points or board points, then tie-breaks, calculated for each page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from federation.i18n.errors import filled
from tournaments.formats.report import Result
from tournaments.models import Pairing, Participant, Tournament
from tournaments.standings import teams
from tournaments.standings.team_tie_break_codes import BOARD_POINTS, MATCH_POINTS, team_order_of, team_tie_break
from tournaments.standings.team_tie_breaks import TeamTieBreaks, compute
from tournaments.standings.tie_break_codes import TieBreak
from tournaments.standings.tie_breaks import TieBreakError, Value

ON_THE_SPOT = 120  # teams; fifty teams over eleven rounds take a twentieth of a second


@dataclass(frozen=True)
class TeamCell:
    """A match from the point of view of one team; a bye has no opponent."""

    board_points: int
    opponent_line: int | None  # of the other team in the table, from 1


@dataclass
class TeamRow:
    team: str
    rank: int  # equal for ties that the tie-breaks do not break
    match_points: float  # whole ones as int
    board_points: int
    tie_breaks: Mapping[str, Value]  # by code
    rounds: list[list[TeamCell]] = field(default_factory=list)


@dataclass(frozen=True)
class TeamStandings:
    """All teams in order of rank, equal ones by name."""

    rows: list[TeamRow]
    rounds: list[int]
    bye: teams.Points  # what the bye of the pairing is worth
    scale: teams.Scale  # what a match is worth
    used: list[TieBreak]  # match points or board points, then the others that decide
    rules: str = ""  # the edition of C.07: its day
    note: str = ""  # why there are no more tie-breaks


def standings(tournament: Tournament) -> TeamStandings:
    """Return the standings of the teams. Two queries."""
    participants = tournament.participants.only("tournament", "file_team").order_by("number")
    asked = ("tournament", "round", "board", "white", "black", "white_result", "black_result")
    return standings_of(tournament, participants, tournament.pairings.only(*asked).order_by("round", "board", "pk"))


def standings_of(
    tournament: Tournament, participants: Iterable[Participant], pairings: Iterable[Pairing]
) -> TeamStandings:
    """Return the standings of the teams from rows of participants, by number, and pairings, by round and board."""
    members = teams.teams_of(participants)
    names = sorted(set(members.values()))
    byes = [bye for bye in teams.byes_of(tournament) if bye.team in names]
    played = teams.schedule(pairings, members, teams.pairing_bye(tournament), teams.scale_of(tournament), byes)
    points = dict.fromkeys(names, teams.Points(0, 0)) | teams.points_of(played)
    codes, found, note = _computed(tournament, played, members, names)
    ranks = found.ranks if found else _by_points(points, codes)
    rows = [TeamRow(name, ranks[name], *points[name], found.values[name] if found else {}) for name in names]
    rows.sort(key=lambda row: (row.rank, row.team))
    rounds = list(range(1, max([tournament.rounds, *(match.round for match in played.matches)]) + 1))
    _fill_rounds(rows, played, rounds)
    used = [team_tie_break(code) for code in codes]
    rules = found.rules if found else ""
    return TeamStandings(rows, rounds, played.worth(Result.PAIRING_BYE), played.scale, used, rules, note)


def _computed(
    tournament: Tournament, played: teams.Schedule, members: teams.Teams, names: Sequence[str]
) -> tuple[list[str], TeamTieBreaks | None, str]:
    """Return what decides and its values, or the points alone and why."""
    robin = teams.is_round_robin(played, names)
    codes = team_order_of(tournament, robin)
    both = [codes[0], MATCH_POINTS if codes[0] == BOARD_POINTS else BOARD_POINTS]
    if tournament.is_go or len(names) > ON_THE_SPOT:
        return both, None, ""
    try:
        return codes, compute(played, members, tournament.start, codes, robin), ""
    except TieBreakError as error:
        return both, None, filled(error.template, error.facts)


def _by_points(points: Mapping[str, teams.Points], codes: Sequence[str]) -> dict[str, int]:
    """Return the rank of each team by match points and board points, in the order of the codes."""
    order = -1 if codes[0] == BOARD_POINTS else 1
    ranks: dict[str, int] = {}
    best_first = sorted(points, key=lambda name: points[name][::order], reverse=True)
    for _, equal in groupby(best_first, key=lambda name: points[name]):
        ranks |= dict.fromkeys(list(equal), len(ranks) + 1)
    return ranks


def _fill_rounds(rows: Sequence[TeamRow], played: teams.Schedule, rounds: Sequence[int]) -> None:
    lines = {row.team: line for line, row in enumerate(rows, start=1)}
    cells: dict[tuple[str, int], list[TeamCell]] = defaultdict(list)
    for match in played.matches:
        cells[match.home, match.round].append(TeamCell(match.home_points, lines[match.away]))
        cells[match.away, match.round].append(TeamCell(match.away_points, lines[match.home]))
    for bye in played.byes:
        worth = played.worth(bye.letter)
        if any(worth):
            cells[bye.team, bye.round].append(TeamCell(worth.board_points, None))
    for row in rows:
        row.rounds = [cells[row.team, number] for number in rounds]
