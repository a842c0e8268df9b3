"""The tournaments of the invented federation: who plays, who meets whom, who wins. Pure and seeded."""

import dataclasses
import datetime as dt
import random
from dataclasses import dataclass

from msgspec.structs import replace

from federation.identity.seasons import season_year
from federation.profiles.identity import Demo
from tournaments.demo.people import DemoClub, DemoMember
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport


@dataclass(frozen=True)
class DemoEvent:
    """A tournament as its organiser's program would write it."""

    report: TournamentReport
    club: DemoClub
    format: str  # key of tournaments.formats.FORMATS


def calendar(
    rng: random.Random, demo: Demo, all_clubs: list[DemoClub], people: list[DemoMember], days: tuple[dt.date, dt.date]
) -> list[DemoEvent]:
    """Return the tournaments between two days, by end, about fifty a year if there is no pause between them: opens,
    club championships, rapids.
    """
    made: list[DemoEvent] = []
    first, last = days
    day = first + dt.timedelta(days=3)
    while day < last:
        if day.month not in {7, 8} or rng.random() < 0.4:
            made.append(_one(rng, demo.events, all_clubs=all_clubs, people=people, day=day, number=len(made)))
        day += demo.pause * dt.timedelta(days=rng.choice([5, 7, 7, 9]))
    return in_order([event for event in made if event.report.end is not None and event.report.end <= last])


def in_order(made: list[DemoEvent]) -> list[DemoEvent]:
    return sorted(made, key=lambda event: (event.report.end, event.report.name))


_FORMATS = ["papi", "swiss_chess", "trf", "games_csv", "trf", "swiss_chess", "papi", "trf"]


@dataclass(frozen=True)
class _Plan:
    """A tournament before its first round."""

    name: str
    club: DemoClub
    players: list[DemoMember]  # the start list
    start: dt.date
    rounds: int
    days_between: int  # between two rounds; 0 = two rounds a day
    format: str
    pace: str = "standard"


