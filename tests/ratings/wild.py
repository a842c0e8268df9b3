"""Tournaments as no arbiter would run them: with everything that a file may say, in any mixture."""

from __future__ import annotations

import datetime as dt
import random

from tests import cast
from tests.ratings import scene
from tournaments.models import Discipline, Pairing, Participant, Result, Stage, Tournament

SPRING, AUTUMN = dt.date(2026, 3, 1), dt.date(2026, 10, 1)


def random_tournament(chance: random.Random, discipline: str, name: str) -> None:
    """Members, outsiders and strangers, with and without boards and dates, all letters, stones, partners, ends."""
    start = chance.choice([SPRING, AUTUMN, dt.date(2026, 6, 29)])
    made = Tournament.objects.create(
        name=name,
        start=start,
        end=start + dt.timedelta(days=4),
        rounds=chance.choice([0, 1, 9]),
        stage=Stage.ACCEPTED,
        discipline=discipline,
    )
    sample = chance.sample(list(cast.PEOPLE), 6)
    members = cast.members(sample)
    seats = [
        Participant(
            tournament=made,
            number=number,
            member=members[sample[number]] if number < len(sample) else None,
            outsider=number in {6, 7},
            irregular=chance.random() < 0.1,
            file_rating=chance.choice([None, 0, 1500, -350, chance.randrange(-2000, 2500)]),
        )
        for number in range(9)
    ]
    Participant.objects.bulk_create(seats)
    pairings = []
    for _game in range(25):
        white, black, partner, other = chance.sample(seats, 4)
        pairing = Pairing(
            tournament=made,
            round=chance.randrange(1, 4),
            board=chance.choice([None, 1, 2]),
            date=chance.choice([None, start, start + dt.timedelta(days=2), dt.date(2031, 1, 1)]),
            white=white,
            black=None if chance.random() < 0.1 else black,
            white_result=chance.choice(list(Result)),
            black_result=chance.choice(["", *Result]),
            handicap=chance.choice([None, 0, 3]) if discipline == Discipline.GO else None,
            board_size=chance.choice([None, 19, 9]) if discipline == Discipline.GO else None,
            ended=chance.choice([None, dt.time(0, 0), dt.time(23, 59)]),
            white_partner=partner if discipline == Discipline.BUGHOUSE else None,
            black_partner=other if discipline == Discipline.BUGHOUSE and chance.random() < 0.8 else None,
        )
        pairings.append(pairing)
    Pairing.objects.bulk_create(pairings)


def events(discipline: str, start: dt.date, seed: int) -> None:
    """Store two tournaments in which everybody meets anybody, an outsider among them."""
    chance = random.Random(seed)
    people = [*map(str, cast.PEOPLE), "~1850" if discipline == "chess" else "~-450"]
    for number in (1, 2):
        pairs = [chance.sample(people, 2) for _ in range(25)]
        games = [f"{white} {black} {chance.choice(['1-0', '0-1', '1/2', '+-'])}" for white, black in pairs]
        day = start + dt.timedelta(days=10 * number)
        scene.tournament(games, name=f"Event {number}", start=day, discipline=discipline)
