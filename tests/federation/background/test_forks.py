"""federation/background/forks.py"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from federation.background import forks as processes
from federation.background import jobs
from federation.background.forks import WorkFailed, shared
from federation.models import Job, League
from tests.services import Worker, wait_until


def slowly(text: str, seconds: float = 0.0) -> str:
    time.sleep(seconds)
    return text


def broken() -> str:
    raise ZeroDivisionError("the work is broken")


def killed() -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def endless(mark: Path) -> str:
    mark.write_text(str(os.getpid()))
    while True:
        time.sleep(1)


def begun(mark: Path) -> bool:
    return mark.exists() and mark.read_text() != ""


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The processes that were forked, of which none may be left, not even dead."""
    found: list[int] = []
    fork = os.fork

    def remembered() -> int:
        found.append(fork())
        return found[-1]

    monkeypatch.setattr(os, "fork", remembered)
    yield found
    for process in found:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_works_give_what_they_make_in_their_order():
    works = [partial(slowly, text, seconds) for text, seconds in (("one", 0.2), ("two", 0.0), ("three", 0.1))]
    assert list(shared(works, 2)) == ["one", "two", "three"]


def test_each_work_has_a_process_of_its_own():
    found = set(shared([os.getpid] * 5, 2))
    assert len(found) == 5
    assert os.getpid() not in found


@pytest.mark.parametrize("count", [0, 1])
def test_one_process_is_this_one(forks: list[int], count: int):
    assert list(shared([os.getpid] * 2, count)) == [os.getpid()] * 2
    assert forks == []


def test_no_more_than_so_many_run_at_once(tmp_path: Path):
    def work(number: int) -> int:
        mine = tmp_path / str(number)
        mine.touch()
        time.sleep(0.05)
        together = len(list(tmp_path.iterdir()))
        mine.unlink()
        return together

    assert set(shared((partial(work, number) for number in range(6)), 2)) <= {1, 2}


def test_what_a_work_needs_may_be_read_while_others_run(tmp_path: Path):
    mark = tmp_path / "running"

    def works() -> Iterator[partial[str]]:
        yield partial(endless_until_told, mark)
        wait_until(lambda: begun(mark), "the first work runs")
        read = "read meanwhile"
        mark.with_suffix(".told").touch()
        yield partial(slowly, read)

    assert list(shared(works(), 2)) == ["told", "read meanwhile"]


def endless_until_told(mark: Path) -> str:
    mark.write_text("running")
    while not mark.with_suffix(".told").exists():
        time.sleep(0.01)
    return "told"


def test_a_work_has_what_was_read_before_it_began():
    column = list(range(100_000))
    assert list(shared([lambda: sum(column)], 2)) == [sum(column)]


def test_more_than_a_pipe_holds_is_given_back():
    assert [len(found) for found in shared([lambda: b"x" * 1_000_000] * 3, 2)] == [1_000_000] * 3


def test_an_error_is_told_with_its_place_and_ends_the_others(tmp_path: Path):
    mark = tmp_path / "process"
    with pytest.raises(WorkFailed, match=r'(?s)test_forks.py".*in broken.*ZeroDivisionError: the work is broken'):
        list(shared([partial(endless, mark), broken], 2))


def test_a_process_that_dies_is_an_error():
    with pytest.raises(WorkFailed, match="A process ended before its work, with code -9"):
        list(shared([killed], 2))


def test_an_error_between_two_works_ends_those_that_run(forks: list[int], tmp_path: Path):
    mark = tmp_path / "process"

    def works() -> Iterator[partial[str]]:
        yield partial(endless, mark)
        wait_until(lambda: begun(mark), "the first work runs")
        raise LookupError("nothing to read")

    with pytest.raises(LookupError, match="nothing to read"):
        list(shared(works(), 2))
    assert forks == [int(mark.read_text())]


@pytest.mark.django_db
def test_a_fork_may_not_use_the_database():
    with pytest.raises(WorkFailed, match="may not use the database connection"):
        list(shared([League.objects.count], 2))
    assert League.objects.count() == 0  # this process may, as before


def test_no_work_begins_while_a_thread_talks_to_the_database(tmp_path: Path):
    mark = tmp_path / "process"
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(shared([partial(endless_until_told, mark)], 2)))
    mark.with_suffix(".told").touch()
    with processes.QUIET:
        thread.start()
        time.sleep(0.1)
        assert not mark.exists()
    thread.join()
    assert found == ["told"]


def test_processes_are_forked_where_that_is_safe(monkeypatch: pytest.MonkeyPatch):
    assert [processes.most(wanted) for wanted in (0, 1, 4)] == [1, 1, 4]
    monkeypatch.setattr(sys, "platform", "darwin")
    assert processes.most(4) == 1
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "fork")
    assert processes.most(4) == 1


@pytest.mark.django_db(transaction=True)
def test_a_job_in_a_worker_shares_its_work(worker: Worker):
    job = jobs.submit("share", "share", {"works": 4})
    wait_until(lambda: Job.objects.get(pk=job.pk).is_over, "the job is over")
    job.refresh_from_db()
    assert (job.state, job.attempts, job.result["made"]) == (Job.State.DONE, 1, [0, 1, 4, 9])
    assert len({job.result["worker"], *job.result["processes"]}) == 5
