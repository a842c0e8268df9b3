"""The team tournament of the demo federation: clubs send their strongest players, and one team has a bye each round."""

import datetime as dt
import random
from itertools import zip_longest

from msgspec.structs import replace

from federation.identity.seasons import season_year
from federation.profiles.identity import Demo
from tournaments.demo.events import DemoEvent, play, reported, score_pairs
from tournaments.demo.people import DemoClub, DemoMember
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

TEAMS, BOARDS, RESERVES, ROUNDS = 9, 4, 2, 5
WAIT, BETWEEN = dt.timedelta(days=75), dt.timedelta(days=14)  # before the first round, and between rounds
TIE_BREAKS = ("GPTS", "BH/C1", "EMMSB", "EDE")
AWAY, SWAPPED, EMPTY = 0.3, 0.2, 0.08  # how often a player is away, two change places, the last board is empty

_LineUp = list[int]  # start numbers, from the first board on


def interclubs(
    rng: random.Random, demo: Demo, all_clubs: list[DemoClub], people: list[DemoMember], half_year: dt.date
) -> DemoEvent:
    """Return the tournament: nine teams, five Sundays within the half-year and within one season."""
    first = half_year + WAIT
    first += dt.timedelta(days=6 - first.weekday())
    days = tuple(first + number * BETWEEN for number in range(ROUNDS))
    teams = _teams(all_clubs, [member for member in people if season_year(first) in member.seasons])
    host = max(teams, key=lambda club: club.league)
    players = [member for members in teams.values() for member in members]
    report = TournamentReport(
        format="trf",
        name=f"{demo.events['teams']} {first.year}",
        city=host.city,
        start=days[0],
        end=days[-1],
        rounds=ROUNDS,
        pace="standard",
        time_control="90 min + 30 s",
        kind="team",
        players=tuple(_reported(member, number) for number, member in enumerate(players, 1)),
        pairings=tuple(_rounds(rng, players, days)),
        round_dates=days,
        tie_breaks=TIE_BREAKS,
    )
    return DemoEvent(report, host, report.format)


def _teams(all_clubs: list[DemoClub], active: list[DemoMember]) -> dict[DemoClub, list[DemoMember]]:
    """Return the strongest players of the largest clubs, the clubs by number."""
    by_club = {club: [member for member in active if member.club == club] for club in all_clubs}
    largest = sorted(by_club, key=lambda club: (-len(by_club[club]), club.number))[:TEAMS]
    size = BOARDS + RESERVES
    return {
        club: sorted(by_club[club], key=lambda member: (-member.strength, member.number))[:size]
        for club in sorted(largest, key=lambda club: club.number)
    }


def _reported(member: DemoMember, number: int) -> ReportedPlayer:
    return replace(reported(member, number, None), team=member.club.name)


def _rounds(rng: random.Random, players: list[DemoMember], days: tuple[dt.date, ...]) -> list[ReportedPairing]:
    """Return a Swiss of teams by match points; a bye is worth as much as a draw."""
    match_points = [0] * TEAMS
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    pairings: list[ReportedPairing] = []
    for number, day in enumerate(days, 1):
        order = sorted(range(TEAMS), key=lambda team: (-match_points[team], team))
        free = next(team for team in reversed(order) if team not in rested)
        rested.add(free)
        order.remove(free)
        match_points[free] += 1
        for one, two in score_pairs(order, met):
            met.add(frozenset((one, two)))
            match = _match(rng, players, (number, day), (_line_up(rng, one), _line_up(rng, two)))
            won, lost = _on_boards(match, one), _on_boards(match, two)
            match_points[one] += (won > lost) + (won >= lost)
            match_points[two] += (lost > won) + (lost >= won)
            pairings += match
        pairings += [
            ReportedPairing(number, None, player, None, Result.PAIRING_BYE, None, day)
            for player in _listed(free)[:BOARDS]
        ]
    return pairings


def _listed(team: int) -> _LineUp:
    size = BOARDS + RESERVES
    return list(range(team * size + 1, (team + 1) * size + 1))


def _line_up(rng: random.Random, team: int) -> _LineUp:
    """Return the line-up: the first players of the list unless one is away; sometimes out of order or one too few."""
    there = _listed(team)
    if rng.random() < AWAY:
        there.pop(rng.randrange(BOARDS))
    seated = there[:BOARDS]
    if rng.random() < SWAPPED:
        board = rng.randrange(BOARDS - 1)
        seated[board], seated[board + 1] = seated[board + 1], seated[board]
    return seated[:-1] if rng.random() < EMPTY else seated


def _match(
    rng: random.Random, players: list[DemoMember], when: tuple[int, dt.date], teams: tuple[_LineUp, _LineUp]
) -> list[ReportedPairing]:
    """Play a match. The first team has White on odd boards; a player without an opponent wins by forfeit."""
    number, day = when
    pairings = []
    for board, seats in enumerate(zip_longest(*teams), 1):
        white, black = seats if board % 2 else seats[::-1]
        if white is None or black is None:
            pairings.append(ReportedPairing(number, board, white or black, None, Result.FULL_BYE, None, day))
            continue
        results = play(rng, players[white - 1], players[black - 1])
        pairings.append(ReportedPairing(number, board, white, black, *results, day))
    return pairings


def _on_boards(match: list[ReportedPairing], team: int) -> int:
    """Return the board points of a team, in halves."""
    own = set(_listed(team))
    white = sum(each.white_result.half_points for each in match if each.white in own)
    return white + sum(each.black_result.half_points for each in match if each.black in own and each.black_result)
