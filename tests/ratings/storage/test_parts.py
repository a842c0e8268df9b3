"""Lists in the database."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from ratings.models import ListPart, RatingList
from ratings.storage import parts, rows
from ratings.storage.part_layout import part_of
from tests import cast
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def lists() -> list[RatingList]:
    spring = published.spring_list()
    return [spring, spring.previous, scene.published(spring.pool, scene.NEXT)]


def ids(*matricules: int) -> list[int]:
    return [cast.member(matricule).pk for matricule in matricules]


def test_a_list_is_stored_and_read(lists: list[RatingList]) -> None:
    lines, ledger = parts.read_ratings(lists[0]), parts.read_ledger(lists[0])
    assert lines.matricule.tolist() == [*range(10001, 10010)]
    assert sorted(set(ledger.matricule.tolist())) == [*range(10001, 10011)]  # the last has a ledger and no line
    assert ledger.number[:4].tolist() == [1, 2, 3, 4]


def test_members_are_found_in_many_lists(
    lists: list[RatingList], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    wanted = ids(10001, 10009, 10010)
    with django_assert_num_queries(1):
        found, lines = parts.ratings_of(lists, wanted)
    assert set(zip(found.tolist(), lines.matricule.tolist(), strict=True)) == {
        *((lists[0].pk, 10001), (lists[0].pk, 10009), (lists[1].pk, 10001)),
        *((lists[2].pk, 10001), (lists[2].pk, 10009)),
    }


def test_so_are_their_ledgers(lists: list[RatingList], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    wanted = ids(10009, 10010)
    with django_assert_num_queries(1):
        found, entries = parts.ledgers_of(lists, wanted)
    assert set(found.tolist()) == {lists[0].pk}
    assert (entries.matricule.tolist(), entries.number.tolist()) == ([10009, 10009, 10010, 10010], [1, 2, 1, 2])


def test_each_list_counts_the_entries_of_a_member_from_one() -> None:
    first = published.spring_list()
    scene.tournament(["10001 10002 1-0", "10001 10003 1-0"], name="Autumn", start=scene.LIST.replace(month=9))
    second = scene.published(first.pool, scene.NEXT)
    found, entries = parts.ledgers_of([second, first], ids(10001))
    assert found.tolist() == [first.pk] * 4 + [second.pk] * 3
    assert entries.number.tolist() == [1, 2, 3, 4, 1, 2, 3]


def test_nobody_is_found_in_no_list(lists: list[RatingList]) -> None:
    assert len(parts.ratings_of(lists, [])[1]) == 0
    assert len(parts.ratings_of([], ids(10001))[1]) == 0


def test_a_list_goes_with_its_parts() -> None:
    made = published.crowd(scene.pool(), 300)
    numbers = {part_of(member) for member in parts.read_ratings(made).member.tolist()}
    assert set(ListPart.objects.values_list("number", flat=True)) == numbers
    assert len(numbers) > 1
    made.delete()
    assert not ListPart.objects.exists()


def test_a_line_as_an_object_says_none_where_there_is_nothing(lists: list[RatingList]) -> None:
    [line] = rows.ratings_in([lists[1]], [cast.member(10001)])
    assert (line.list_id, line.member, line.rating, line.games) == (lists[1].pk, cast.member(10001), 1800, 150)
    assert (line.previous_rating, line.change, line.deviation, line.last_played) == (None, None, None, None)
    assert (line.status_name, line.affiliated) == ("established", True)


def test_an_entry_as_an_object_knows_its_game(
    lists: list[RatingList], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    member = cast.member(10001)
    with django_assert_num_queries(3):
        found = rows.ledger_of(lists[0], member)
    assert [entry.number for entry in found] == [*range(1, len(found) + 1)]
    assert found[0].pairing.white.member == member
    assert found[0].opponent == cast.member(10002)
    total = sum(entry.change for entry in found)
    mine = parts.read_ledger(lists[0])
    assert total == mine.change[mine.matricule == 10001].sum() == np.int64(scene.line(lists[0], 10001).change * 10_000)
