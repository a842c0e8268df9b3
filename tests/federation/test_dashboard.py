"""The lines about jobs on the first page of the admin, and who sees them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.background import jobs, worker
from federation.dashboard import waiting_for
from federation.models import Job
from tests import cast

pytestmark = pytest.mark.django_db

BROKEN = {"state": Job.State.FAILED, "error": jobs.BROKE_DOWN}


def texts(user):
    return [line.text for line in waiting_for(user)]


def test_nothing_waits_in_an_empty_federation():
    assert texts(cast.administrator()) == []


def test_a_job_that_failed_waits_until_it_is_done_again():
    officer = cast.rating_officer()
    Job.objects.create(kind="rate", key="rate:1", **BROKEN)
    Job.objects.create(kind="rate", key="rate:2", **BROKEN)
    assert texts(officer) == ["2 jobs failed."]
    Job.objects.create(kind="rate", key="rate:1", state=Job.State.DONE)
    assert texts(officer) == ["1 job failed."]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite: PostgreSQL reads a small table as a whole")
def test_later_jobs_are_found_by_an_index_on_the_key():
    assert "job_later_of_key" in jobs.unresolved_failures().explain()


@pytest.mark.long
def test_jobs_without_a_worker_are_reported_after_five_minutes(client):
    officer = cast.rating_officer()
    job = Job.objects.create(kind="rate", key="rate:1")
    assert texts(officer) == []
    Job.objects.update(created_at=timezone.now() - dt.timedelta(minutes=6))
    (line,) = waiting_for(officer)
    assert line.text == "1 job has been waiting for a worker for more than five minutes: is one running?"
    client.force_login(officer)
    assert list(client.get(line.address).context["cl"].result_list) == [job]
    Job.objects.update(sent_at=timezone.now() + dt.timedelta(minutes=9))  # a mail that is to be tried again later
    assert texts(officer) == []
    Job.objects.update(state=Job.State.RUNNING, sent_at=None)
    assert texts(officer) == []


def test_jobs_that_wait_their_turn_are_not_reported():
    officer = cast.rating_officer()
    Job.objects.create(kind="render", key="render:1")
    Job.objects.update(created_at=timezone.now() - dt.timedelta(minutes=6))
    lease = timezone.now() + dt.timedelta(seconds=15)
    busy = Job.objects.create(kind="render", key="render:2", state=Job.State.RUNNING, lease_until=lease)
    assert texts(officer) == []
    Job.objects.filter(pk=busy.pk).update(lease_until=timezone.now())  # its worker died
    assert len(texts(officer)) == 1


def test_a_full_disk_is_reported_at_once():
    again = {"step": jobs.DISK_FULL, "sent_at": timezone.now() + worker.ROOM_PAUSE}
    Job.objects.create(kind="render", key="render:1", **again)
    assert texts(cast.rating_officer()) == ["1 job is waiting because the server's disk is full."]


@pytest.mark.parametrize("kind", ["read_upload", "rate", "backtest", "what_if", "pair_round"])
def test_user_errors_shown_on_a_page_are_not_reported_to_staff(kind):
    officer = cast.rating_officer()
    Job.objects.create(kind=kind, key=f"{kind}:1", state=Job.State.FAILED, error="There is nothing to revise.")
    assert texts(officer) == []
    Job.objects.create(kind=kind, key=f"{kind}:2", **BROKEN)
    assert texts(officer) == ["1 job failed."]


def test_the_line_leads_to_the_very_jobs_that_it_counts(client):
    Job.objects.create(kind="rate", key="rate:1", **BROKEN)
    waits = Job.objects.create(kind="rate", key="rate:2", **BROKEN)
    Job.objects.create(kind="rate", key="rate:1", state=Job.State.DONE)
    officer = cast.rating_officer()
    client.force_login(officer)
    (line,) = waiting_for(officer)
    assert list(client.get(line.address).context["cl"].result_list) == [waits]


def test_viewers_see_no_waiting_jobs():
    Job.objects.create(kind="rate", key="rate:1", **BROKEN)
    assert texts(cast.viewer()) == []


@pytest.mark.long
def test_the_first_page_of_the_admin_shows_what_waits_and_leads_there():
    Job.objects.create(kind="rate", key="rate:1", **BROKEN)
    client = Client()
    client.force_login(cast.rating_officer())
    page = client.get(reverse("admin:index"), headers={"accept-language": "en"}).content.decode()
    (address,) = [line.address for line in waiting_for(cast.User.objects.get(username="officer"))]
    assert f'<a href="{address}">1 job failed.</a>' in page
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_the_number_of_failed_jobs_costs_no_query(django_assert_num_queries, count):
    admin = cast.administrator()
    for number in range(count):
        Job.objects.create(kind="rate", key=f"rate:{number}", **BROKEN)
    with django_assert_num_queries(10):  # tournaments, claims, drafts, pools, erasures, lists, clubs, jobs, audit
        assert len(waiting_for(admin)) == 1
