"""A site for measuring that leaves nothing: its database, files and settings live in a temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measure import Row
from benchmarks.report import read_rows
from tests import services

ROOT = Path(__file__).resolve().parent.parent


def measured(name: str, quick: bool, folder: Path, *, games: int = 0, postgresql: bool = False) -> list[Row]:
    """The rows of a subject, measured by a process of its own on an empty database in the folder.

    ``games``: the size of a subject that has any size; 0 = its own.
    Raises `tests.services.Missing` where there is no PostgreSQL; `subprocess.CalledProcessError` where it failed.
    """
    folder.mkdir()
    folder.chmod(0o755)  # PostgreSQL may have to run as another user
    with ExitStack() as running:
        url = f"sqlite:///{folder}/classement.sqlite3"
        if postgresql:
            url, _ = running.enter_context(services.postgresql(_made(folder / "postgresql")))
        command = [sys.executable, "-m", "benchmarks.subject", name, *(["quick"] if quick else []), str(games)]
        done = subprocess.run(
            command, cwd=ROOT, env=_environment(folder, url), stdout=subprocess.PIPE, text=True, check=True
        )
    return read_rows(done.stdout)


def _made(folder: Path) -> Path:
    folder.mkdir()
    folder.chmod(0o755)
    return folder


def _environment(folder: Path, url: str) -> dict[str, str]:
    """The settings of the tests, on places of their own; no broker: nothing measured here waits for a worker."""
    places = {"VAR_DIR": folder, "MEDIA_ROOT": folder / "media", "STATIC_ROOT": _made(folder / "static")}
    places["TMPDIR"] = _made(folder / "tmp")
    return {
        **os.environ,
        **{name: str(place) for name, place in places.items()},
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": url,
        "REDIS_URL": f"unix://{folder}/none.sock",
        "LOG_LEVEL": "ERROR",
    }
