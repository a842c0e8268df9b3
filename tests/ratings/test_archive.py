"""Packed games are the games of the rows, and are read for many lists at once."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import fields

import numpy as np
import pytest

from ratings.games import ListGames, Pairings, cut, read_archive, read_games
from ratings.models import RatingPool
from ratings.people import read_people
from tests import cast
from tests.ratings import scene
from tournaments import packed
from tournaments.models import Discipline, PackedGames, Pairing, Participant, Result, Stage, Tournament

pytestmark = pytest.mark.django_db

SPRING, AUTUMN = dt.date(2026, 3, 1), dt.date(2026, 10, 1)
SPANS = [(None, scene.LIST), (scene.LIST, scene.NEXT), (None, scene.NEXT)]


def random_tournament(chance: random.Random, discipline: str, name: str) -> None:
    """Members, outsiders and strangers, with and without boards and dates, all letters, stones, partners, ends."""
    start = chance.choice([SPRING, AUTUMN, dt.date(2026, 6, 29)])
    made = Tournament.objects.create(
        name=name, start=start, end=start + dt.timedelta(days=4), stage=Stage.ACCEPTED, discipline=discipline
    )
    members = chance.sample(list(cast.PEOPLE), 6)
    seats = [
        Participant.objects.create(
            tournament=made,
            number=number,
            member=cast.member(members[number]) if number < len(members) else None,
            outsider=number in {6, 7},
            irregular=chance.random() < 0.1,
            file_rating=chance.choice([None, 0, 1500, -350, chance.randrange(-2000, 2500)]),
        )
        for number in range(9)
    ]
    for _game in range(25):
        white, black, partner, other = chance.sample(seats, 4)
        Pairing.objects.create(
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


def same(one: ListGames, other: ListGames) -> bool:
    names = [field.name for field in fields(Pairings)]
    columns = (np.array_equal(getattr(one.pairings, name), getattr(other.pairings, name)) for name in names)
    return all(columns) and (one.tournaments, one.digest) == (other.tournaments, other.digest)


def read(pool: RatingPool) -> list[ListGames]:
    return [read_games(pool, read_people(), *span) for span in SPANS]


@pytest.mark.parametrize("discipline", list(Discipline))
@pytest.mark.parametrize("seed", range(3))
def test_packed_games_are_those_of_the_rows(discipline: str, seed: int) -> None:
    chance = random.Random(seed)
    cast.everybody()
    for number in range(4):
        random_tournament(chance, discipline, name=f"Cup {number // 2}")  # two of a name, perhaps of a day
    pool = scene.pool(discipline=discipline)
    from_rows = read(pool)
    assert len(from_rows[-1].pairings.id) > 30
    packed.store(Tournament.objects.order_by("?").values_list("pk", flat=True)[:3])
    assert all(map(same, read(pool), from_rows))
    packed.store(Tournament.objects.values_list("pk", flat=True))
    assert all(map(same, read(pool), from_rows))
    for matricule, into in ((10001, 10009), (10008, 10002)):
        record = cast.member(matricule)
        record.merged_into = cast.member(into)
        record.save()
    after_merging = read(pool)
    assert not same(after_merging[-1], from_rows[-1])
    PackedGames.objects.all().delete()
    assert all(map(same, read(pool), after_merging))


def test_one_reading_serves_many_lists(django_assert_num_queries) -> None:
    chance = random.Random(7)
    cast.everybody()
    for number in range(3):
        random_tournament(chance, Discipline.CHESS, name=f"Cup {number}")
    pool, people = scene.pool(), read_people()
    apart = read(pool)
    packed.store(Tournament.objects.values_list("pk", flat=True))
    with django_assert_num_queries(2):
        archive = read_archive(pool, people, None, scene.NEXT)
        together = [cut(archive, people, *span) for span in SPANS]
    assert all(map(same, together, apart))


def test_a_pool_without_games_has_none() -> None:
    found = read_games(scene.pool(), read_people(), None, scene.LIST)
    assert (len(found.pairings.id), found.tournaments) == (0, ())
