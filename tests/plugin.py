"""Loaded before Django's settings are read (pytest -p tests.plugin): starts the services of the tests and names them.

TEST_DB=sqlite (the default) or postgres chooses the database; with postgres, only tests that open a database run.
Everything lives in one temporary folder, in which tests and what they start have theirs, too; it is gone at the end.
That of a session which was killed, the next one takes away.
"""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from _pytest.main import pytest_runtestloop

from federation.background import broker as private_broker
from tests import services

PREFIX = "classement-tests-"
LOCK = "session.lock"  # in the folder: held as long as the session lives
BROKER = pytest.StashKey[services.Broker]()
_running = ExitStack()

# Python keeps the frames of calls in chunks of 16 KiB, and maps and unmaps memory whenever calls cross the end of one.
# With so large a stack the loop has a chunk in which all nested calls have room: a fifth of the time of tests of pages.
pytest_runtestloop.__code__ = pytest_runtestloop.__code__.replace(co_stacksize=65_000)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Return before pytest-django reads the settings: only a wrapper comes early enough.

    Tests leave little behind, and what is imported stays: the collector need not look so often.
    """
    gc.set_threshold(200_000, 20, 50)
    _remove_dead()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    folder.chmod(0o755)  # PostgreSQL may have to run as another user
    _running.callback(shutil.rmtree, folder, ignore_errors=True)
    _hold(folder)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what was started is ended
    try:
        early_config.stash[BROKER] = _start(folder)
        return (yield)
    except BaseException:
        _running.close()
        raise


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run tests that open no database on SQLite alone: they are the same on both. Pytest counts those left out."""
    if os.environ.get("TEST_DB") != "postgres":
        return
    pure = [item for item in items if not _opens_database(item)]
    config.hook.pytest_deselected(items=pure)
    items[:] = [item for item in items if _opens_database(item)]


def pytest_collection_finish() -> None:
    """Freeze what was loaded: it stays until the end, so the garbage collector need not look at it again."""
    gc.collect()
    gc.freeze()


def _opens_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db"}.intersection(getattr(item, "fixturenames", ()))
    return bool(fixtures) or item.get_closest_marker("django_db") is not None


def pytest_unconfigure() -> None:
    """Stop the services at the end of the session, also after Ctrl-C."""
    _running.close()


def _hold(folder: Path) -> None:
    """The lock appears in the folder when it is held: before that, another session does not look at it."""
    lock = _running.enter_context((folder / "lock").open("w"))
    fcntl.flock(lock, fcntl.LOCK_EX)
    Path(lock.name).rename(folder / LOCK)


def _remove_dead() -> None:
    """Take away what sessions that were killed left."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{LOCK}"):
        with suppress(OSError), path.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            private_broker.remove(path.parent / "broker")
            shutil.rmtree(path.parent, ignore_errors=True)


def _start(folder: Path) -> services.Broker:
    database = os.environ.get("TEST_DB", "sqlite")
    if database == "sqlite":
        url = f"sqlite:///{folder}/classement.sqlite3"
    elif database == "postgres":
        server = _running.enter_context(services.postgresql(folder / "postgresql"))
        url = server.url
        os.environ["PATH"] = f"{server.programs}{os.pathsep}{os.environ['PATH']}"  # the pg_dump of this very server
    else:
        raise pytest.UsageError(f"TEST_DB={database!r}: say sqlite or postgres.")
    for name in ("static", "tmp"):
        (folder / name).mkdir()
    tempfile.tempdir = str(folder / "tmp")
    broker = _running.enter_context(services.broker(folder / "broker"))
    os.environ.update(
        DATABASE_URL=url,
        REDIS_URL=broker.url,
        VAR_DIR=str(folder),
        MEDIA_ROOT=str(folder / "media"),
        STATIC_ROOT=str(folder / "static"),
        TMPDIR=tempfile.tempdir,
    )
    return broker
