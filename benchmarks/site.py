"""A subject is measured by a process of its own, on an empty site that leaves nothing: ``python -m benchmarks.site``.

Database, files and broker live in a temporary folder.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path

import django
from django.core.management import call_command

from benchmarks.measure import Row
from tests import services

ROOT = Path(__file__).resolve().parent.parent
WITHOUT_DATABASE = {"run", "hostile", "parsers"}
OF_ANY_SIZE = {"all_lists"}


def measured(name: str, quick: bool, folder: Path, *, games: int = 0, postgresql: bool = False) -> list[Row]:
    """Return the rows of a subject. ``games``: the size of a subject that has any size; 0 = its own.

    Raise `tests.services.Missing` where there is no PostgreSQL, `subprocess.CalledProcessError` where it failed.
    """
    _made(folder)
    with ExitStack() as running:
        url = f"sqlite:///{folder}/classement.sqlite3"
        if postgresql:
            url, _ = running.enter_context(services.postgresql(_made(folder / "postgresql")))
        broker = running.enter_context(services.broker(folder / "broker"))
        command = [sys.executable, "-m", "benchmarks.site", name, *(["quick"] if quick else []), str(games)]
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


def main(name: str, quick: bool, games: int) -> None:
    """Measure here, and print the rows as JSON in the last line."""
    django.setup()
    if name not in WITHOUT_DATABASE:
        call_command("migrate", verbosity=0)
    measure = importlib.import_module(f"benchmarks.{name}").measure  # after the settings: it imports models
    rows = measure(quick, games) if name in OF_ANY_SIZE else measure(quick)
    print(json.dumps([asdict(row) for row in rows]))


if __name__ == "__main__":
    main(sys.argv[1], "quick" in sys.argv[2:], int(next(filter(str.isdecimal, sys.argv[2:]), 0)))
