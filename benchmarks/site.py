"""An empty site for a subject that leaves nothing: database, files and broker live in a temporary folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measure import Row
from tests import services

ROOT = Path(__file__).resolve().parent.parent


def measured(name: str, quick: bool, folder: Path, *, games: int = 0, postgresql: bool = False) -> list[Row]:
    """Return the rows of a subject. ``games``: the size of a subject that has any size; 0 = its own.

    Raise `tests.services.Missing` where there is no PostgreSQL, `subprocess.CalledProcessError` where it failed.
    """
    _made(folder)
    with ExitStack() as running:
        url = f"sqlite:///{folder}/classement.sqlite3"
        if postgresql:
            url = running.enter_context(services.postgresql(_made(folder / "postgresql"))).url
        broker = running.enter_context(services.broker(folder / "broker"))
        command = [sys.executable, "-m", "benchmarks.subject", name, *(["quick"] if quick else []), str(games)]
        environment = _environment(folder, DATABASE_URL=url, REDIS_URL=broker.url)
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [Row(**facts) for facts in json.loads(done.stdout.splitlines()[-1])]


def _made(folder: Path) -> Path:
    folder.mkdir()
    folder.chmod(0o755)  # PostgreSQL may have to run as another user
    return folder


def _environment(folder: Path, **services_of_ours: str) -> dict[str, str]:
    """Return the settings of the tests, on places of their own."""
    places = {"VAR_DIR": folder, "MEDIA_ROOT": folder / "media", "STATIC_ROOT": _made(folder / "static")}
    places["TMPDIR"] = _made(folder / "tmp")
    named = {name: str(place) for name, place in places.items()}
    return {**os.environ, **named, **services_of_ours, "DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_LEVEL": "ERROR"}
