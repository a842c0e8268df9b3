"""Every night the published lists are verified; who has to know is told."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.background import worker
from federation.background.nightly import last_night
from federation.models import Job
from ratings import dashboard
from ratings.lists.stale_lists import stale_lists
from ratings.models import ListCheck, RatingList, RatingPool
from ratings.verification import nightly
from tests import cast, pages
from tests.made_once import made_once
from tests.ratings import scene, stored
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db
YESTERDAY = dt.timedelta(days=1)
WRONG = "Member 10001: rating 1900 in the list, 1799 when recalculated."


@pytest.fixture
@made_once
def published() -> RatingList:
    """Return the last of two lists."""
    found = scene.published(scene.spring_pool())
    RatingList.objects.update(published_at=timezone.now() - 2 * YESTERDAY)
    return found


@pytest.fixture
def administrator() -> User:
    return User.objects.create_superuser("root", "root@example.org", "x")


def one_night() -> Job:
    """Run what the sweeper queues."""
    job = nightly.queue()
    assert job is not None
    done = worker.run(job.pk)
    assert done is not None
    assert done.error == ""
    return done


def age(days: int) -> None:
    """Let the checks be so many days old."""
    ListCheck.objects.update(checked_at=timezone.now() - days * YESTERDAY)


@pytest.mark.parametrize(("hour", "begun"), [(1, 23), (2, 24), (23, 24)])
def test_a_night_begins_at_two_o_clock(hour: int, begun: int) -> None:
    now = timezone.make_aware(dt.datetime(2026, 11, 24, hour, 30))
    assert last_night(now) == timezone.make_aware(dt.datetime(2026, 11, begun, 2))


@pytest.mark.long
def test_every_published_list_is_verified_once_a_night(published: RatingList) -> None:
    assert one_night().result == {"lists": 2, "failed": 0}
    assert set(ListCheck.objects.values_list("list__date", "passed")) == {(scene.START, True), (scene.LIST, True)}
    assert nightly.queue() is None
    age(days=1)
    assert one_night().result["lists"] == 2


def test_drafts_and_replaced_lists_are_not_and_a_new_list_waits_for_the_next_night(published: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    scene.published(published.pool, reason="Late came late.")
    assert list(nightly.due().values_list("date", "revision")) == [(scene.START, 0)]
    RatingList.objects.update(published_at=timezone.now() - 2 * YESTERDAY)
    assert list(nightly.due().values_list("date", "revision")) == [(scene.LIST, 1), (scene.START, 0)]


def test_a_list_no_longer_published_without_a_revision_is_verified_and_fails(published: RatingList) -> None:
    RatingList.objects.filter(pk=published.pk).update(state=RatingList.State.REVISED)
    assert one_night().result == {"lists": 2, "failed": 1}
    assert "no list of that day is published now" in next(dashboard.verification(cast.rating_officer())).text


def test_a_run_that_takes_long_leaves_the_rest_to_another_job_the_newest_list_first(published: RatingList) -> None:
    first = nightly.queue()
    assert first is not None
    assert nightly.run(worker.claim(first.pk), seconds=0) == {"lists": 1, "failed": 0}
    assert [check.list.date for check in ListCheck.objects.select_related("list")] == [scene.LIST]
    [further] = Job.objects.filter(kind=nightly.KIND, state=Job.State.QUEUED)
    assert worker.run(further.pk).result == {"lists": 1, "failed": 0}
    assert ListCheck.objects.count() == 2


@pytest.mark.long
def test_the_sweeper_queues_it(published: RatingList) -> None:
    call_command("sweep_jobs", stdout=io.StringIO())
    call_command("sweep_jobs", stdout=io.StringIO())
    assert Job.objects.filter(kind=nightly.KIND).count() == 1


@pytest.mark.long
def test_a_list_that_fails_is_on_the_first_page_and_visible_to_monitors(published: RatingList, client: Client) -> None:
    officer = cast.rating_officer()
    one_night()
    assert list(dashboard.verification(officer)) == []
    assert [line.text[:34] for line in dashboard.verified(officer)] == ["2 of 2 published lists verified, l"]
    assert "\nverification ok: 2 lists, 0 failed, 0 not yet checked, oldest" in client.get("/health/").text
    stored.change(published, 10001, rating=1900)
    age(days=1)
    assert one_night().result == {"lists": 2, "failed": 1}
    [line] = dashboard.verification(officer)
    assert line.text.startswith("The Elo list of 1 July 2026 failed verification: ")
    assert line.address == reverse("admin:ratings_ratinglist_verify", args=[published.pk])
    assert "\nverification failed: 2 lists, 1 failed" in client.get("/health/").text
    client.force_login(officer)
    page = pages.text(client.get(reverse("admin:index")))
    assert line.text in page
    assert "1 of 2 published lists verified" in page


@pytest.mark.long
def test_a_game_that_was_changed_past_the_site_makes_the_list_stale(published: RatingList) -> None:
    scene.renew_games_digests()
    stale_lists(published.pool, remember=True)
    Pairing.objects.filter(round=1).update(white_result="0", black_result="1")
    assert stale_lists(published.pool) == []
    one_night()
    assert [stale.rating_list for stale in stale_lists(published.pool)] == [published]


def test_a_verification_that_does_not_run_is_reported(published: RatingList, client: Client) -> None:
    one_night()
    age(days=3)
    [line] = dashboard.verification(cast.rating_officer())
    assert line.text.endswith("Start the sweeper on the server again.")
    assert "\nverification late" in client.get("/health/").text


def test_secretaries_get_no_message(published: RatingList) -> None:
    one_night()
    officer = cast.secretary()
    assert [*dashboard.verification(officer), *dashboard.verified(officer)] == []


@pytest.mark.long
@pytest.mark.usefixtures("with_mail")
def test_administrators_get_one_mail_when_a_list_begins_to_fail(published: RatingList, administrator: User) -> None:
    stored.change(published, 10001, rating=1900)
    one_night()
    since = ListCheck.objects.get(list=published).failed_since
    age(days=1)
    one_night()
    assert ListCheck.objects.get(list=published).failed_since == since
    [job] = Job.objects.filter(kind="verification_mail")
    worker.run(job.pk)
    [sent] = mail.outbox
    assert (sent.to, sent.subject) == (
        ["root@example.org"],
        "Échec de la vérification\N{NO-BREAK SPACE}: Elo, 1er juillet 2026",
    )
    assert f"/ratings/ratinglist/{published.pk}/verify/" in sent.body
    assert "10001" in sent.body


@pytest.mark.long
@pytest.mark.usefixtures("with_mail")
def test_a_mail_about_a_list_that_is_right_again_is_not_sent(published: RatingList, administrator: User) -> None:
    stored.change(published, 10001, rating=1900)
    one_night()
    stored.change(published, 10001, rating=1799)
    assert nightly.check(published).passed
    [job] = Job.objects.filter(kind="verification_mail")
    assert (worker.run(job.pk).error, mail.outbox) == ("", [])


def test_a_pool_without_rules_and_an_unreadable_manifest_stop_no_other_list(published: RatingList) -> None:
    RatingPool.objects.get().rules.all().delete()
    RatingList.objects.filter(pk=published.previous_id).update(manifest={"version": 1})
    assert one_night().result == {"lists": 2, "failed": 2}
    assert [result.findings[0][0] for result in ListCheck.objects.order_by("list__date")] == ["manifest", "rules"]


def test_the_public_page_says_when_a_list_was_verified(published: RatingList, client: Client) -> None:
    one_night()
    assert "Last verified by this site" in pages.text(client.get("/en/verify/"))
    ListCheck.objects.update(passed=False)
    assert "Failed this site's verification" in pages.text(client.get("/en/verify/"))
