"""Ratings and ledgers in the admin."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from federation.database.paginator import EstimatingPaginator
from ratings.models import LedgerEntry, Rating, RatingList
from tests import cast, pages
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db
RATINGS, ENTRIES = "/en/admin/ratings/rating/", "/en/admin/ratings/ledgerentry/"


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


@pytest.fixture
def officer(client: Client) -> Client:
    client.force_login(cast.rating_officer())
    return client


@pytest.mark.long
def test_ratings_of_a_list_stand_in_order_of_rank(officer: Client, rating_list: RatingList) -> None:
    ranks = [row[5] for row in pages.rows(officer.get(f"{RATINGS}?list={rating_list.pk}"))]
    assert ranks[:3] == ["1", "2", "3"]


@pytest.mark.long
def test_search_finds_the_ratings_of_a_member_in_every_list(officer: Client, rating_list: RatingList) -> None:
    for text in ("10008", "hermans"):
        lists = [row[1] for row in pages.rows(officer.get(f"{RATINGS}?q={text}"))]
        assert lists == ["Elo, 1 July 2026", "Elo, 1 January 2026"], text


@pytest.mark.long
def test_page_of_a_rating_shows_its_ledger_and_cannot_be_saved(officer: Client, rating_list: RatingList) -> None:
    rating = scene.line(rating_list, 10001)
    page = officer.get(f"{RATINGS}{rating.pk}/change/")
    assert "Spring Open" in pages.text(page)
    assert 'name="_save"' not in page.content.decode()
    assert len(pages.rows(page)) == rating.entries.count()
    assert officer.post(f"{RATINGS}{rating.pk}/change/", {"rating": 3000}).status_code == 403
    assert officer.get(f"{RATINGS}add/").status_code == 403


@pytest.mark.long
def test_entries_of_a_member_stand_in_order(officer: Client, rating_list: RatingList) -> None:
    rows = pages.rows(officer.get(f"{ENTRIES}?list={rating_list.pk}&q=10001"))
    assert [row[2] for row in rows] == [str(number) for number in range(1, len(rows) + 1)]
    entry = LedgerEntry.objects.filter(list=rating_list).first()
    assert officer.get(f"{ENTRIES}{entry.pk}/change/").status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_list_of_ratings_costs_the_same_queries_however_long(
    officer: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    published.crowd(scene.pool(), count)
    officer.get(RATINGS)
    with django_assert_num_queries(7):
        assert len(pages.rows(officer.get(RATINGS))) == count


def test_whole_table_is_not_counted(rating_list: RatingList) -> None:
    highest = Rating.objects.latest("pk").pk
    assert EstimatingPaginator(Rating.objects.order_by("-pk"), 50).count == highest
    of_list = Rating.objects.filter(list=rating_list).order_by("-pk")
    assert EstimatingPaginator(of_list, 50).count == rating_list.ratings.count()
