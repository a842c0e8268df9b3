"""Invented tournaments for the benchmarks: as a games CSV over many events, and as reports that any writer takes."""

from __future__ import annotations

import csv
import datetime as dt
import io
import random

from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport

HEADER = ("event", "city", "start", "end", "pace", "round", "date", "board", "white", "black", "result")
FIRST_MATRICULE = 10_001  # of the members in benchmarks.invented.people
START = dt.date(2025, 9, 6)
ROUNDS = 5
RESULTS = ("1-0", "1/2-1/2", "0-1")
LETTERS = {"1-0": "10", "1/2-1/2": "==", "0-1": "01"}


def games_csv(events: int, games: int, members: int) -> bytes:
    """Return so many tournaments of five rounds with so many games each, among the first so many members."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(HEADER)
    for number in range(events):
        report = tournament(number, games, members)
        matricules = {player.number: player.matricule for player in report.players}
        head = (report.name, report.city, report.start, report.end, "standard")
        for pairing in report.pairings:
            result = RESULTS["1=0".index(pairing.white_result.value)]
            names = (matricules[pairing.white], matricules[pairing.black])
            writer.writerow((*head, pairing.round, pairing.date, pairing.board, *names, result))
    return file.getvalue().encode()


def tournament(number: int, games: int, members: int, rounds: int = ROUNDS) -> TournamentReport:
    """Return a tournament of so many rounds; the same number is always the same one."""
    rng = random.Random(number)
    people = rng.sample(range(FIRST_MATRICULE, FIRST_MATRICULE + members), 2 * games // rounds)
    start = START + dt.timedelta(days=number % 250)
    days = tuple(start + dt.timedelta(days=day) for day in range(rounds))
    return TournamentReport(
        format="games_csv",
        name=f"Open {number}",
        city="Nulle-Part",
        start=start,
        end=days[-1],
        rounds=rounds,
        pace="standard",
        round_dates=days,
        players=tuple(_player(row, matricule) for row, matricule in enumerate(people, 1)),
        pairings=tuple(pairing for day in range(rounds) for pairing in _round(rng, day + 1, days[day], len(people))),
    )


def _player(number: int, matricule: int) -> ReportedPlayer:
    text = str(matricule)
    name = f"Player{text}"
    return ReportedPlayer(
        number, name, "Ana", matricule=text, licence=text, rating=1200 + matricule % 1000, rank=number
    )


def _round(rng: random.Random, number: int, day: dt.date, players: int) -> list[ReportedPairing]:
    """Pair by the circle: the first stays, the others move on; nobody meets the same opponent twice."""
    others = list(range(2, players + 1))
    circle = [1, *others[number:], *others[:number]]
    found = []
    for board, white in enumerate(circle[: players // 2], 1):
        ours, theirs = LETTERS[rng.choice(RESULTS)]
        black = circle[players - board]
        found.append(ReportedPairing(number, board, white, black, Result(ours), Result(theirs), date=day))
    return found
