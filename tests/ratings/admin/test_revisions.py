"""The page that revises all lists after corrections."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.models import Job
from ratings.lists.revise_all import queue_revisions
from tests import cast, pages
from tests.forms import logged_in, send
from tests.ratings import scene
from tests.ratings.lists.test_revise_all import WHY, corrected, drafts, run, three_pools_and_a_correction
from tests.ratings.lists.test_revise_all import published as lists

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return client.get(reverse("admin:ratings_ratinglist_revisions")).text


@pytest.mark.long
def test_the_page_lists_what_is_stale_then_the_drafts_then_what_was_published() -> None:
    three_pools_and_a_correction()
    officer = logged_in(cast.rating_officer())
    shown = officer.get(reverse("admin:ratings_ratinglist_revisions"))
    text = pages.text(shown)
    assert "1 July 2026: Tournament changed or added: Spring Open. 1 later list that follows from them" in text
    send(officer, shown, {"reason-rapid": "Rapid, too."}, button="calculate")
    assert "Calculating revisions: queued" in page(officer)
    run(Job.objects.get(kind="revise_all"))
    shown = officer.get(reverse("admin:ratings_ratinglist_revisions"))
    assert pages.rows(shown)[0] == ["1 July 2026", "1", "1", "0", "0", "16"]
    send(officer, shown, {}, button="publish")
    run(Job.objects.get(kind="publish_revisions"))
    assert "Elo, 1 January 2027, revision 1" in page(officer)
    assert [reason for slug, _revision, reason in lists() if slug == "rapid"] == ["Rapid, too."] * 2


@pytest.mark.long
def test_a_second_officer_reads_why_they_have_to_wait() -> None:
    three_pools_and_a_correction()
    shown = logged_in(cast.administrator())
    form = shown.get(reverse("admin:ratings_ratinglist_revisions"))
    queue_revisions(WHY, cast.rating_officer())
    assert "Another officer is calculating or publishing revisions" in send(shown, form, {}, button="calculate").text


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_page_asks_the_same_queries_for_any_number_of_drafts(
    django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    pool = scene.spring_pool()
    for year in range(count):
        scene.published(pool, dt.date(2026 + year, 7, 1))
    corrected(1, "Both say draw.")
    user = cast.rating_officer()
    run(queue_revisions({"elo": "Both say draw."}, user))
    assert len(drafts()) == count
    officer = logged_in(user)
    page(officer)
    with django_assert_num_queries(35):
        page(officer)