def _one(
    rng: random.Random,
    names: dict[str, str],
    *,
    all_clubs: list[DemoClub],
    people: list[DemoMember],
    day: dt.date,
    number: int,
) -> DemoEvent:
    club = rng.choice(all_clubs)
    file_format = _FORMATS[number % len(_FORMATS)]
    year = season_year(day)
    active = [member for member in people if year in member.seasons]
    kind = number % 5
    if kind == 0:
        players = _spread(rng, [m for m in active if m.club.league == club.league], rng.randrange(40, 90))
        return _swiss(
            rng, _Plan(f"{names['open']} {club.city} {day.year} ({number})", club, players, day, 7, 0, file_format)
        )
    if kind in {1, 2}:
        field = [m for m in active if m.club.number == club.number]
        players = _spread(rng, field, min(len(field), 10) // 2 * 2)
        if len(players) >= 6:
            name = f"{club.name} {year - 1}-{year} {'AB'[kind - 1]}{number}"
            return _round_robin(rng, _Plan(name, club, players, day, len(players) - 1, 7, file_format))
    if kind == 3:
        players = _spread(rng, [m for m in active if m.strength < 1700], rng.randrange(20, 46))
        return _swiss(
            rng, _Plan(f"{names['hopes']} {club.city} {day.year} ({number})", club, players, day, 5, 0, file_format)
        )
    players = _spread(rng, active, rng.randrange(24, 60))
    pace = "rapid" if number % 15 == 4 else "standard"
    return _swiss(
        rng, _Plan(f"{names['grand_prix']} {club.city} {number}", club, players, day, 9, 7, file_format, pace)
    )


def _spread(rng: random.Random, field: list[DemoMember], count: int) -> list[DemoMember]:
    """Return a start list: ``count`` players of the field, the strongest first."""
    chosen = rng.sample(field, min(count, len(field)))
    return sorted(chosen, key=lambda member: (-member.strength, member.number))


def reported(member: DemoMember, number: int, points: float | None) -> ReportedPlayer:
    """Return what a file says of a member."""
    return ReportedPlayer(
        number=number,
        last_name=member.last_name,
        first_name=member.first_name,
        matricule=member.number,
        birth_date=member.birth_date,
        federation=member.fide_federation,
        fide_id=member.fide_id,
        rating=member.rating or None,
        club=member.club.name,
        sex=member.sex,
        points=points,
    )


def play(rng: random.Random, white: DemoMember, black: DemoMember) -> tuple[Result, Result]:
    """Draw a result from the true strengths: Elo's expectation, more draws among equals, sometimes a forfeit."""
    if rng.random() < 0.012:
        forfeit = Result.FORFEIT_WIN, Result.FORFEIT_LOSS
        return forfeit if rng.random() < 0.5 else forfeit[::-1]
    gap = white.strength + 30 - black.strength
    expected = 1 / (1 + 10 ** (-gap / 400))
    draw = 0.32 * (1 - abs(2 * expected - 1))
    throw = rng.random()
    if throw < draw:
        return Result.DRAW, Result.DRAW
    return (Result.WIN, Result.LOSS) if throw < draw + (1 - draw) * expected else (Result.LOSS, Result.WIN)


def _swiss(rng: random.Random, plan: _Plan) -> DemoEvent:
    """Return the pairings of a Swiss without rematches: good enough for a demo, not FIDE's rules."""
    half_points = [0] * len(plan.players)
    whites = [0] * len(plan.players)
    met: set[frozenset[int]] = set()
    rested: set[int] = set()
    pairings: list[ReportedPairing] = []
    for number in range(1, plan.rounds + 1):
        day = plan.start + dt.timedelta(days=(number - 1) * plan.days_between or (number - 1) // 2)
        order = sorted(range(len(plan.players)), key=lambda i: (-half_points[i], i))
        if len(order) % 2:
            free = next(i for i in reversed(order) if i not in rested)
            rested.add(free)
            order.remove(free)
            pairings.append(ReportedPairing(number, None, free + 1, None, Result.PAIRING_BYE, None, day))
            half_points[free] += 2
        for board, (one, two) in enumerate(score_pairs(order, met), 1):
            white, black = (one, two) if (whites[one], one) <= (whites[two], two) else (two, one)
            whites[white] += 1
            met.add(frozenset((one, two)))
            pairings.append(_pairing(rng, plan, half_points, (number, board, white, black), day))
    return _event(plan, pairings, half_points, "swiss")


def _pairing(
    rng: random.Random, plan: _Plan, half_points: list[int], seats: tuple[int, int, int, int], day: dt.date
) -> ReportedPairing:
    """Play one game of (round, board, white, black) and add its points."""
    number, board, white, black = seats
    mine, theirs = play(rng, plan.players[white], plan.players[black])
    half_points[white] += mine.half_points
    half_points[black] += theirs.half_points
    return ReportedPairing(number, board, white + 1, black + 1, mine, theirs, day)


def score_pairs(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Return neighbours in the standings who have not met; the last few meet again if nobody else is left."""
    left, pairs = list(order), []
    while left:
        one = left.pop(0)
        at = next((k for k, two in enumerate(left) if frozenset((one, two)) not in met), 0)
        pairs.append((one, left.pop(at)))
    return pairs


def _round_robin(rng: random.Random, plan: _Plan) -> DemoEvent:
    """Return a round robin (circle method) among players of similar strength."""
    ring = list(range(len(plan.players)))
    half_points = [0] * len(ring)
    pairings: list[ReportedPairing] = []
    for number in range(1, plan.rounds + 1):
        day = plan.start + dt.timedelta(days=(number - 1) * plan.days_between)
        for board in range(len(ring) // 2):
            one, two = ring[board], ring[-1 - board]
            white, black = (one, two) if (number + board) % 2 else (two, one)
            pairings.append(_pairing(rng, plan, half_points, (number, board + 1, white, black), day))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return _event(plan, pairings, half_points, "round_robin")


def _event(plan: _Plan, pairings: list[ReportedPairing], half_points: list[int], kind: str) -> DemoEvent:
    dates = {pairing.round: pairing.date for pairing in pairings}
    report = TournamentReport(
        format=plan.format,
        name=plan.name,
        city=plan.club.city,
        start=plan.start,
        end=max(day for day in dates.values() if day),
        rounds=plan.rounds,
        pace=plan.pace,
        time_control="90 min + 30 s" if plan.pace == "standard" else "15 min + 5 s",
        kind=kind,
        players=tuple(reported(m, i + 1, half_points[i] / 2) for i, m in enumerate(plan.players)),
        pairings=tuple(sorted(pairings, key=lambda p: (p.round, p.board or 10_000, p.white))),
        round_dates=tuple(dates.get(number) for number in range(1, plan.rounds + 1)),
    )
    return DemoEvent(report, plan.club, plan.format)


def troubled(event: DemoEvent) -> DemoEvent:
    """Return the tournament as a hurried secretary sends it: an unknown player, no FIDE ids, two games without a
    result.
    """
    players = [replace(player, fide_id=None, matricule="") for player in event.report.players]
    players[1] = replace(players[1], last_name="Inconnu", first_name="Jean", birth_date=None)
    players[3] = replace(players[3], birth_date=None)
    last = max(pairing.round for pairing in event.report.pairings)
    pairings = [
        replace(pairing, white_result=Result.PENDING, black_result=Result.PENDING)
        if pairing.round == last and pairing.board in {1, 2}
        else pairing
        for pairing in event.report.pairings
    ]
    return dataclasses.replace(event, report=replace(event.report, players=tuple(players), pairings=tuple(pairings)))
