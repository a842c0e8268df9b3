"""Clubs by strength, and the strength of a club over time."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.models import Affiliation, Member
from ratings.lists import club_strengths
from ratings.models import ClubStrength, RatingList, RatingPool
from tests import cast, pages
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def two_lists() -> RatingPool:
    """Return a pool with two lists in which club 101 has eight ranked members, and others fewer."""
    pool = scene.started()
    starting = pool.lists.get()
    starting.ratings.update(club=cast.club(101), club_key=101)
    club_strengths.store(starting)
    return pool


def test_a_club_has_the_mean_of_its_eight_best_members_as_strength() -> None:
    pool = two_lists()
    mean = round(sum(rating for rating, _games in scene.STANDINGS.values()) / 8)
    assert list(ClubStrength.objects.values_list("club__key", "strength", "rank", "ranked")) == [(101, mean, 1, 1)]
    pool.lists.get().ratings.filter(member__key=10005).update(club=cast.club(201))
    club_strengths.store(pool.lists.get())
    assert not ClubStrength.objects.exists()


def test_the_ranking_and_the_page_of_a_club_show_its_strength(client: Client) -> None:
    pool = two_lists()
    (row,) = pages.rows(client.get("/en/clubs/ranking/"))
    assert row == ["1", "Tour Blanche Gent", "1719"]
    assert "Strength, mean of the best 8 1719 rank 1 of 1" in pages.text(client.get("/en/clubs/101/"))
    pool.lists.get().ratings.filter(member__key=10005).update(affiliated=False)
    assert pages.rows(client.get("/en/clubs/101/history/")) == [["1 January 2026", "7", "1801", "1719", "1/1"]]
    assert "no members in any list" in pages.text(client.get("/en/clubs/201/history/"))


def test_without_a_list_there_is_no_ranking(client: Client) -> None:
    assert "No list has been published yet." in pages.text(client.get("/en/clubs/ranking/"))


def test_a_ranking_without_clubs_says_whether_strengths_were_calculated(client: Client) -> None:
    starting = scene.started().lists.get()
    starting.club_strengths.all().delete()
    assert "That has not happened yet." in pages.text(client.get("/en/clubs/ranking/"))
    RatingList.objects.update(rendering={"run": "1", "left": []})
    assert "No club has eight ranked members in this list." in pages.text(client.get("/en/clubs/ranking/"))


@pytest.mark.parametrize(("page", "queries"), [("ranking/", 3), ("101/history/", 4), ("101/", 8)])
@pytest.mark.parametrize("members", [1, 3])
def test_a_page_costs_the_same_however_many_members(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, page: str, queries: int, members: int
) -> None:
    two_lists()
    kept = Member.objects.order_by("key")[:members].values("pk")
    Affiliation.objects.exclude(member__in=list(kept.values_list("pk", flat=True))).delete()
    Affiliation.objects.update(start=dt.date(2020, 1, 1), end=None)
    with django_assert_num_queries(queries):
        client.get(f"/en/clubs/{page}")
