"""Background work with a real worker and broker that are killed and frozen."""

from __future__ import annotations

import threading

import pytest
from django.core.cache import cache

from federation.background import jobs, sweeper
from federation.background.worker import run
from federation.models import Job, Unit
from tests.services import START_SECONDS, Broker, Worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

LONGEST_ANSWER = 5  # seconds that a person waits for the page, with a broker that does not answer


def fresh(job: Job) -> Job:
    job.refresh_from_db()
    return job


def wait_for_progress(job: Job) -> None:
    wait_until(lambda: fresh(job).progress > 0, "the worker is in the middle of the job")


def wait_for_end(job: Job) -> None:
    """Sweep, as the sweeper does, until the job is over."""
    wait_until(lambda: (sweeper.sweep(), fresh(job).is_over)[1], "the job is over")


def test_a_job_survives_the_kill_of_its_worker(worker: Worker):
    job = jobs.submit("sleep", "nap", {"seconds": 2})
    wait_for_progress(job)
    worker.kill()
    worker.start()
    wait_for_end(job)
    assert (job.state, job.result) == ("done", {"attempt": 2})


def test_a_job_and_its_worker_survive_the_kill_of_the_broker(worker: Worker, broker: Broker):
    job = jobs.submit("sleep", "nap", {"seconds": 1.5})
    wait_for_progress(job)
    broker.kill()
    during = jobs.submit("sleep", "submitted while the broker is dead", {"seconds": 0})
    broker.start()
    wait_for_end(job)
    wait_for_end(during)
    assert (job.result, during.result, worker.runs) == ({"attempt": 1}, {"attempt": 1}, True)


def test_a_submission_does_not_wait_for_a_frozen_broker_and_loses_nothing(worker: Worker, broker: Broker):
    broker.freeze()
    rescue = threading.Timer(START_SECONDS, broker.thaw)  # or a submission that waits would never end
    rescue.start()
    job = jobs.submit("sleep", "nap", {"seconds": 0})
    rescue.cancel()
    assert not broker.answers()
    broker.thaw()
    wait_for_end(job)
    assert (job.state, job.result) == ("done", {"attempt": 1})


def test_thirty_submissions_together_wait_for_a_frozen_broker_less_than_five_seconds(worker: Worker, broker: Broker):
    broker.freeze()
    rescue = threading.Timer(LONGEST_ANSWER, broker.thaw)
    rescue.start()
    many = [jobs.submit("sleep", f"file {number}", {"seconds": 0}) for number in range(30)]
    rescue.cancel()
    assert not broker.answers()  # so it was not thawed yet
    assert many[-1].is_late  # the page says that nothing is lost
    broker.thaw()
    cache.clear()  # as ten seconds later
    for job in many:
        wait_for_end(job)
    assert {fresh(job).state for job in many} == {"done"}


def test_a_worker_that_was_frozen_and_overtaken_writes_nothing(worker: Worker):
    job = jobs.submit("write", "once", {"seconds": 2})
    wait_for_progress(job)
    worker.freeze()
    wait_until(lambda: sweeper.sweep().requeued, "the lease has run out")
    assert run(job.pk).result == {"attempt": 2}
    worker.thaw()
    wait_until(lambda: "(write once): overtaken" in worker.log.read_text(), "the first attempt has come to its end")
    assert (fresh(job).result, Unit.objects.get().name) == ({"attempt": 2}, "attempt 2")


def test_a_job_whose_database_connection_is_cut_is_tried_again():
    job = jobs.submit("lose_connection", "cut", {"lost": True})
    assert run(job.pk).state == "queued"
    Job.objects.update(arguments={"lost": False})
    assert run(job.pk).result == {"leagues": 0}
