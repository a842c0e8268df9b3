"""The handlers that the job runner calls."""

import pytest

from federation.background import jobs, worker
from federation.models import Job
from tests import cast
from tests.services import wait_until
from tests.tournaments import events, played
from tournaments.intake import receive
from tournaments.models import Stage, Upload
from tournaments.on_site import tournament as on_site

pytestmark = pytest.mark.django_db


def run(upload, **how):
    """Run the job that reads the upload, after its only attempt."""
    receive.read_later(upload, None, **how)
    return worker.run(upload.job_id)


def test_a_job_reads_a_file():
    cast.everybody()
    upload = events.received(events.csv_file(events.report(), events.report(name="Second")))
    job = run(upload)
    assert (job.state, job.result, job.progress) == ("done", {"tournaments": 2}, 100)


def test_a_job_fails_with_the_reason_why_a_file_cannot_be_read():
    job = run(events.received(b"event,white,black,result\nCup,10001,10002,7-3\n"))
    assert (job.state, job.failure) == ("failed", "The result 7-3 is not known. Wrong lines: 1.")


def test_a_job_reads_again_on_request():
    upload = events.read(events.csv_file(events.report()))
    cast.everybody()
    assert run(upload, again=True).state == "done"
    assert not upload.tournaments.get().participants.filter(member=None).exists()


def test_a_job_does_not_read_again_what_was_submitted():
    upload = events.read(events.csv_file(events.report()))
    upload.tournaments.update(stage=Stage.SUBMITTED)
    job = run(upload, again=True)
    assert (job.state, job.failure) == ("failed", receive.ALREADY_USED)


def test_two_wishes_to_read_a_file_are_one_job():
    upload = events.received(events.csv_file(events.report()))
    receive.read_later(upload, None)
    receive.read_later(upload, None)
    assert Job.objects.count() == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_fast_worker_is_not_overwritten_by_the_page(monkeypatch):
    monkeypatch.setattr(jobs, "wake", lambda job_id, _kind: worker.run(job_id))
    upload = events.received(events.csv_file(events.report()))
    receive.read_later(upload, None)
    upload.refresh_from_db()
    assert (upload.state, upload.is_to_read, upload.tournaments.count()) == ("read", False, 1)


def test_an_old_page_does_not_start_a_second_reading():
    upload = events.received(events.csv_file(events.report()))
    shown = Upload.objects.get()
    run(upload)
    run(shown)
    assert (shown.state, shown.job, Job.objects.filter(kind="read_upload").count()) == ("read", upload.job, 1)
    assert upload.tournaments.count() == 1


def test_a_round_of_a_tournament_that_was_deleted_meanwhile_is_not_paired():
    tournament = played.tournament(2)
    job = on_site.pair_later(tournament, 1, cast.rating_officer())
    on_site.discard(tournament)
    assert worker.run(job.pk).state == "done"


@pytest.mark.long
def test_a_real_worker_reads_a_file(worker):
    upload = events.received(events.csv_file(events.report()))
    receive.read_later(upload, None)
    wait_until(lambda: all(job.is_over for job in Job.objects.all()), "the worker to read the file")
    assert [(job.kind, job.state) for job in Job.objects.order_by("created_at")] == [
        ("read_upload", "done"),
        ("tie_breaks", "done"),
    ]
    assert upload.tournaments.get().name == "Tower Cup"
    assert sorted(upload.tournaments.get().tie_breaks.ranks.values()) == [1, 2, 2, 4]
