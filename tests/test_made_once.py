"""Scenes that are made once are restored as they were."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction

from federation.models import Affiliation, Club, Member
from tests import cast
from tests.made_once import made_once

Scene = Callable[..., list[Member]]


@pytest.fixture
def runs() -> list[int]:
    """Return the club of each run of the scene."""
    return []


@pytest.fixture
def scene(runs: list[int]) -> Scene:
    @made_once
    def members_of(number: int = 101) -> list[Member]:
        runs.append(number)
        cast.club(number)
        return cast.everybody()

    return members_of


def in_a_test_before(scene: Scene) -> list[Member]:
    """Return the result of the scene after its rows were removed."""
    with transaction.atomic():
        made = scene()
        transaction.set_rollback(True)
    assert not Member.objects.exists()
    return made


@pytest.mark.django_db
def test_the_next_test_finds_the_same_rows_and_gets_the_same_records(scene: Scene, runs: list[int]) -> None:
    before = in_a_test_before(scene)
    made = scene()
    assert runs == [101]
    assert [member.key for member in made] == list(cast.PEOPLE)
    assert made == before == list(Member.objects.order_by("key"))
    assert Member.objects.get(key=10003).birth_date == made[2].birth_date == cast.PEOPLE[10003][3]
    assert Affiliation.objects.filter(member=made[0], club__unit_memberships__unit__code="400").count() == 1


@pytest.mark.django_db
def test_rows_made_afterwards_have_numbers_of_their_own(scene: Scene) -> None:
    in_a_test_before(scene)
    made = scene()
    assert Member.objects.create(number="20001", last_name="New").pk > max(member.pk for member in made)


@pytest.mark.django_db
def test_changes_of_a_test_are_not_kept(scene: Scene) -> None:
    in_a_test_before(scene)[0].last_name = "Changed"
    assert scene()[0].last_name == "Aerts"


@pytest.mark.django_db
def test_it_is_made_again_where_something_is_there(scene: Scene, runs: list[int]) -> None:
    in_a_test_before(scene)
    there = cast.member(10004)
    assert there in scene()
    assert runs == [101, 101]


@pytest.mark.django_db
def test_it_is_made_for_other_arguments(scene: Scene, runs: list[int]) -> None:
    in_a_test_before(scene)
    scene(number=301)
    assert runs == [101, 301]
    assert Club.objects.count() == 3


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_tests_that_commit_make_the_scene_again(scene: Scene, runs: list[int]) -> None:
    assert scene() == scene()
    assert runs == [101, 101]
