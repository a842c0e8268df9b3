"""Background work without a worker: what submit, run and sweep do to Job rows."""

from __future__ import annotations

import datetime as dt
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone, translation

from federation.background import jobs, sweeper, worker
from federation.models import Job, Unit


def queued(kind: str = "sleep", key: str = "a key", **arguments: object) -> Job:
    return jobs.submit(kind, key, arguments or {"seconds": 0})


def let_the_lease_run_out(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=1))


@pytest.mark.django_db
def test_a_submitted_job_is_queued_with_its_arguments():
    job = queued("sleep", "nap", seconds=0)
    assert (job.state, job.kind, job.key, job.arguments, job.attempts) == ("queued", "sleep", "nap", {"seconds": 0}, 0)


@pytest.mark.django_db
def test_a_second_job_of_a_key_is_the_first_while_that_is_alive():
    first = queued(key="one")
    assert queued(key="one").pk == first.pk
    worker.claim(first.pk)
    assert queued(key="one").pk == first.pk
    assert queued(key="two").pk != first.pk


@pytest.mark.django_db
def test_a_key_is_free_again_when_its_job_is_over():
    first = queued(key="one")
    worker.run(first.pk)
    assert queued(key="one").pk != first.pk


@pytest.mark.django_db
def test_wake_all_stops_at_the_first_message_that_the_broker_refuses(monkeypatch):
    asked = []

    def wake(job_id: uuid.UUID, kind: str) -> bool:
        asked.append(job_id)
        return len(asked) < 2

    monkeypatch.setattr(jobs, "wake", wake)
    submitted = [queued(key=str(number)) for number in range(4)]
    jobs.wake_all(submitted)
    assert asked == [job.pk for job in submitted[:2]]


@pytest.mark.django_db
def test_a_delayed_job_wakes_no_worker(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as wake_ups:
        jobs.submit("sleep", "later", {"seconds": 0}, after=dt.timedelta(minutes=3))
        jobs.submit("sleep", "one of many", {"seconds": 0}, wakes=False)
        assert wake_ups == []
        now = queued(key="now")
    assert [wake_up.args for wake_up in wake_ups] == [(now.pk, "sleep")]
    assert sweeper.sweep().woken == 0


@pytest.mark.django_db
def test_urgent_kinds_have_the_higher_priority(monkeypatch):
    sent = []
    monkeypatch.setattr(jobs.app, "send_task", lambda *_words, priority, **_more: sent.append(priority))
    for kind in ("render", "read_upload", "pair_round", "rate"):
        jobs.wake(uuid.uuid4(), kind)
    assert sent == [9, 0, 0, 0]


@pytest.mark.django_db
def test_an_unknown_kind_is_a_programming_error():
    with pytest.raises(KeyError, match="knit"):
        jobs.submit("knit", "key", {})
    assert not Job.objects.exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_eight_threads_that_submit_at_once_get_one_job():
    together = Barrier(8)

    def submit(number: int) -> uuid.UUID:
        try:
            together.wait()
            return queued(key="race", seconds=number).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(submit, range(8)))) == 1
    assert Job.objects.count() == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_eight_threads_that_claim_at_once_one_gets_the_job():
    job = queued()
    together = Barrier(8)

    def claim(_: int) -> bool:
        try:
            together.wait()
            return worker.claim(job.pk) is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(claim, range(8))) == [False] * 7 + [True]


@pytest.mark.django_db
def test_a_job_that_is_run_is_done_with_its_result():
    job = worker.run(queued(seconds=0).pk)
    assert (job.state, job.result, job.progress, job.attempts, job.error) == ("done", {"attempt": 1}, 100, 1, "")
    assert job.finished_at is not None
    assert worker.run(job.pk) is None


@pytest.mark.django_db
def test_an_error_of_the_user_ends_the_job_with_its_sentence():
    job = worker.run(queued("refuse", text="The list is published already.").pk)
    assert (job.state, job.failure, job.attempts) == ("failed", "The list is published already.", 1)


@pytest.mark.django_db
def test_each_reader_sees_an_error_in_their_language():
    text = "The list of %(date)s is already published."
    job = worker.run(queued("refuse", text=text, facts={"date": "2026-07-01"}).pk)
    assert (job.error, job.error_facts) == (text, {"date": "2026-07-01"})
    for language, sentence in (
        ("fr", "Le classement du 2026-07-01 est déjà publié."),
        ("en", "The list of 2026-07-01 is already published."),
    ):
        with translation.override(language):
            assert job.failure == sentence


