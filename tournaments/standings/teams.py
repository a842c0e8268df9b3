"""Team events: the matches made of the games on their boards, and the points of the teams.

A match is won by more board points than the other team: 2 match points, 1 each for a draw, unless the file says
otherwise. No match points for a match without any board points, or for a team that lost without playing. A team without
a match gets what the byes of its players say: as much as a draw for the pairing-allocated bye (U) and the half-point
bye (H), as much as a win for a full-point bye (F), otherwise nothing; the rules of an event may set the worth of the
pairing-allocated bye. Board points count in halves, match points as they are.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.formats.report import Result
from tournaments.models import Pairing, Participant, Tournament

WON, DRAWN, LOST, NOTHING = "W", "D", "L", "Z"  # outcomes of a match for a team
# A team has the first of these byes that one of its players has.
_BYES = (Result.PAIRING_BYE, Result.FULL_BYE, Result.HALF_BYE, Result.ZERO_BYE)

Teams = Mapping[int, str]  # the team by id of the participant


class Points(NamedTuple):
    """Match points and board points of a team."""

    match_points: float  # whole ones as int
    board_points: int  # in halves


class Scale(NamedTuple):
    """The match points for a won, drawn and lost match."""

    won: float = 2
    drawn: float = 1
    lost: float = 0

    def worth(self, outcome: str) -> float:
        """Return the match points for an outcome: W, D, L or Z."""
        return {WON: self.won, DRAWN: self.drawn, LOST: self.lost}.get(outcome, 0)


USUAL = Scale()


@dataclass
class Match:
    """Two teams in a round. Home is the team of White on the first board."""

    round: int
    home: str
    away: str
    home_points: int = 0
    away_points: int = 0
    pairings: list[Pairing] = field(default_factory=list)  # board by board

    @property
    def is_played(self) -> bool:
        """Return whether a game was played on some board."""
        return bool(self.home_points and self.away_points) or any(each.results[0].is_played for each in self.pairings)

    @property
    def outcomes(self) -> tuple[str, str]:
        """Return the outcome for both teams: W, D, L or Z."""
        lost = LOST if self.is_played else NOTHING
        if self.home_points == self.away_points:
            return (DRAWN, DRAWN) if self.home_points else (lost, lost)
        return (WON, lost) if self.home_points > self.away_points else (lost, WON)


@dataclass(frozen=True)
class TeamBye:
    """A team without a match in a round."""

    round: int
    team: str
    letter: Result  # U, F, H or Z

    @property
    def key(self) -> tuple[int, str]:
        """Return what only one bye can have: round and team."""
        return self.round, self.team


@dataclass(frozen=True)
class Schedule:
    """The matches and byes of all teams in some rounds."""

    matches: list[Match]  # in order of round
    byes: list[TeamBye]
    singles: list[Pairing]  # pairings that belong to no match: byes, games of players without a team
    pairing_bye: Points | None = None  # the worth of the pairing-allocated bye, if the rules of the event set it
    scale: Scale = USUAL

    @property
    def boards(self) -> int:
        """Return the number of boards of the largest match."""
        return max((len(match.pairings) for match in self.matches), default=0)

    def worth(self, letter: Result) -> Points:
        """Return the points of a bye: U, F, H or Z."""
        if letter is Result.PAIRING_BYE and self.pairing_bye is not None:
            return self.pairing_bye
        if letter is Result.ZERO_BYE:
            return Points(0, 0)
        is_full = letter is Result.FULL_BYE
        return Points(self.scale.won if is_full else self.scale.drawn, (2 if is_full else 1) * self.boards)

    def match_points(self, match: Match) -> tuple[float, float]:
        home, away = map(self.scale.worth, match.outcomes)
        return home, away


def teams_of(participants: Iterable[Participant]) -> dict[int, str]:
    """Return the teams of all who have one, by id."""
    return {each.pk: each.file_team for each in participants if each.file_team}


def schedule(
    pairings: Iterable[Pairing],
    teams: Teams,
    pairing_bye: Points | None = None,
    scale: Scale = USUAL,
    byes: Iterable[TeamBye] = (),
) -> Schedule:
    """Return the matches and byes of pairings that come in order of round and board.

    ``byes``: those of teams without a match, in these rounds, which the pairings of their players do not have.
    """
    matches: dict[tuple[int, frozenset[str]], Match] = {}
    alone: list[Pairing] = []
    for pairing in pairings:
        white, black = teams.get(pairing.white_id, ""), teams.get(pairing.black_id or 0, "")
        if not white or not black or white == black:
            alone.append(pairing)
            continue
        match = matches.setdefault((pairing.round, frozenset((white, black))), Match(pairing.round, white, black))
        _count(match, pairing, white)
    of_team: dict[tuple[int, str], list[Match]] = defaultdict(list)
    for match in matches.values():
        of_team[match.round, match.home].append(match)
        of_team[match.round, match.away].append(match)
    singles = [pairing for pairing in alone if not _counted(pairing, teams, of_team)]
    for match in matches.values():
        _put_in_order(match, teams)
    found = {bye.key: bye for bye in (*_byes(singles, teams, of_team), *byes) if bye.key not in of_team}
    return Schedule(list(matches.values()), [found[key] for key in sorted(found)], singles, pairing_bye, scale)


def chosen_bye(tournament: Tournament) -> Points | None:
    """Return the worth of the pairing-allocated bye that was chosen on this site; None if none was."""
    match_points, board_points = tournament.team_bye_match_points, tournament.team_bye_board_points
    return None if match_points is None or board_points is None else Points(match_points, board_points)


def pairing_bye(tournament: Tournament) -> Points | None:
    """Return the worth of the pairing-allocated bye: as chosen here, else as in the file; None for half of a match."""
    of_file = tournament.file_facts.get("team_bye")
    return chosen_bye(tournament) or (Points(_plain(of_file[0]), round(2 * of_file[1])) if of_file else None)


def byes_of(tournament: Tournament) -> list[TeamBye]:
    """Return the byes that the file gives to teams, not to their players."""
    byes = tournament.file_facts.get("team_byes") or ()
    return [TeamBye(number, team, Result(letter)) for number, team, letter in byes]


def scale_of(tournament: Tournament) -> Scale:
    """Return the match points of the file, else the usual ones."""
    of_file = tournament.file_facts.get("match_scoring")
    return Scale(*map(_plain, of_file)) if of_file else USUAL


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number


def _put_in_order(match: Match, teams: Teams) -> None:
    """Put the boards in order; if the file numbers none (TRF), they follow the list of the players."""
    if all(pairing.board is not None for pairing in match.pairings if pairing.black_id is not None):
        match.pairings.sort(key=lambda each: (each.board is None, each.board or 0))
        return
    match.pairings.sort(key=lambda each: _place_in_list(each, match, teams))
    if teams[match.pairings[0].white_id] != match.home:
        match.home, match.away = match.away, match.home
        match.home_points, match.away_points = match.away_points, match.home_points


def _place_in_list(pairing: Pairing, match: Match, teams: Teams) -> tuple[bool, int]:
    is_home = teams[pairing.white_id] == match.home
    return pairing.black_id is None, pairing.white_id if is_home else pairing.black_id or pairing.white_id


def _counted(pairing: Pairing, teams: Teams, of_team: Mapping[tuple[int, str], list[Match]]) -> bool:
    """Count a point without an opponent while the team plays: a board left empty. Return whether it was one."""
    team = teams.get(pairing.white_id, "")
    played = of_team.get((pairing.round, team), [])
    if pairing.black_id is not None or len(played) != 1 or not pairing.results[0].half_points:
        return False
    _count(played[0], pairing, team)
    return True


def _count(match: Match, pairing: Pairing, white_team: str) -> None:
    white, black = pairing.results
    mine, other = white.half_points, black.half_points if black else 0
    if white_team != match.home:
        mine, other = other, mine
    match.home_points += mine
    match.away_points += other
    match.pairings.append(pairing)


def _byes(singles: Iterable[Pairing], teams: Teams, of_team: Mapping[tuple[int, str], list[Match]]) -> list[TeamBye]:
    letters: dict[tuple[int, str], set[Result]] = defaultdict(set)
    for pairing in singles:
        key = pairing.round, teams.get(pairing.white_id, "")
        if pairing.black_id is None and key[1] and key not in of_team:
            letters[key].add(pairing.results[0])
    found = ((key, next((bye for bye in _BYES if bye in results), None)) for key, results in sorted(letters.items()))
    return [TeamBye(number, team, letter) for (number, team), letter in found if letter]


def points_of(played: Schedule) -> dict[str, Points]:
    """Return the points of every team that played or had a bye."""
    match_points: dict[str, float] = defaultdict(int)
    board_points: dict[str, int] = defaultdict(int)
    for match in played.matches:
        home, away = played.match_points(match)
        for team, won, on_boards in ((match.home, home, match.home_points), (match.away, away, match.away_points)):
            match_points[team] += won
            board_points[team] += on_boards
    for bye in played.byes:
        worth = played.worth(bye.letter)
        match_points[bye.team] += worth.match_points
        board_points[bye.team] += worth.board_points
    return {team: Points(match_points[team], board_points[team]) for team in match_points}


def is_round_robin(played: Schedule, teams: Sequence[str]) -> bool:
    """Return whether every team met every other, there are more than two, and a free round is worth nothing.

    If it is worth points, this is a Swiss of few teams: its byes count in the tie-breaks as those of a Swiss.
    """
    if len(teams) <= 2 or any(any(played.worth(bye.letter)) for bye in played.byes):
        return False
    met: dict[str, set[str]] = defaultdict(set)
    for match in played.matches:
        met[match.home].add(match.away)
        met[match.away].add(match.home)
    return all(len(met[team]) == len(teams) - 1 for team in teams)
