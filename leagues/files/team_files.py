"""A file of a pairing program (TRF, Swiss-Chess ...) with one series, as the table that a take-over reads."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext_noop as noop
from msgspec.structs import replace

from federation.files import spreadsheets
from federation.identity.member_numbers import key_of
from federation.models import Affiliation, Member
from leagues.errors import Refused
from leagues.files import comparison
from leagues.files.takeover import NEEDED
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import ListEntry, RoundDay, Series
from tournaments import formats
from tournaments.formats.report import FormatError, ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.trf.standings import Reached, standings
from tournaments.formats.trf.writer import LONGEST_TEAM
from tournaments.models import Pairing
from tournaments.standings.teams import USUAL, Scale, points_of, schedule

NO_TEAMS = noop("This file holds no team tournament: choose the file of one series.")
UNREADABLE = noop("This file cannot be read: %(problem)s")
COLUMNS = (*NEEDED, "home_club", "away_club", "home_strength", "away_strength", "white")
WON = {Result.FORFEIT_WIN, Result.FULL_BYE}


class Match(NamedTuple):
    """A match in a file."""

    round: int
    teams: frozenset[str]


def as_table(series: Series, filename: str, data: bytes) -> bytes:
    """Return the boards of the team tournament in a file as CSV. Seven queries. Raise `Refused`."""
    report, known = _report(filename, data), _known_names(series)
    players = {each.number: replace(each, team=known.get(_name(each.team), each.team)) for each in report.players}
    report = replace(report, players=tuple(players.values()))
    members = _members(series, report.players)
    clubs = _clubs(report, members)
    days = _days(series, report)
    white_is_home = (
        RulesOfSeasons([series.division.season]).on(series.division, series.division.season.start).boards.white
        == "home_odd"
    )
    rows = []
    for match, pairings in _matches(report, players).items():
        home, away = _sides(match, pairings, players, white_is_home=white_is_home)
        day = pairings[0].date or days.get(match.round) or report.start
        for number, pairing in enumerate(pairings, start=1):
            numbers = (pairing.white, pairing.black)
            seated = {players[each].team: players[each] for each in numbers if each}
            there = [seated.get(team) for team in (home, away)]
            rows.append(
                [
                    *(series.code, match.round, day, home, away, number),
                    *(_number(player, members) for player in there),
                    _letters(pairing, players, home),
                    *(clubs.get(home, ""), clubs.get(away, "")),
                    *(player.rating if player else "" for player in there),
                    "home" if players[pairing.white].team == home else "away",
                ]
            )
    return spreadsheets.write_csv(COLUMNS, rows)


def as_standings(series: Series, filename: str, data: bytes) -> bytes:
    """Return the standings of the team tournament in a file as CSV, for a comparison. One query. Raise `Refused`.

    TRF26 gives points and rank of each team. For other files the points are calculated from the games; they give no
    place.
    """
    report = _report(filename, data)
    names = {player.team: "" for player in report.players if player.team}
    of_file = {_name(name): totals for name, totals in _reached(report, data).items()}
    known = _known_names(series)
    rows = []
    for name in names:
        reached = of_file.get(_name(name), Reached(0, 0))
        team = known.get(_name(name), name)
        rows.append([series.code, reached.rank or "", team, reached.match_points, reached.board_points])
    return spreadsheets.write_csv(comparison.NEEDED, rows)


def _reached(report: TournamentReport, data: bytes) -> Mapping[str, Reached]:
    """Return what each team reached: as the file gives it, else calculated from its games, without a rank."""
    given = standings(data) if report.format == "trf" else {}
    if given:
        return given
    pairings = [
        Pairing(
            round=each.round,
            board=each.board,
            white_id=each.white,
            black_id=each.black,
            white_result=each.white_result.value,
            black_result=each.black_result.value if each.black_result else "",
        )
        for each in report.pairings
    ]
    scale = Scale(*report.match_scoring) if report.match_scoring else USUAL
    played = schedule(pairings, {player.number: player.team for player in report.players if player.team}, scale=scale)
    return {name: Reached(points.match_points, points.board_points / 2) for name, points in points_of(played).items()}


def _known_names(series: Series) -> dict[str, str]:
    """Return the names of the teams of a series as the site has them, by what files keep of them. One query."""
    return {_name(name): name for name in series.teams.values_list("name", flat=True)}


def _name(name: str) -> str:
    """Return what files keep of the name of a team: TRF has 32 characters for it."""
    return name[:LONGEST_TEAM].strip().casefold()


def _report(filename: str, data: bytes) -> TournamentReport:
    try:
        reports = formats.read(filename, data)
    except FormatError as problem:
        raise Refused(UNREADABLE, problem=problem) from None
    with_teams = [each for each in reports if sum(bool(player.team) for player in each.players) > 1]
    if len(with_teams) != 1:
        raise Refused(NO_TEAMS)
    return with_teams[0]


def _members(series: Series, players: Iterable[ReportedPlayer]) -> dict[int, Member]:
    """Return the member of each player (number): by member number, FIDE id, or name in a player list. Three queries."""
    listed = list(players)
    keys = {key_of(player.matricule) for player in listed} - {0}
    by_key = Member.objects.filter(merged_into=None).in_bulk(keys, field_name="key")
    ids = {player.fide_id for player in listed if player.fide_id}
    by_id = {each.fide_id: each for each in Member.objects.filter(merged_into=None, fide_id__in=ids)}
    by_name = _listed_by_name(series)
    found = {
        player.number: by_key.get(key_of(player.matricule))
        or by_id.get(player.fide_id)
        or by_name.get((player.last_name.casefold(), player.first_name.casefold()))
        for player in listed
    }
    return {number: member for number, member in found.items() if member}


def _listed_by_name(series: Series) -> dict[tuple[str, str], Member]:
    """Return the members on player lists of the season whose names are unique there."""
    found: dict[tuple[str, str], set[Member]] = defaultdict(set)
    for entry in ListEntry.objects.filter(season=series.division.season_id).select_related("member"):
        found[entry.member.last_name.casefold(), entry.member.first_name.casefold()].add(entry.member)
    return {name: next(iter(members)) for name, members in found.items() if len(members) == 1}


def _clubs(report: TournamentReport, members: Mapping[int, Member]) -> dict[str, str]:
    """Return the number of the club of each team: that to which most of its players are affiliated. One query."""
    day = report.start or timezone.localdate()
    rows = Affiliation.objects.on(day).filter(member__in=members.values(), club__isnull=False)
    of_member = dict(rows.values_list("member", "club__number"))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for player in report.players:
        member = members.get(player.number)
        if member and member.pk in of_member:
            counts[player.team][of_member[member.pk]] += 1
    return {team: clubs.most_common(1)[0][0] for team, clubs in counts.items()}


def _days(series: Series, report: TournamentReport) -> dict[int, dt.date]:
    """Return the day of each round: that of the file before that of the calendar. One query."""
    calendar = RoundDay.objects.filter(season=series.division.season, kind__in=RoundDay.REGULAR)
    days = {row.number: row.date for row in calendar}
    return days | {number: day for number, day in enumerate(report.round_dates, start=1) if day}


def _matches(report: TournamentReport, players: Mapping[int, ReportedPlayer]) -> dict[Match, list[ReportedPairing]]:
    """Return the pairings of each match, board by board; a player without an opponent sits in the match of the team."""
    of_match: dict[Match, list[ReportedPairing]] = defaultdict(list)
    of_team: dict[tuple[int, str], Match] = {}
    alone = []
    for pairing in report.pairings:
        if pairing.black is None:
            alone.append(pairing)
            continue
        match = Match(pairing.round, frozenset({players[pairing.white].team, players[pairing.black].team}))
        if len(match.teams) < 2 or "" in match.teams:
            raise Refused(NO_TEAMS)
        of_match[match].append(pairing)
        of_team.update({(pairing.round, team): match for team in match.teams})
    for pairing in alone:
        match = of_team.get((pairing.round, players[pairing.white].team))
        if match and pairing.white_result in WON:
            of_match[match].append(pairing)
    for match, pairings in of_match.items():
        first = min(match.teams)
        pairings.sort(key=lambda each: (each.board or 0, _seat(each, players, first)))
    return dict(sorted(of_match.items(), key=lambda item: (item[0].round, sorted(item[0].teams))))


def _seat(pairing: ReportedPairing, players: Mapping[int, ReportedPlayer], team: str) -> int:
    return next((each for each in (pairing.white, pairing.black) if each and players[each].team == team), 0)


def _sides(
    match: Match, pairings: list[ReportedPairing], players: Mapping[int, ReportedPlayer], *, white_is_home: bool
) -> tuple[str, str]:
    """Return home and away: home has White on the first board."""
    white = players[pairings[0].white].team
    (other,) = match.teams - {white}
    return (white, other) if white_is_home else (other, white)


def _number(player: ReportedPlayer | None, members: Mapping[int, Member]) -> str:
    """Return the member number; of a player who is not known what the file says, so that the preview names it."""
    if player is None:
        return ""
    member = members.get(player.number)
    return member.number if member else f"{player.last_name} {player.first_name} {player.matricule}".strip()


def _letters(pairing: ReportedPairing, players: Mapping[int, ReportedPlayer], home: str) -> str:
    is_home = players[pairing.white].team == home
    if pairing.black_result is None:
        return "+-" if is_home else "-+"
    letters = f"{pairing.white_result.value}{pairing.black_result.value}"
    return letters if is_home else letters[::-1]