@pytest.mark.django_db
def test_a_new_attempt_clears_error_and_progress():
    job = queued(seconds=0)
    Job.objects.filter(pk=job.pk).update(error="%(what)s broke", error_facts={"what": "It"}, progress=40, step="Half")
    begun = worker.claim(job.pk)
    assert (begun.failure, begun.progress, begun.step) == ("", 0, "")


@pytest.mark.django_db
def test_an_error_of_the_program_is_tried_three_times(caplog):
    job = queued("break", text="a bug")
    states = [worker.run(job.pk).state for _ in range(3)]
    job.refresh_from_db()
    assert states == ["queued", "queued", "failed"]
    assert (job.error, job.attempts) == (jobs.BROKE_DOWN, 3)
    assert "ZeroDivisionError: a bug" in caplog.text


@pytest.mark.django_db
def test_an_attempt_stores_its_progress():
    job = worker.claim(queued().pk)
    with worker.Heartbeat(job) as heartbeat:
        heartbeat.report(40, "rating games")
    job.refresh_from_db()
    assert (job.progress, job.step) == (40, "rating games")


@pytest.mark.django_db
@pytest.mark.parametrize(("told", "kept"), [(140, 100), (-3, 0)])
def test_no_progress_is_too_much_for_its_column(told, kept):
    job = worker.claim(queued().pk)
    with worker.Heartbeat(job) as heartbeat:
        heartbeat.report(told, "x" * 200)
    job.refresh_from_db()
    assert (job.progress, job.step) == (kept, "x" * 120)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_heartbeat_renews_the_lease_and_writes_progress_beside_the_work(settings):
    settings.JOB_LEASE_SECONDS = 1
    job = worker.claim(queued().pk)
    with worker.Heartbeat(job) as heartbeat:
        heartbeat.report(40, "rating games")
        heartbeat._thread.join(1.3)  # three beats
        assert sweeper.sweep().requeued == 0
        job.refresh_from_db()
    assert (job.progress, job.step, job.lease_until > timezone.now()) == (40, "rating games", True)


@pytest.mark.django_db
def test_a_job_whose_worker_died_is_queued_again():
    job = worker.claim(queued().pk)
    assert sweeper.sweep().requeued == 0
    let_the_lease_run_out(job)
    assert sweeper.sweep() == sweeper.Swept(woken=1, requeued=1, given_up=0)
    assert worker.run(job.pk).result == {"attempt": 2}


@pytest.mark.django_db
def test_a_job_whose_worker_died_three_times_is_given_up():
    job = queued()
    for _ in range(3):
        let_the_lease_run_out(worker.claim(job.pk))
        swept = sweeper.sweep()
    assert swept == sweeper.Swept(woken=0, requeued=0, given_up=1)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", jobs.WORKER_DIED)


@pytest.mark.django_db
def test_a_lost_wake_up_is_sent_again_after_a_while_and_only_then():
    job = queued()
    assert sweeper.sweep().woken == 0
    Job.objects.filter(pk=job.pk).update(sent_at=timezone.now() - sweeper.RESEND_AFTER * 2)
    assert sweeper.sweep().woken == 1
    assert sweeper.sweep().woken == 0


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.django_db(transaction=True)
def test_a_job_waits_for_room_on_a_full_disk_however_long_that_takes(tmp_path):
    full = tmp_path / "file"
    full.symlink_to("/dev/full")
    job = jobs.submit("write_file", "key", {"path": str(full)})
    for _ in range(jobs.ATTEMPTS + 1):
        tried = worker.run(job.pk)
        assert (tried.state, tried.step, tried.attempts) == ("queued", jobs.DISK_FULL, 0)
        assert tried.sent_at > timezone.now() + worker.ROOM_PAUSE * 0.9
    full.unlink()
    done = worker.run(job.pk)
    assert (done.state, done.step, done.result) == ("done", "", {"written": 13, "attempt": 1})


@pytest.mark.django_db
def test_the_oldest_are_woken_first_some_at_once_and_none_after_one_that_the_broker_did_not_take(monkeypatch):
    asked = []
    monkeypatch.setattr(sweeper, "RESEND_AT_ONCE", 2)
    monkeypatch.setattr(sweeper, "wake", lambda job_id, _kind: asked.append(job_id) or len(asked) < 3)
    newest, newer, older, never = (queued(key=key) for key in ("newest", "newer", "older", "never sent"))
    for job, seconds in ((newest, 10), (newer, 20), (older, 30)):
        Job.objects.filter(pk=job.pk).update(sent_at=timezone.now() - dt.timedelta(seconds=seconds))
    Job.objects.filter(pk=never.pk).update(sent_at=None)
    assert [sweeper.sweep().woken for _ in range(2)] == [2, 0]
    assert asked == [never.pk, older.pk, newer.pk]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_job_waits_for_room_where_the_database_is():
    tried = worker.run(queued("fill_database").pk)
    assert (tried.state, tried.step, tried.attempts) == ("queued", jobs.DISK_FULL, 0)


