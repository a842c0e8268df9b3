"""``manage.py import_clubs FILE [--check] [--json]``: import a list of clubs, matched by number."""

from pathlib import Path
from typing import Any

from federation.imports import clubs
from federation.imports.command import ImportCommand
from federation.imports.plan import Plan


class Command(ImportCommand):
    help = (
        "Import clubs from a CSV file or a spreadsheet (XLSX, XLS, ODS) with the columns "
        + ", ".join(column.name for column in clubs.COLUMNS)
        + ". Only the number is needed, and a name for new clubs; a blank cell changes nothing."
    )

    def run(self, path: Path, data: bytes, options: dict[str, Any]) -> tuple[Plan, dict[str, object]]:
        reading = clubs.read(data)
        plan = clubs.plan(reading) if options["check"] else clubs.take_over(reading)
        return plan, {"added": {"leagues": len(plan.units)}}
