"""Packed games are the games of the rows, and are read for many lists at once."""

from __future__ import annotations

import random
from dataclasses import fields

import numpy as np
import pytest

from ratings.games.players import read_people
from ratings.games.selection import ListGames, Pairings, cut, read_archive, read_games
from ratings.models import RatingPool
from tests import cast
from tests.ratings import scene
from tests.ratings.wild import random_tournament
from tournaments.models import Discipline, PackedGames, Pairing, Tournament
from tournaments.storage import packed_games

pytestmark = pytest.mark.django_db

SPANS = [(None, scene.LIST), (scene.LIST, scene.NEXT), (None, scene.NEXT)]


def same(one: ListGames, other: ListGames) -> bool:
    names = [field.name for field in fields(Pairings)]
    columns = (np.array_equal(getattr(one.pairings, name), getattr(other.pairings, name)) for name in names)
    return all(columns) and (one.tournaments, one.digest) == (other.tournaments, other.digest)


def read(pool: RatingPool) -> list[ListGames]:
    return [read_games(pool, read_people(), *span) for span in SPANS]


@pytest.mark.parametrize(
    ("system", "discipline"), [*(("frbe", discipline) for discipline in Discipline), ("fqe", Discipline.CHESS)]
)
@pytest.mark.parametrize("seed", range(3))
def test_packed_games_are_those_of_the_rows(system: str, discipline: str, seed: int) -> None:
    chance = random.Random(seed)
    cast.everybody()
    for number in range(4):
        random_tournament(chance, discipline, name=f"Cup {number // 2}")  # two of a name, perhaps of a day
    pool = scene.pool(system=system, discipline=discipline)
    from_rows = read(pool)
    assert len(from_rows[-1].pairings.id) > 30
    packed_games.store(Tournament.objects.order_by("?").values_list("pk", flat=True)[:3])
    assert all(map(same, read(pool), from_rows))
    packed_games.store(Tournament.objects.values_list("pk", flat=True))
    assert all(map(same, read(pool), from_rows))
    for matricule, into in ((10001, 10009), (10008, 10002)):
        record = cast.member(matricule)
        record.merged_into = cast.member(into)
        record.save()
    after_merging = read(pool)
    assert not same(after_merging[-1], from_rows[-1])
    PackedGames.objects.all().delete()
    assert all(map(same, read(pool), after_merging))


def boards(games: ListGames) -> dict[int, int]:
    return dict(zip(games.pairings.id.tolist(), games.pairings.board.tolist(), strict=True))


def test_numbers_that_need_more_room_are_read_as_they_are() -> None:
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
    packed_games.store(Tournament.objects.values_list("pk", flat=True))
    with django_assert_num_queries(1):
        archive = read_archive(pool, people, None, scene.NEXT)
        together = [cut(archive, people, *span) for span in SPANS]
    assert all(map(same, together, apart))


def test_a_pool_without_games_has_none() -> None:
    found = read_games(scene.pool(), read_people(), None, scene.LIST)
    assert (len(found.pairings.id), found.tournaments) == (0, ())
