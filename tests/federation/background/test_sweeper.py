"""Leases and clocks: when a job is taken from its worker, and which attempts count."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from federation.background import jobs, sweeper, worker
from federation.models import Job
from tests.federation.background.test_jobs import let_the_lease_run_out, queued


@pytest.mark.django_db
def test_leases_go_by_the_clock_of_the_database(monkeypatch):
    job = queued()
    ahead = timezone.now() + dt.timedelta(seconds=60)
    with monkeypatch.context() as patch:
        patch.setattr(timezone, "now", lambda: ahead)
        claimed = worker.claim(job.pk)
        assert sweeper.sweep().requeued == 0
    assert claimed.lease_until < timezone.now() + dt.timedelta(seconds=30)


@pytest.mark.django_db
def test_a_sweeper_that_runs_on_takes_a_job_only_when_its_lease_is_no_longer_renewed(monkeypatch):
    watch, clock = sweeper.Watch(), 1000.0
    monkeypatch.setattr(sweeper.time, "monotonic", lambda: clock)
    job = worker.claim(queued().pk)
    let_the_lease_run_out(job)  # by a clock that is ahead
    for _ in range(5):
        assert sweeper.sweep(watch).requeued == 0
        clock += 2
        jobs.held(job).update(lease_until=jobs.lease_end() - dt.timedelta(hours=1))
    for waited, requeued in ((0, 0), (2, 0), (1.5, 1)):
        clock += waited
        assert sweeper.sweep(watch).requeued == requeued


@pytest.mark.django_db
def test_an_attempt_that_was_taken_from_a_living_worker_does_not_count():
    job = worker.claim(queued().pk)
    let_the_lease_run_out(job)
    sweeper.sweep()
    worker._attempt(job, worker.Heartbeat(job).report)
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("queued", 0)


@pytest.mark.django_db
def test_a_job_given_up_because_workers_died_is_tried_again_an_hour_later_three_times_a_day():
    queued()
    for _ in range(6):
        Job.objects.filter(state="queued").update(
            state="running", attempts=3, lease_until=timezone.now() - dt.timedelta(seconds=1)
        )
        sweeper.sweep()
        past = timezone.now() - dt.timedelta(hours=2)
        Job.objects.filter(state="failed").update(finished_at=past, created_at=past)
        sweeper.sweep()
    assert list(Job.objects.values_list("state", flat=True)) == ["failed"] * (1 + sweeper.AGAIN)


@pytest.mark.django_db
def test_a_database_that_is_down_costs_no_attempt():
    job = jobs.submit("no_database", "key", {})
    for _ in range(jobs.ATTEMPTS + 1):
        tried = worker.run(job.pk)
        assert (tried.state, tried.attempts, tried.sent_at > timezone.now()) == ("queued", 0, True)
