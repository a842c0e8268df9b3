"""Works that several processes share. Each is a fork of this one: it has in memory whatever was read before it began.

Nothing is handed over but what a work gives back, through a pipe. A fork has the connections of this process, too, and
may not use them: a statement to the database is refused there.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, Generic, NoReturn, TypeVar

from django.db import connection

Made = TypeVar("Made")
Work = Callable[[], Made]

# A thread that talks to the database holds it meanwhile, so that no fork begins with a library's locks taken.
QUIET = threading.Lock()


class WorkFailed(Exception):
    """A work raised, with its traceback, or its process died. What the system refused is its cause, an `OSError`."""


def most(wanted: int) -> int:
    """How many processes there may be where so many are wanted: one where a process cannot be forked safely."""
    forks = hasattr(os, "fork") and sys.platform != "darwin"  # Apple's own libraries do not survive a fork
    return max(wanted, 1) if forks else 1


def shared(works: Iterable[Work[Made]], processes: int) -> Iterator[Made]:
    """What the works give, in their order; at most so many run at once, and one of one process runs in this.

    The next work is asked for when there is room for it, so that ``works`` may read what it needs while others run.
    Raises `WorkFailed`, and ends the others, where one fails; of one process what the work raised.
    """
    if processes < 2:
        yield from (work() for work in works)
        return
    begun: deque[_Forked[Made]] = deque()
    try:
        for work in works:
            begun.append(_Forked(work))
            while _running(begun) == processes:
                _await_one(begun)
            yield from _made(begun)
        while begun:
            _await_one(begun)
            yield from _made(begun)
    finally:
        for each in begun:
            each.end()


def _running(begun: Iterable[_Forked[Made]]) -> int:
    return sum(each.runs for each in begun)


def _await_one(begun: Iterable[_Forked[Made]]) -> None:
    """Or more: all that have something to say."""
    running = {each.pipe: each for each in begun if each.runs}
    for pipe in wait(list(running)):
        running[pipe].receive()  # type: ignore[index]


def _made(begun: deque[_Forked[Made]]) -> Iterator[Made]:
    """What the first ones gave, as far as they are over, one after the other."""
    while begun and not begun[0].runs:
        yield begun.popleft().made


class _Forked(Generic[Made]):
    """A work in a process of its own. Not one of `multiprocessing`: those of a worker may have no children there."""

    made: Made

    def __init__(self, work: Work[Made]) -> None:
        self.runs = True  # what it makes is still to come
        self.pipe, theirs = Pipe(duplex=False)
        with QUIET, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of other threads: they wait for QUIET
            self._process = os.fork()
        if not self._process:
            _do(work, theirs)
        theirs.close()

    def receive(self) -> None:
        """Wait for what the work gives. Raises `WorkFailed`."""
        try:
            is_made, found, refused = self.pipe.recv()
        except (EOFError, OSError):
            raise WorkFailed(f"A process ended before its work, with code {self._over()}.") from None
        if not is_made:
            raise WorkFailed(found) from refused
        self.made, self.runs = found, False
        self.end()

    def end(self) -> None:
        """Whatever it does, it is over, and nothing is left of it."""
        if self._process:
            os.kill(self._process, signal.SIGKILL)
            self._over()

    def _over(self) -> int:
        """Its exit code, a signal with a minus, once it is gone."""
        _, status = os.waitpid(self._process, 0)
        self._process = 0
        self.pipe.close()
        return os.waitstatus_to_exitcode(status)


def _do(work: Work[Any], pipe: Connection) -> NoReturn:
    """In the fork: nothing of the process that it comes from is looked at by the garbage collector or cleaned up."""
    try:
        gc.freeze()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C: the other one ends this one
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with connection.execute_wrapper(_refused):
            pipe.send((True, work(), None))
    except BaseException as error:
        refused = OSError(error.errno, error.strerror) if isinstance(error, OSError) else None
        pipe.send((False, traceback.format_exc(), refused))
    finally:
        os._exit(0)


def _refused(*_statement: Any) -> None:
    raise RuntimeError("A fork may not use the database connection of the process that it comes from.")
