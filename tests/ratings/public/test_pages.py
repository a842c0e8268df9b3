"""The plain pages of a list as files: what readers who are nobody would get from the view."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from federation.models import Club, Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.public.pages import page_count, plain_page
from ratings.starting_lists.create import import_ratings
from tests import cast
from tests.cases import long_after
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def long_list() -> RatingList:
    """Return three pages, with somebody hidden on each of the first two, and a name that has to be escaped."""
    made = published.crowd(scene.pool(), 205)
    Member.objects.filter(key__in=(20007, 20150)).update(hidden=True)
    Member.objects.filter(key=20205).update(last_name="O'Neil & <Söhne>", first_name='"Ö"')
    return made


def revised_list() -> RatingList:
    """With a foreigner whose FIDE rating stands, a club whose name has to be escaped, and a reason."""
    pool = scene.spring_pool()
    Member.objects.filter(key=10008).update(fide_federation="NED", fide_rating=2231)
    Club.objects.filter(key=301).update(name="L'Échec & mat")
    publish(rate(pool, scene.LIST))
    scene.tournament(["10001 10004 1-0"], name="Late")
    return scene.published(pool, reason="Late came late.")


def list_with_deviations() -> RatingList:
    cast.everybody()
    lines = "matricule,rating,games,deviation\n10001,1850,20,79.96\n10002,1950,20,80.1\n10003,1650,20,50\n"
    return import_ratings(scene.pool("blitz", system="fics"), scene.START, lines.encode())


def list_of_go() -> RatingList:
    return scene.starting_list(scene.pool("go", system="ffg"), {10001: (-437, 30), 10002: (0, 12)})


@pytest.mark.long
@pytest.mark.parametrize("make", long_after(2, [long_list, list_of_go, revised_list, list_with_deviations]))
def test_stored_page_is_byte_for_byte_what_the_view_makes(client: Client, make: Callable[[], RatingList]) -> None:
    found = make()
    for number in range(1, page_count(found) + 1):
        for language in LANGUAGES:
            with translation.override(language):
                page = plain_page(found, number, has_bundle=False)
            prefix = "" if language == settings.LANGUAGE_CODE else f"/{language}"
            address = f"{prefix}/lists/{found.pool.slug}/{found.month_slug}/"
            live = client.get(f"{address}?page={number}" if number > 1 else address)
            assert page.encode() == live.content, (language, number)


def test_list_without_ranks_has_one_page_that_says_so(client: Client) -> None:
    cast.everybody()
    lines = b"matricule,rating,games,deviation\n10001,1850,20,300\n"
    found = import_ratings(scene.pool("blitz", system="fics"), scene.START, lines)
    assert page_count(found) == 1
    with translation.override("en"):
        assert "Nobody has a rank in this list." in plain_page(found, 1, has_bundle=False)


@pytest.mark.long
@pytest.mark.parametrize(("count", "last"), [(1, 1), (3, 1), (205, 3)])
def test_page_costs_one_query_at_any_depth(
    django_assert_num_queries: DjangoAssertNumQueries, count: int, last: int
) -> None:
    found = published.crowd(scene.pool(), count)
    assert page_count(found) == last
    plain_page(found, 1, has_bundle=False)  # the form, which is the same on all of them, is made
    for number in range(1, last + 1):
        with django_assert_num_queries(1):
            plain_page(found, number, has_bundle=False)
