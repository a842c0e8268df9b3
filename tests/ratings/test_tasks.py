"""Runs and renderings as jobs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from django.db import connection, transaction
from django.utils import translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from federation.background import jobs, worker
from federation.background.kinds import no_progress
from federation.members.hiding import rewrite_public_files
from federation.models import Job, Member
from ratings import tasks
from ratings.errors import RatingError
from ratings.exports import downloads_of
from ratings.lists.job_queue import queue_rating, queue_rendering
from ratings.models import RatingList, RenderedFile
from ratings.public import page_index, pages, rendering
from tests import cast
from tests.at_once import IN_QUEUE
from tests.ratings import scene
from tests.services import START_SECONDS

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(settings, tmp_path):
    settings.PUBLISHED_ROOT = tmp_path / "published"
    return scene.spring_pool()


def test_a_run_makes_the_draft_and_names_it(pool) -> None:
    job = worker.run(queue_rating(pool, scene.LIST).pk)
    draft = RatingList.objects.get(state=RatingList.State.DRAFT)
    assert (job.state, job.result) == (Job.State.DONE, {"lists": [draft.pk]})
    assert draft.job == job


def test_two_wishes_for_one_list_are_one_job(pool) -> None:
    assert queue_rating(pool, scene.LIST) == queue_rating(pool, scene.LIST)
    assert queue_rating(pool, scene.NEXT) != queue_rating(pool, scene.LIST)


def test_a_refusal_is_the_jobs_sentence(pool) -> None:
    job = worker.run(queue_rating(pool, scene.START, reason="why not").pk)
    assert (job.state, job.failure) == (
        Job.State.FAILED,
        "The list of 1 January 2026 is an imported starting list: it is not calculated.",
    )
    with translation.override("de"):  # each reader has their own
        assert job.failure.startswith("Die Liste vom 1. Januar 2026 ist eine importierte Anfangsliste")


@pytest.mark.long
def test_a_chain_is_one_job(pool) -> None:
    scene.published(pool)
    scene.tournament(["10001 10004 1-0"], name="Late")
    job = worker.run(queue_rating(pool, scene.NEXT, reason="Late came late.", revise=True).pk)
    drafts = RatingList.objects.filter(state=RatingList.State.DRAFT).order_by("date")
    assert [draft.date for draft in drafts] == [scene.LIST, scene.NEXT]
    assert job.result == {"lists": [draft.pk for draft in drafts]}


@pytest.mark.long
def test_a_rendering_writes_the_files(pool) -> None:
    made = scene.published(pool)
    job = worker.run(queue_rendering(made, cast.rating_officer()).pk)
    assert job.result == {"files": RenderedFile.objects.filter(list=made).count()}
    assert RenderedFile.objects.count() == len(downloads_of(made)) + 5  # the bundle, and a page in four languages


@pytest.fixture
def large(pool, monkeypatch) -> RatingList:
    """Return a published list of so many pages that its rendering is divided."""
    made = scene.published(pool)
    Job.objects.update(state=Job.State.DONE)  # its publication asked for the files
    monkeypatch.setattr(pages, "PER_PAGE", 2)
    monkeypatch.setattr(rendering, "PAGES", 3)
    return made


def parts() -> list[Job]:
    """Return the parts that wait for a worker."""
    return list(Job.objects.filter(kind="render_part", state=Job.State.QUEUED).order_by("created_at"))


def files_of(rating_list: RatingList) -> dict[str, str]:
    """Return the digest of each file of a list."""
    return dict(rating_list.files.values_list("path", "sha256"))


@pytest.mark.long
def test_large_list_is_rendered_once_its_last_part_is(large: RatingList) -> None:
    assert worker.run(queue_rendering(large).pk).result == {"parts": len(parts())}
    waiting = parts()
    assert [job.arguments["part"] for job in waiting][:2] == ["pages:1-3", "pages:4-4"]
    for job in reversed(waiting):  # in whatever order
        large.refresh_from_db()
        assert large.rendered_at is None
        assert worker.run(job.pk).result == {"written": True}
    large.refresh_from_db()
    assert (large.rendered_at is not None, large.has_bundle) == (True, True)
    in_parts = files_of(large)
    rendering.render(large)
    assert files_of(large) == in_parts


@pytest.mark.long
def test_part_is_written_once_however_often_it_runs(large: RatingList) -> None:
    worker.run(queue_rendering(large).pk)
    job = parts()[0]
    for _again in range(2):
        assert tasks.render_part(worker.claim(job.pk), no_progress) == {"written": True}
        Job.objects.filter(pk=job.pk).update(state=Job.State.QUEUED)
    assert large.files.filter(path="en/page-1.html").count() == 1


@pytest.mark.long
def test_parts_of_a_rendering_that_was_restarted_write_nothing(large: RatingList) -> None:
    worker.run(queue_rendering(large).pk)
    old = parts()
    rendering.begin(large)
    assert {worker.run(job.pk).result["written"] for job in old} == {False}
    assert not large.files.exists()


@pytest.mark.long
def test_parts_of_a_withdrawn_list_write_nothing_and_it_is_rendered_again(large: RatingList) -> None:
    worker.run(queue_rendering(large).pk)
    old = parts()
    assert hide().result == {"lists": 1}
    assert {worker.run(job.pk).result["written"] for job in old} == {False}
    worker.run(Job.objects.get(kind="render", state=Job.State.QUEUED).pk)
    for job in parts():
        worker.run(job.pk)
    large.refresh_from_db()
    assert large.rendered_at is not None
    assert names_in(large) == {False}


def test_a_run_that_was_overtaken_writes_nothing(pool) -> None:
    job = worker.claim(queue_rating(pool, scene.LIST).pk)
    Job.objects.filter(pk=job.pk).update(owner="another")
    with pytest.raises(jobs.LeaseLost):
        tasks.rate(job, no_progress)
    assert not RatingList.objects.filter(state=RatingList.State.DRAFT).exists()


def test_a_request_for_a_list_that_is_being_calculated_otherwise_is_refused(pool) -> None:
    job = queue_rating(pool, scene.LIST)
    assert queue_rating(pool, scene.LIST) == job
    with pytest.raises(RatingError, match="The list of 2026-07-01 is already being calculated with other options"):
        queue_rating(pool, scene.LIST, revise=True)


def names_in(rating_list: RatingList) -> set[bool]:
    """Return whether each file of a list names Bram Baeten."""
    return {
        b"Baeten" in rendering.location(file.sha256, file.path.rpartition("/")[2]).read_bytes()
        for file in rating_list.files.all()
        if file.path.endswith((".html", ".csv", ".json"))
    }


def rendered(pool) -> RatingList:
    published = scene.published(pool)
    rendering.render(published)
    return published


def hide() -> Job:
    Member.objects.filter(key=10002).update(hidden=True)
    return worker.run(rewrite_public_files().pk)


@pytest.mark.long
def test_hiding_a_member_withdraws_every_file_at_once(
    pool, settings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    made = rendered(pool)
    assert names_in(made) == {True}
    with django_capture_on_commit_callbacks(execute=True):
        assert hide().result == {"lists": 1}
    assert not RenderedFile.objects.exists()
    made.refresh_from_db()
    assert (made.rendered_at, made.rendered_edition) == (None, "")
    assert not settings.PUBLISHED_ROOT.exists()


@pytest.mark.long
def test_then_the_lists_are_written_without_his_name(pool) -> None:
    made = rendered(pool)
    hide()
    job = Job.objects.get(kind="render", state=Job.State.QUEUED)
    assert worker.run(job.pk).state == Job.State.DONE
    assert names_in(made) == {False}


@pytest.mark.long
def test_but_no_list_that_a_revision_replaced(pool) -> None:
    made = rendered(pool)
    RatingList.objects.filter(pk=made.pk).update(state=RatingList.State.REVISED)
    Job.objects.update(state=Job.State.DONE)
    hide()
    assert not RenderedFile.objects.exists()
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()


@pytest.mark.long
def test_a_list_that_was_written_the_moment_before_is_written_again(pool) -> None:
    made = scene.published(pool)
    writer = worker.claim(queue_rendering(made).pk)
    rendering.render(made)  # the job has stored its files and is not done yet
    hide()
    Job.objects.filter(pk=writer.pk).update(state=Job.State.DONE)
    [job] = Job.objects.filter(kind="render", state=Job.State.QUEUED)
    assert worker.run(job.pk).state == Job.State.DONE
    assert names_in(made) == {False}


@pytest.mark.long
def test_a_list_whose_files_are_gone_has_its_job(pool, monkeypatch) -> None:
    made = rendered(pool)
    monkeypatch.setattr(tasks, "queue_rendering_again", lambda _list: 1 / 0)  # where the worker is killed
    job = hide()
    assert job.state == Job.State.QUEUED
    monkeypatch.undo()
    assert worker.run(job.pk).result == {"lists": 1}
    assert Job.objects.filter(kind="render", key=f"render:{made.pk}", state=Job.State.QUEUED).exists()


@pytest.mark.long
def test_who_is_hidden_while_a_list_is_written_is_not_in_it(
    pool, settings, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    published = scene.published(pool)

    def report(percent: int, _step: str) -> None:
        if percent >= 50:
            Member.objects.filter(key=10002).update(hidden=True)

    with django_capture_on_commit_callbacks(execute=True):  # after which files that nobody names go
        rendering.render(published, report)
    assert names_in(published) == {False}
    named = set(published.files.values_list("sha256", flat=True))
    assert {folder.name for folder in settings.PUBLISHED_ROOT.iterdir()} == {page_index.FOLDER, *named}


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs PostgreSQL: SQLite has one writer")
@pytest.mark.django_db(transaction=True)
def test_who_is_hidden_while_files_are_stored_stands_in_none_of_them(settings, tmp_path) -> None:
    settings.PUBLISHED_ROOT = tmp_path / "published"
    published = scene.published(scene.spring_pool())
    stored, is_hidden = Event(), Event()

    @contextmanager
    def slowly() -> Iterator[None]:
        with transaction.atomic():
            yield
            stored.set()
            is_hidden.wait(START_SECONDS)
            time.sleep(IN_QUEUE)  # the job of the hiding has begun

    def write() -> None:
        rendering.render(published, writing=slowly)
        connection.close()

    writer = Thread(target=write)
    writer.start()
    stored.wait(START_SECONDS)
    Member.objects.filter(key=10002).update(hidden=True)
    job = rewrite_public_files()
    is_hidden.set()
    assert worker.run(job.pk).result == {"lists": 1}
    writer.join()
    assert names_in(published) <= {False}  # the writer began again