@pytest.mark.django_db
def test_an_overtaken_attempt_raises_and_stores_no_result():
    job = worker.claim(queued().pk)
    let_the_lease_run_out(job)
    sweeper.sweep()
    second = worker.claim(job.pk)
    with worker.Heartbeat(job) as heartbeat, pytest.raises(jobs.LeaseLost):
        heartbeat.report(50)
    second.refresh_from_db()
    assert (second.state, second.progress, second.attempts) == ("running", 0, 2)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_what_an_overtaken_attempt_wrote_is_undone():
    job = worker.claim(queued().pk)
    with pytest.raises(jobs.LeaseLost), jobs.writing(job):
        Unit.objects.create(code="X", name="written by an overtaken attempt")
        Job.objects.filter(pk=job.pk).update(owner="somebody else")
    assert not Unit.objects.exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_long_transaction_ends_with_a_fresh_lease():
    job = worker.claim(queued().pk)
    with jobs.writing(job):
        let_the_lease_run_out(job)
    assert sweeper.sweep().requeued == 0
    job.refresh_from_db()
    assert job.lease_until > timezone.now()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_no_worker_is_woken_for_a_job_that_was_rolled_back():
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        queued()
        raise ZeroDivisionError
    assert not Job.objects.exists()


@pytest.mark.django_db
def test_the_command_sweep_jobs_says_what_it_did(capsys):
    let_the_lease_run_out(worker.claim(queued().pk))
    call_command("sweep_jobs")
    assert capsys.readouterr().out == "1 woken, 1 requeued, 0 given up, 0 forgotten\n"


@pytest.mark.django_db
def test_old_jobs_are_deleted_unless_they_failed(settings, django_assert_num_queries):
    settings.JOBS_KEPT_DAYS = 30
    states = (("cured", "failed", 50), ("cured", "done", 40), ("old", "done", 31), ("new", "done", 29))
    for key, state, age in (*states, ("hopeless", "failed", 200)):
        moment = timezone.now() - dt.timedelta(days=age)
        job = Job.objects.create(kind="sleep", key=key, state=state, finished_at=moment)
        Job.objects.filter(pk=job.pk).update(created_at=moment)
    assert sweeper.sweep().forgotten == 3
    assert set(Job.objects.values_list("key", flat=True)) == {"new", "hopeless"}
    assert [job.key for job in jobs.unresolved_failures()] == ["hopeless"]
    with django_assert_num_queries(5):  # nothing is written where nothing is to be forgotten
        assert sweeper.sweep().forgotten == 0


@pytest.mark.django_db
def test_a_repeated_failure_is_deleted_before_its_successor(monkeypatch):
    monkeypatch.setattr(sweeper, "FORGOTTEN_AT_ONCE", 1)
    for number in range(3):
        for state, age in (("failed", 120), ("done", 110)):
            moment = timezone.now() - dt.timedelta(days=age + number)
            job = Job.objects.create(kind="sleep", key=f"{number}", state=state, finished_at=moment)
            Job.objects.filter(pk=job.pk).update(created_at=moment)
    left = [(sweeper.sweep().forgotten, Job.objects.count(), jobs.unresolved_failures().count()) for _ in range(4)]
    assert left == [(4, 2, 0), (1, 1, 0), (1, 0, 0), (0, 0, 0)]


@pytest.mark.parametrize("pause", ["0", "-1", "nan", "inf"])
def test_the_command_sweep_jobs_pauses_between_its_turns(pause: str):
    with pytest.raises(CommandError, match=r"^--every [\w.-]+: say how many seconds, more than 0\.$"):
        call_command("sweep_jobs", f"--every={pause}")


@pytest.mark.django_db
def test_the_command_run_job_runs_a_queued_job_once(capsys):
    job = queued(key="nap")
    call_command("run_job", str(job.pk))
    assert capsys.readouterr().out == "sleep nap: done\n"
    with pytest.raises(CommandError, match="no such job is queued"):
        call_command("run_job", str(job.pk))


@pytest.mark.django_db
def test_the_command_run_job_says_in_its_own_language_what_becomes_of_the_job():
    with pytest.raises(CommandError, match=r"^break a key: the attempt came to nothing; the job is queued\.$"):
        call_command("run_job", str(queued("break", text="a bug").pk))


@pytest.mark.django_db
def test_the_command_run_job_fails_with_the_sentence_of_the_job():
    with pytest.raises(CommandError, match="The list is published already."):
        call_command("run_job", str(queued("refuse", text="The list is published already.").pk))
