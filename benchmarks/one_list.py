"""One ordinary list of 25,000 players: the draft that an officer waits for, then its pages and downloads by workers.

The draft is the verb of the officer's button, with the comparison that they read before they publish. The files are
written by a real Celery worker: once with one process, once with two. Draft and files are compared with fixed limits,
5 s and 60 s, since those were promised: there the machine counts.
"""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import replace

from django.db import connection

from benchmarks.invented.careers import DAYS, START, careers
from benchmarks.invented.decades import founders_csv, store
from benchmarks.measure import Row, seconds_of
from federation.background import jobs
from federation.models import Job
from ratings.lists import diffs
from ratings.lists.job_queue import queue_rendering_again
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.pools.creation import create_pool
from ratings.public import rendering
from ratings.starting_lists.create import import_ratings
from tests.services import Worker, wait_until

DRAFT_SECONDS, FILE_SECONDS = 5, 60
LONGEST = 1800


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    players = 1_000 if quick else 25_000
    found = replace(careers(2 * players, players, 2), known=[players] * 2)
    store(found)
    pool = create_pool("elo", "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    first, second = (START + dt.timedelta(days=DAYS * period - 1) for period in (1, 2))
    publish(rate(pool, first))
    drafts: list[RatingList] = []
    draft = seconds_of(lambda: drafts.append(_compared(rate(pool, second))))
    rating_list = publish(drafts[0])
    alone, together = (_rendered(rating_list, workers) for workers in (1, 2))
    size = f"{rating_list.player_count:,} players, {rating_list.game_count:,} games"
    files = rating_list.files.count()
    return [
        Row(f"list of {size}: draft and comparison", f"{DRAFT_SECONDS} s", draft / DRAFT_SECONDS, at_most=1),
        Row(f"all {files:,} files of it by two workers", f"{FILE_SECONDS} s", together / FILE_SECONDS, at_most=1),
        Row(f"all {files:,} files of it by two workers", "by one worker", alone / together, at_least=1.7),
    ]


def _compared(draft: RatingList) -> RatingList:
    """Return the draft, which was compared with the list before it as its page does."""
    assert not diffs.against_previous(draft).is_empty, "the list changes no rating"
    return draft


def _rendered(rating_list: RatingList, processes: int) -> float:
    """Return the seconds in which a worker of so many processes writes all files of the list."""
    Job.objects.all().delete()
    rendering.withdraw(rating_list)
    worker = Worker(f"sqlite:///{connection.settings_dict['NAME']}", processes)
    worker.start()
    try:
        for number in range(processes):
            jobs.submit("sleep", f"start {number}", {"seconds": 1})
        wait_until(_nothing_left, "the worker has started", LONGEST)
        return seconds_of(lambda: _all_files(rating_list))
    finally:
        worker.kill()


def _all_files(rating_list: RatingList) -> None:
    queue_rendering_again(rating_list)
    while not _nothing_left():
        time.sleep(0.05)
    rating_list.refresh_from_db()
    assert rating_list.rendered_at is not None, "not all files were written"


def _nothing_left() -> bool:
    return not Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING]).exists()
