"""One subject, measured by this process on the site of its environment: ``benchmarks.site`` starts it."""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import asdict

import django
from django.core.management import call_command

WITHOUT_DATABASE = {"run", "hostile", "parsers"}
OF_ANY_SIZE = {"all_lists"}


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
