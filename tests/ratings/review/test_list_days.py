"""Between which lists the games of a tournament fall."""

import pytest
from django.utils import timezone

from ratings.review.list_days import list_days
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def test_a_rating_type_without_a_list_is_left_out() -> None:
    scene.pool()
    assert list(list_days()) == []


def test_a_starting_list_only_says_which_list_is_the_next() -> None:
    scene.started(months=[1, 7])
    assert list(list_days()) == [("chess", [], None, scene.LIST)]


@pytest.mark.long
def test_the_last_list_and_the_next_one_by_the_calendar() -> None:
    scene.published(scene.spring_pool(paces=["standard"], months=[1, 7]))
    assert list(list_days()) == [("chess", ["standard"], scene.LIST, scene.NEXT)]


def test_without_a_calendar_the_next_list_is_still_to_come() -> None:
    scene.started(months=[])
    [(_discipline, _paces, _last, following)] = list_days()
    assert following > timezone.localdate()


def test_a_draft_is_not_published() -> None:
    pool = scene.spring_pool(months=[1, 7])
    scene.rate(pool, scene.LIST)
    assert list(list_days()) == [("chess", [], None, scene.LIST)]


@pytest.mark.parametrize("count", [1, 3])
def test_one_query_for_any_number_of_rating_types(count: int, django_assert_num_queries) -> None:
    for number in range(count):
        scene.started(f"elo-{number}")
    with django_assert_num_queries(1):
        assert len(list(list_days())) == count
