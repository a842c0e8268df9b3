"""import_clubs FILE [--check] [--json]: takes over a list of clubs, by number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from federation import club_import
from federation.import_plan import Plan
from federation.management.importing import ImportCommand


class Command(ImportCommand):
    help = (
        "Takes over clubs from a CSV or XLSX with the columns "
        + ", ".join(column.name for column in club_import.COLUMNS)
        + ". Only the number is needed, and a name for new clubs; a blank cell changes nothing."
    )

    def run(self, path: Path, data: bytes, options: dict[str, Any]) -> tuple[Plan, dict[str, object]]:
        reading = club_import.read(data)
        plan = club_import.plan(reading) if options["check"] else club_import.take_over(reading)
        return plan, {"added": {"leagues": len(plan.leagues)}}
