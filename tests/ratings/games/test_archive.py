"""Games are read from their pairings, once for many lists."""

from __future__ import annotations

import datetime as dt
import random

import pytest

from ratings.games.archive import ListGames, read_archive
from ratings.games.players import read_people
from ratings.models import RatingPool
from tests import cast
from tests.ratings import scene
from tests.ratings.wild import random_tournament
from tournaments.models import Discipline, Pairing, Tournament

pytestmark = pytest.mark.django_db

SPANS = [(None, scene.LIST), (scene.LIST, scene.NEXT), (None, scene.NEXT)]


def same(one: ListGames, other: ListGames) -> bool:
    facts = [(games.tournaments, games.digest, games.pairings.tolist()) for games in (one, other)]
    return facts[0] == facts[1]


def read(pool: RatingPool) -> list[ListGames]:
    return [read_archive(pool, read_people(), *span).between(*span) for span in SPANS]


def boards(games: ListGames) -> dict[int, int]:
    return dict(zip(games.pairings["id"].tolist(), games.pairings["board"].tolist(), strict=True))


@pytest.mark.long
def test_large_numbers_are_read_as_they_are() -> None:
    chance = random.Random(5)
    cast.everybody()
    for number in range(3):
        random_tournament(chance, Discipline.CHESS, name=f"Cup {number}")
    pool = scene.pool()
    before = boards(read(pool)[-1])
    one, other, *_rest = before
    Pairing.objects.filter(pk=one).update(id=2**40, board=40_000)
    Pairing.objects.filter(pk=other).update(board=2**31 - 1)
    rest = {pk: board for pk, board in before.items() if pk not in {one, other}}
    assert boards(read(pool)[-1]) == {**rest, 2**40: 40_000, other: 2**31 - 1}


def test_one_reading_serves_many_lists(django_assert_num_queries) -> None:
    chance = random.Random(7)
    cast.everybody()
    for number in range(3):
        random_tournament(chance, Discipline.CHESS, name=f"Cup {number}")
    pool, people = scene.pool(), read_people()
    apart = read(pool)
    with django_assert_num_queries(3):
        archive = read_archive(pool, people, None, scene.NEXT)
        together = [archive.between(*span) for span in SPANS]
    assert all(map(same, together, apart))


def test_a_pool_without_games_has_none() -> None:
    found = read(scene.pool())[0]
    assert (len(found.pairings["id"]), found.tournaments) == (0, ())


def test_games_that_count_later_than_they_were_played_have_no_minute() -> None:
    ended = {"date": scene.LIST.replace(month=3, day=2), "ended": dt.time(21, 5)}
    made = scene.tournament(["10001 10002 1-0"], start=ended["date"])
    made.pairings.update(**ended)
    pool = scene.pool()
    assert read(pool)[0].pairings["minute"].tolist() == [21 * 60 + 5]
    Tournament.objects.update(counts_from=scene.LIST)
    assert read(pool)[0].pairings["minute"].tolist() == [0]


@pytest.mark.long
def test_the_days_of_games_are_those_of_the_model() -> None:
    """`rating_day` says the rule; the archive applies it to many games at once."""
    chance = random.Random(11)
    days = [None, *(dt.date(2026, 3, day) for day in (1, 5, 9, 30))]
    cast.everybody()
    made = [scene.tournament(["10001 10002 1-0"], name=f"Cup {number}") for number in range(40)]
    for each in made:
        each.start, each.end, each.counts_from = (chance.choice(days) for _day in range(3))
        each.save()
        each.pairings.update(date=chance.choice(days))
    expected = {each.pk: each.rating_day for each in Pairing.objects.select_related("tournament") if each.rating_day}
    found = read(scene.pool())[0].pairings
    assert {
        pk: dt.date.fromordinal(day) for pk, day in zip(found["id"].tolist(), found["day"].tolist(), strict=True)
    } == {pk: day for pk, day in expected.items() if day <= scene.LIST}
