"""A series over its whole season as one report, for TRF: a round robin of teams."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from federation.models import Member
from federation.profiles.reading import profile
from leagues.models import Board, Match, Series, Side, Team
from leagues.rules.facts import NO_RESULT
from leagues.standings.series_standings import SeriesTable, table_of
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.trf import writer as trf
from tournaments.formats.trf.writer import BERGER, TeamTotals

CYCLES = (1, 2)  # of which TRF26 has a code


@dataclass
class Players:
    """The players of matches by team, numbered as they first come."""

    found: dict[tuple[int, int], ReportedPlayer] = field(default_factory=dict)  # by team and member

    def number(self, team: Team, member: Member, strength: int | None) -> int:
        key = team.pk, member.pk
        if key not in self.found:
            self.found[key] = _player(len(self.found) + 1, team, member, strength)
        return self.found[key].number

    @property
    def listed(self) -> tuple[ReportedPlayer, ...]:
        return tuple(sorted(self.found.values(), key=lambda each: each.number))


def write(series: Series, edition: str) -> bytes:
    """Return the series as TRF16 or TRF26 (`edition`), without birth dates. Nine queries. Raise `DoesNotFit`."""
    now = table_of(series)
    totals = {now.teams[row.team].name: TeamTotals(row.match_points / 2, row.points / 2, row.place) for row in now.rows}
    return trf.write(report(now), edition=edition, federation=profile().federation.country, totals=totals)


def report(now: SeriesTable) -> TournamentReport:
    """Return what was played in a series: never a ruling. One query."""
    series, season = now.series, now.series.division.season
    boards = Board.objects.filter(match__series=series, match__is_play_off=False).exclude(match__revealed_at=None)
    by_match = {match.pk: match for match in now.matches}
    players = Players()
    pairings = [
        pairing
        for board in boards.select_related("home", "away").order_by("match__round", "match", "number")
        if (pairing := pairing_of(board, by_match[board.match_id], players))
    ]
    scale = now.rules.match_points
    return TournamentReport(
        format="league",
        name=f"{season.name}, {series.code}",
        start=min((match.day for match in now.matches), default=season.start),
        end=max((match.day for match in now.matches), default=season.end),
        rounds=max((match.round for match in now.matches), default=0),
        pace=series.division.pace,
        time_control=series.division.time_control,
        kind="team",
        players=players.listed,
        pairings=tuple(_numbered(pairings)),
        round_dates=_round_dates(now.matches),
        match_scoring=(float(scale.win), float(scale.draw), float(scale.loss)),
        system=BERGER[now.rules.fixtures.cycles] if now.rules.fixtures.cycles in CYCLES else "",
    )


def _player(number: int, team: Team, member: Member, strength: int | None) -> ReportedPlayer:
    last, first = ("", "") if member.hidden else (member.last_name, member.first_name)
    return ReportedPlayer(
        number,
        last or member.public_name,
        first,
        matricule=member.number,
        federation=member.fide_federation,
        fide_id=None if member.hidden else member.fide_id,
        rating=strength,
        club=team.club.name,
        sex="" if member.hidden else member.sex,
        team=team.name,
    )


def pairing_of(board: Board, match: Match, players: Players) -> ReportedPairing | None:
    """Return the pairing of a board; a board without an opponent is a full point alone, one without players nothing."""
    if board.played == NO_RESULT or (board.home is None and board.away is None):
        return None
    numbers = {
        side: players.number(match.team(side), member, getattr(board, f"{side}_strength"))
        for side in Side.values
        if (member := getattr(board, side))
    }
    letters = [Result(letter) for letter in board.played]
    if len(numbers) == 1:
        side, number = next(iter(numbers.items()))
        won = letters[0 if side == Side.HOME else 1] is Result.FORFEIT_WIN
        letter = Result.FULL_BYE if won else Result.ZERO_BYE
        return ReportedPairing(match.round, board.number, number, None, letter, None, date=match.day)
    sides = (Side.HOME, Side.AWAY) if board.home_is_white else (Side.AWAY, Side.HOME)
    white, black = letters if board.home_is_white else letters[::-1]
    return ReportedPairing(
        match.round, board.number, numbers[sides[0]], numbers[sides[1]], white, black, date=match.day
    )


def _numbered(pairings: Iterable[ReportedPairing]) -> list[ReportedPairing]:
    return sorted(pairings, key=lambda each: (each.round, each.board or 0, each.white))


def _round_dates(matches: Iterable[Match]) -> tuple[object, ...]:
    """Return the planned day of each round."""
    days = {match.round: match.moved_from or match.day for match in matches}
    return tuple(days.get(number) for number in range(1, max(days, default=0) + 1))
