"""ratings/starting_lists/go_levels.py and its page in the admin: a pool of go starts from a list that was compared"""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import ComparedPlayer, ListComparison
from federation.models.list_comparisons import Verdict
from ratings.models import RatingList, RatingPool
from ratings.starting_lists.go_levels import comparisons, levels, take
from tests import cast
from tests.forms import send
from tests.ratings import scene

pytestmark = pytest.mark.django_db

DAY = dt.date(2026, 1, 1)


@pytest.fixture
def pool() -> RatingPool:
    return scene.pool("go", system="ffg", discipline="go")


@pytest.fixture
def comparison() -> ListComparison:
    """Anna is 5k, Bram below the floor; Chloé was suggested and taken over, Didier only suggested."""
    made = ListComparison.objects.create(name="ech_ffg_V3.txt", size=1, issuer="FFG", day=DAY)
    ListComparison.objects.create(name="fide.txt", size=1, issuer="FIDE")
    said = [
        (10001, -450, Verdict.MATCHED, {}),
        (10002, -5000, Verdict.MATCHED, {}),
        (10003, 120, Verdict.SUGGESTION, {"taken_at": "2026-01-02T10:00Z"}),
        (10004, 100, Verdict.SUGGESTION, {}),
        (10005, 200, Verdict.MATCHED, {}),
        (10005, 300, Verdict.MATCHED, {}),  # two lines: unclear which is the right one
        (10006, None, Verdict.MATCHED, {}),
        (10007, 50, Verdict.MISMATCH, {}),
    ]
    ComparedPlayer.objects.bulk_create(
        ComparedPlayer(
            comparison=made, member=cast.member(who), rating=level, verdict=verdict, number=f"{who}", name="X", **more
        )
        for who, level, verdict, more in said
    )
    return made


def found(made: RatingList) -> dict[int, int | None]:
    return {who: scene.line(made, who).rating for who in (10001, 10002, 10003)}


def test_sure_members_alone_have_a_level(comparison: ListComparison) -> None:
    assert [(row.member.key, row.rating) for row in levels(comparison)] == [
        (10001, -450),
        (10002, -5000),
        (10003, 120),
    ]
    assert list(comparisons()) == [comparison]


def test_they_are_the_list_of_the_day(pool: RatingPool, comparison: ListComparison) -> None:
    made = take(pool, comparison, DAY)
    assert (made.date, made.state, made.imported, made.player_count) == (DAY, "published", True, 3)
    assert found(made) == {10001: -450, 10002: -2950, 10003: 120}


@pytest.mark.long
def test_an_officer_looks_at_them_and_takes_them_over(
    client: Client, pool: RatingPool, comparison: ListComparison
) -> None:
    client.force_login(cast.rating_officer())
    address = reverse("admin:ratings_ratingpool_levels", args=[pool.pk])
    assert address in client.get(reverse("admin:ratings_ratingpool_change", args=[pool.pk])).content.decode()
    page = send(client, client.get(address), {"comparison": str(comparison.pk), "date": "2026-01-01"})
    assert "3 levels would be imported." in page.content.decode()
    assert "-450 (5k)" in page.content.decode()
    assert not RatingList.objects.exists()
    done = send(client, page, {}, button="confirmed")
    made = RatingList.objects.get()
    assert done.redirect_chain == [(reverse("admin:ratings_ratinglist_change", args=[made.pk]), 302)]
    assert [str(message) for message in done.context["messages"]] == [
        "Levels imported as the list of 1 January 2026: 3."
    ]
    assert found(made)[10001] == -450


@pytest.mark.long
def test_a_list_that_was_calculated_already_is_not_replaced(
    client: Client, pool: RatingPool, comparison: ListComparison
) -> None:
    RatingList.objects.create(pool=pool, date=dt.date(2026, 7, 1), state=RatingList.State.PUBLISHED)
    client.force_login(cast.rating_officer())
    page = client.get(reverse("admin:ratings_ratingpool_levels", args=[pool.pk]))
    page = send(client, page, {"comparison": str(comparison.pk), "date": "2026-01-01"})
    page = send(client, page, {}, button="confirmed")
    assert page.context["form"].non_field_errors() == [
        "The list of 1 July 2026 has already been calculated: no list can be imported for 1 January 2026."
    ]
    assert RatingList.objects.count() == 1


def test_it_is_for_pools_of_go_and_for_who_changes_lists(client: Client, pool: RatingPool) -> None:
    client.force_login(cast.rating_officer())
    page = client.get(reverse("admin:ratings_ratingpool_levels", args=[pool.pk])).content.decode()
    assert reverse("admin:federation_listcomparison_add") in page  # nothing was compared yet
    chess = scene.pool("elo")
    assert client.get(reverse("admin:ratings_ratingpool_levels", args=[chess.pk])).status_code == 404
    client.force_login(cast.viewer())
    assert client.get(reverse("admin:ratings_ratingpool_levels", args=[pool.pk])).status_code == 403
