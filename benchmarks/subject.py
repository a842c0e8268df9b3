"""One subject in a process of its own, on a fresh database: ``python -m benchmarks.subject NAME [quick] [GAMES]``.

``benchmarks.__main__`` starts it with the environment of a scratch site; the rows go to standard output as JSON.
"""

from __future__ import annotations

import importlib
import json
import sys

import django
from django.core.management import call_command

WITH_DATABASE = {"members", "games", "uploads", "pages", "publishing", "history"}
OF_ANY_SIZE = {"history"}


def main(name: str, quick: bool, games: int) -> None:
    """Measure and print, after migrating where a database takes part."""
    django.setup()
    if name in WITH_DATABASE:
        call_command("migrate", verbosity=0)
    measure = importlib.import_module(f"benchmarks.{name}").measure  # after the settings: it imports models
    rows = measure(quick, games) if name in OF_ANY_SIZE else measure(quick)
    print(json.dumps([row.as_dict() for row in rows]))


if __name__ == "__main__":
    main(sys.argv[1], "quick" in sys.argv[2:], int(next(filter(str.isdecimal, sys.argv[2:]), 0)))
