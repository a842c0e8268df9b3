"""The go tournaments of the invented federation: handicaps, three board sizes, two paces, a guest. Pure and seeded."""

import dataclasses
import datetime as dt
import math
import random
from dataclasses import dataclass

from msgspec.structs import replace

from federation.identity.seasons import season_year
from federation.profiles.identity import Demo
from tournaments.demo.events import DemoEvent, in_order, score_pairs
from tournaments.demo.go_people import GUESTS, DemoGoPlayer
from tournaments.demo.people import DemoClub
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

RANK = 100
KOMI = 7.5
MOST_STONES = 9
SPREAD = 140  # points of level that make the stronger win 73 of 100 even games
ROUNDS = 5
_FORMATS = {19: ("open_gotha", "egd_h9", "ffg_tou"), 13: ("open_gotha", "ffg_tou"), 9: ("ffg_tou", "open_gotha")}


@dataclass(frozen=True)
class _Plan:
    name: str
    club: DemoClub
    players: list[DemoGoPlayer]  # the start list
    start: dt.date
    days: int
    board_size: int
    pace: str
    handicaps: bool
    format: str


def calendar(
    rng: random.Random, demo: Demo, go_clubs: list[DemoClub], people: list[DemoGoPlayer], days: tuple[dt.date, dt.date]
) -> list[DemoEvent]:
    """Return about forty tournaments between two days, by end; none crosses a half-year."""
    made: list[DemoEvent] = []
    first, last = days
    day = first + dt.timedelta(days=9)
    while day < last:
        crosses = day.month in {6, 12} and day.day > 28
        if not crosses and day.month not in {7, 8}:
            made.append(
                _swiss(rng, _plan(rng, demo.events, go_clubs=go_clubs, people=people, day=day, number=len(made)))
            )
        day += dt.timedelta(days=rng.choice([21, 28, 28, 35]))
    return in_order([event for event in made if event.report.end is not None and event.report.end <= last])


def _plan(
    rng: random.Random,
    names: dict[str, str],
    *,
    go_clubs: list[DemoClub],
    people: list[DemoGoPlayer],
    day: dt.date,
    number: int,
) -> _Plan:
    club = rng.choice(go_clubs)
    active = [player for player in people if player.member and season_year(day) in player.member.seasons]
    size = (19, 19, 13, 19, 9)[number % 5]
    full = size == 19
    chosen = rng.sample(active, rng.randrange(20, 36) if full else rng.randrange(10, 17))
    if number % 6 == 0:
        chosen.append(GUESTS[number // 6 % len(GUESTS)])
    quick = number % 5 > 1
    words = names["go"] if full else f"{names['go_small']} {size}×{size}"
    formats = _FORMATS[size]
    return _Plan(
        name=f"{words} {club.city} {day.year} ({number})",
        club=club,
        players=sorted(chosen, key=lambda player: (-player.level, player.pin)),
        start=day,
        days=1 if quick else 2,
        board_size=size,
        pace="rapid" if quick else "standard",
        handicaps=size > 9,
        format=formats[number // 5 % len(formats)] if not full else formats[number % len(formats)],
    )


def _swiss(rng: random.Random, plan: _Plan) -> DemoEvent:
    """Return a McMahon tournament: it starts with the scores of the ranks, then neighbours in the standings meet."""
    ranks = [player.level // RANK for player in plan.players]
    half_points = [0] * len(plan.players)
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    pairings: list[ReportedPairing] = []
    for number in range(1, ROUNDS + 1):
        order = sorted(range(len(plan.players)), key=lambda i: (-2 * ranks[i] - half_points[i], i))
        if len(order) % 2:
            free = next(i for i in reversed(order) if i not in rested)
            rested.add(free)
            order.remove(free)
            pairings.append(ReportedPairing(number, None, free + 1, None, Result.PAIRING_BYE, None))
            half_points[free] += 2
        for board, (one, two) in enumerate(score_pairs(order, met), 1):
            met.add(frozenset((one, two)))
            pairing = _game(rng, plan, (number, board), one, two)
            half_points[pairing.white - 1] += pairing.white_result.half_points
            half_points[(pairing.black or 0) - 1] += (pairing.black_result or Result.LOSS).half_points
            pairings.append(pairing)
    return _event(plan, pairings)


def _game(rng: random.Random, plan: _Plan, place: tuple[int, int], one: int, two: int) -> ReportedPairing:
    """Return a game; White is the stronger, the handicap is a stone less than the difference of ranks."""
    white, black = sorted((one, two), key=lambda i: -plan.players[i].level)
    gap = plan.players[white].level - plan.players[black].level
    stones = min(MOST_STONES, max(0, gap // RANK - 1)) if plan.handicaps else 0
    if not stones and rng.random() < 0.5:
        white, black, gap = black, white, -gap
    head_start = RANK * (stones - 0.5) if stones else 0
    white_wins = rng.random() < 1 / (1 + math.exp(-(gap - head_start) / SPREAD))
    letters = ("+-" if white_wins else "-+") if rng.random() < 0.01 else ("10" if white_wins else "01")
    return ReportedPairing(
        *place,
        white + 1,
        black + 1,
        Result(letters[0]),
        Result(letters[1]),
        handicap=stones,
        board_size=plan.board_size,
        komi=None if stones else KOMI,
    )


def _event(plan: _Plan, pairings: list[ReportedPairing]) -> DemoEvent:
    report = TournamentReport(
        format=plan.format,
        name=plan.name,
        city=plan.club.city,
        start=plan.start,
        end=plan.start + dt.timedelta(days=plan.days - 1),
        rounds=ROUNDS,
        pace=plan.pace,
        kind="mcmahon",
        discipline="go",
        program="OpenGotha 3.51",
        players=tuple(_reported(player, number) for number, player in enumerate(plan.players, 1)),
        pairings=tuple(pairings),
    )
    return DemoEvent(report, plan.club, plan.format)


def _reported(player: DemoGoPlayer, number: int) -> ReportedPlayer:
    return ReportedPlayer(
        number=number,
        last_name=player.last_name,
        first_name=player.first_name,
        federation=player.federation,
        licence=player.licence,
        rating=player.level if player.listed is None else player.listed,
        club=player.club,
        rank=number,
        grade=player.grade,
        pin=player.pin,
    )


def troubled(event: DemoEvent) -> DemoEvent:
    """Return the tournament as a hurried secretary sends it: two players without numbers, a game without a result."""
    players = list(event.report.players)
    players[2] = replace(players[2], licence="", pin="", last_name=players[2].last_name[:-1])
    players[5] = replace(players[5], licence="", pin="")
    open_game = next(pairing for pairing in event.report.pairings if pairing.black)
    pairings = tuple(
        replace(pairing, white_result=Result.PENDING, black_result=Result.PENDING) if pairing == open_game else pairing
        for pairing in event.report.pairings
    )
    return dataclasses.replace(event, report=replace(event.report, players=tuple(players), pairings=pairings))
