"""A list from the queue to its files, by a real worker that was dead when the work was asked for."""

from __future__ import annotations

import pytest

from federation.background import sweeper
from federation.models import Job
from ratings.exports import downloads_of
from ratings.lists.job_queue import queue_rating
from ratings.lists.publication import publish
from ratings.models import RatingList, RenderedFile
from ratings.verification.verify import verify
from tests.ratings import scene
from tests.services import Worker, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def wait_for_end(job: Job) -> None:
    """Sweep, as the sweeper does, until the job is over."""

    def is_over() -> bool:
        sweeper.sweep()
        job.refresh_from_db()
        return job.is_over

    wait_until(is_over, "the job is over")


def test_a_worker_makes_the_list_and_its_files(worker: Worker) -> None:
    pool = scene.spring_pool()
    worker.kill()
    run = queue_rating(pool, scene.LIST)
    worker.start()
    wait_for_end(run)
    draft = RatingList.objects.get(state=RatingList.State.DRAFT)
    assert (run.state, run.result) == (Job.State.DONE, {"lists": [draft.pk]})
    published = publish(draft)
    wait_for_end(Job.objects.get(kind="render"))
    assert RenderedFile.objects.filter(list=published).count() == len(downloads_of(published)) + 5
    assert verify(published).passed
