"""What waits for the staff in the ratings."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from ratings.dashboard import lists
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate, rate_from_zero, revise
from ratings.models import RatingList
from tests import cast
from tests.ratings import published, scene
from tests.ratings.lists.test_inputs import reads_games
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_list_is_due_on_its_day_and_its_draft_waits_to_be_published():
    pool = scene.started(months=[1, 7])
    officer = cast.rating_officer()
    (due,) = lists(officer)
    assert due.text == "The Elo list of 1 July 2026 is due."
    assert due.address.endswith(f"/admin/ratings/ratingpool/{pool.pk}/rate/?date=2026-07-01")
    rate(pool, scene.LIST)
    draft = pool.lists.get(date=scene.LIST)
    (waiting,) = lists(officer)
    assert waiting.text == "The Elo draft of 1 July 2026 is ready to be published."
    assert waiting.address.endswith(f"/admin/ratings/ratinglist/{draft.pk}/change/")


def test_no_list_is_due_before_its_day():
    pool = scene.pool(months=[1, 7])
    scene.starting_list(pool, date=timezone.localdate())
    assert list(lists(cast.rating_officer())) == []


@pytest.mark.parametrize(("today", "due"), [(dt.date(2026, 6, 30), 0), (scene.LIST, 1)])
def test_a_list_is_due_from_its_very_day_on(monkeypatch, today, due):
    scene.started(months=[1, 7])
    monkeypatch.setattr(timezone, "localdate", lambda: today)
    assert len(list(lists(cast.rating_officer()))) == due


def test_a_pool_without_any_list_is_not_asked_for_one():
    scene.pool()
    assert list(lists(cast.rating_officer())) == []


def test_a_user_who_may_not_publish_sees_nothing():
    scene.started(months=[1, 7])
    assert list(lists(cast.membership_officer())) == []


@pytest.mark.long
def test_a_published_list_has_nothing_to_do():
    pool = scene.pool(months=[timezone.localdate().month])
    scene.starting_list(pool, date=timezone.localdate() - dt.timedelta(days=1))
    publish(rate(pool, timezone.localdate()))
    assert list(lists(cast.rating_officer())) == []


@pytest.mark.long
def test_published_lists_that_no_longer_fit_their_games_wait_until_their_revision_is_a_draft(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2027, 1, 1))
    pool = published.spring_list().pool
    publish(rate(pool, dt.date(2027, 1, 1)))
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    officer = cast.rating_officer()
    (waiting,) = lists(officer)
    assert waiting.text == "The Elo list of 1 July 2026 no longer matches its games: it has to be revised."
    assert waiting.address.endswith("/admin/ratings/ratinglist/revisions/")
    revise(pool, dt.date(2027, 1, 1), reason="It came late.")
    assert [line.text for line in lists(officer)] == [
        "The Elo draft of 1 July 2026 is ready to be published.",
        "The Elo draft of 1 January 2027 is ready to be published.",
    ]


@pytest.mark.long
def test_a_draft_that_no_longer_fits_waits_to_be_recalculated_with_those_calculated_from_it():
    pool = published.spring_list().pool
    publish(rate(pool, scene.NEXT))
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    revise(pool, scene.NEXT, reason="It came late.")
    officer, first = cast.rating_officer(), pool.lists.get(date=scene.LIST, state=RatingList.State.DRAFT)
    assert len(list(lists(officer))) == 2
    scene.tournament(["10001 10004 1-0"], name="Later Open")
    (waiting,) = lists(officer)
    assert waiting.text == ("The Elo draft of 1 July 2026 no longer matches its games: recalculate or discard it.")
    assert waiting.address.endswith(f"/admin/ratings/ratinglist/{first.pk}/change/")
    Tournament.objects.exclude(name="Spring").update(stage="rejected")
    assert [line.text for line in lists(officer)] == [waiting.text]  # nothing is to be revised any more


@pytest.mark.long
def test_what_was_compared_of_a_draft_is_known_at_the_next_look():
    pool = scene.spring_pool(months=[1, 7])
    scene.renew_games_digests()
    rate(pool, scene.LIST)
    pool.lists.update(fits="")
    officer = cast.rating_officer()
    assert [reads_games(lambda: list(lists(officer))) for _look in range(2)] == [True, False]


@pytest.mark.long
@pytest.mark.parametrize(("until", "count"), [(scene.LIST, 1), (scene.NEXT, 3)])
def test_three_drafts_of_a_pool_take_the_queries_of_one(django_assert_num_queries, until, count):
    pool = scene.spring_pool(months=[1, 7, 10])
    scene.renew_games_digests()
    rate_from_zero(pool, until)
    officer = cast.rating_officer()
    with django_assert_num_queries(12):
        assert len(list(lists(officer))) == count
    scene.tournament(["10001 10004 1-0"], name="Late Open")
    assert len(list(lists(officer))) == 1  # the others go with the first one, which is to be calculated again


@pytest.mark.parametrize("count", [1, 3])
def test_two_queries_tell_of_all_pools(django_assert_num_queries, count):
    for number in range(count):
        scene.started(f"elo-{number}", months=[1, 7])
    officer = cast.rating_officer()
    with django_assert_num_queries(4):  # the permissions take two
        assert len(list(lists(officer))) == count


@pytest.mark.long
def test_what_was_compared_by_its_games_once_is_known_at_the_next_look():
    pool = scene.spring_pool(months=[1, 7])
    scene.renew_games_digests()
    scene.published(pool)
    pool.lists.update(fits="")
    officer = cast.rating_officer()
    assert [reads_games(lambda: list(lists(officer))) for _look in range(2)] == [True, False]
