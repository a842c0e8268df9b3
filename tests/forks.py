"""Processes that are forks of this one: Django, the apps and their libraries need not be loaded again."""

from __future__ import annotations

import logging.config
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connections
from django.utils import translation
from pytest_django import DjangoDbBlocker

from federation.celery import app
from federation.server import child_processes
from tests.services import Worker

ROOT = Path(__file__).resolve().parents[1]
_inherited: list[object] = []  # connections of the first process, which only that one may close


class Done(NamedTuple):
    """How a command ended, as `subprocess.CompletedProcess` says it."""

    returncode: int
    stdout: str
    stderr: str


class Fork:
    """A process group that does this work, writes at the end of these files, and ends with this process.

    It opens its own connections, to the same databases. Used like a `subprocess.Popen`.
    """

    def __init__(self, work: Callable[[], object], stdout: Path, stderr: Path) -> None:
        arguments = (work, stdout, stderr, child_processes.ending_with_us())
        self._process = multiprocessing.get_context("fork").Process(target=_run, args=arguments)
        self._process.start()
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int:
        self._process.join()
        return self._process.exitcode


def _run(work: Callable[[], object], stdout: Path, stderr: Path, end_with_us: Callable[[], object] | None) -> None:
    os.setsid()
    if end_with_us:
        end_with_us()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    for name, path in (("stdout", stdout), ("stderr", stderr)):
        stream = path.open("a", encoding="utf-8", buffering=1)
        os.dup2(stream.fileno(), getattr(sys, f"__{name}__").fileno())
        setattr(sys, name, stream)
    for connection in connections.all(initialized_only=True):
        _inherited.append(connection)
        del connections[connection.alias]
    translation.deactivate()
    logging.config.dictConfig(settings.LOGGING)
    work()


def manage(blocker: DjangoDbBlocker, folder: Path, database: Path, *arguments: str) -> Done:
    """Run ``manage.py`` with these arguments on the SQLite database in that file; what it prints goes to the folder."""

    def command() -> None:
        settings.DATABASES["default"]["NAME"] = str(database)
        sys.argv = ["manage.py", *arguments]
        with blocker.unblock():
            runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")

    written = folder / "stdout.txt", folder / "stderr.txt"
    for path in written:
        path.write_text("")
    return Done(Fork(command, *written).wait(), *(path.read_text() for path in written))


class ForkedWorker(Worker):
    """A real Celery worker on the database of the test."""

    def __init__(self) -> None:
        super().__init__("of this process")

    def start(self) -> None:
        self.process = Fork(lambda: app.worker_main(self.arguments), self.log, self.log)
