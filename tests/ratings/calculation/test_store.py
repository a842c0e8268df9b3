"""A list as rows is the list as arrays."""

from __future__ import annotations

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from ratings.calculation import store
from ratings.calculation.arrays import ENTRY, RATING, LedgerLines, RatingLines, lines_of
from ratings.calculation.manifest import lines_part
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.systems.period import Kind, Status
from tests import cast
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def lists() -> list[RatingList]:
    spring = published.spring_list()
    return [spring, spring.previous, scene.published(spring.pool, scene.NEXT)]


def line(**columns: float) -> RatingLines:
    """Return one line of a member without anything but these columns."""
    values = dict.fromkeys(RATING.names, 0) | {"member": 10001, "key": 7, "deviation": np.nan} | columns
    return lines_of(RATING, **{name: np.array([value]) for name, value in values.items()})


def entry(**columns: int) -> LedgerLines:
    values = dict.fromkeys(ENTRY.names, 0) | {"member": 10001, "key": 7, "number": 1} | columns
    return lines_of(ENTRY, **{name: np.array([value]) for name, value in values.items()})


def test_rows_read_back_have_the_digests_of_the_manifest(
    lists: list[RatingList], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for each in lists:
        with django_assert_num_queries(2):
            ratings, ledger = store.read_ratings(each), store.read_ledger(each)
        assert lines_part(ratings) == each.manifest["ratings"]
        assert each.imported or lines_part(ledger) == each.manifest["ledger"]


@pytest.mark.parametrize(
    "columns",
    [
        {"status": Status.PROVISIONAL, "was_rated": 1},  # a level of go is 0
        {"status": Status.ESTABLISHED, "rating": -300, "was_rated": 1, "previous_rating": -310},
        {"status": Status.FOREIGN, "rating": 2100, "rank": 3, "affiliated": 1, "club": 4, "club_key": 601},
        {"deviation": 87.123456789012345, "last_day": 739_000, "last_minute": 739_000 * 1440 + 17},
        {"deviation": 0.0, "last_day": 1, "games": 3, "opponents_sum": 2**40, "half_points": 5},
    ],
)
def test_every_column_comes_back_as_it_was(columns: dict[str, float], lists: list[RatingList]) -> None:
    store.remove(lists[0])
    written = line(**columns)
    store.write(lists[0], written, entry())
    read = store.read_ratings(lists[0])
    for name in RATING.names:
        assert np.array_equal(read[name], written[name], equal_nan=True), name


@pytest.mark.parametrize("columns", [{"kind": Kind.GAME}, {"kind": Kind.TIME, "half_points": -1}, {"change": -12345}])
def test_every_column_of_a_ledger_comes_back_as_it_was(columns: dict[str, int], lists: list[RatingList]) -> None:
    store.remove(lists[0])
    store.write(lists[0], line(), entry(**columns))
    read = store.read_ledger(lists[0])
    assert read.tolist() == entry(**columns).tolist()


def test_none_is_null_in_the_rows(lists: list[RatingList]) -> None:
    store.remove(lists[0])
    store.write(lists[0], line(), entry(kind=Kind.TIME, half_points=-1))
    names = ("club", "club_key", "rating", "rank", "previous_rating", "change", "deviation", "last_played")
    assert [*Rating.objects.filter(list=lists[0]).values_list(*names)] == [(None,) * len(names)]
    names = ("pairing", "opponent", "opponent_key", "opponent_rating", "half_points")
    assert [*LedgerEntry.objects.filter(list=lists[0]).values_list(*names)] == [(None,) * len(names)]


def test_a_rating_knows_its_change_and_its_entries(lists: list[RatingList]) -> None:
    rating = Rating.objects.get(list=lists[0], member_key=10001)
    assert rating.change == rating.rating - rating.previous_rating
    assert sum(each.change for each in rating.entries) == 10_000 * rating.change


def test_members_without_a_line_keep_their_entries(lists: list[RatingList]) -> None:
    member = cast.member(10010)
    assert LedgerEntry.objects.filter(list=lists[0], member=member).count() == 2
    assert not Rating.objects.filter(list=lists[0], member=member).exists()
