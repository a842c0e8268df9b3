"""The base of the commands that import lists."""

import csv
import json
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, no_translations
from django.utils.translation import gettext as _

from federation.files.limits import SheetError
from federation.imports.plan import Plan

SHOWN = 5  # problems and remarks that are spelled out


class ImportCommand(BaseCommand):
    """Read a file, plan or import its rows, and report. All or nothing."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="only say what would change")
        parser.add_argument("--json", action="store_true", help="facts for programs")

    def run(self, path: Path, data: bytes, options: dict[str, Any]) -> tuple[Plan, dict[str, object]]:
        """Return the plan, carried out unless ``options["check"]`` is set, and facts of the list's own kind."""
        raise NotImplementedError

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        """Print the facts. Raise `CommandError` with one sentence if nothing could be imported."""
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                data = file.read(settings.UPLOAD_LIMIT + 1)  # the reader says that it is too large
            plan, more = self.run(path, data, options)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        except SheetError as error:
            raise CommandError(f"{path.name}: {error}") from error
        if plan.problems:
            raise CommandError(f"{path.name}: {_objection(plan)}")
        facts: dict[str, object] = {
            "file": path.name,
            "new": len(plan.new),
            "changed": len(plan.rows) - len(plan.new),
            "unchanged": plan.unchanged,
            **more,
            "unknown_columns": plan.unknown,
            "remarks": [str(remark) for remark in plan.remarks],
        }
        self.stdout.write(json.dumps(facts, ensure_ascii=False, indent=2) if options["json"] else _text(facts))


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a file for such a command. Raise `OSError` if it cannot be written."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def _objection(plan: Plan) -> str:
    first = " ".join(str(problem) for problem in sorted(plan.problems)[:SHOWN])
    facts = {"count": len(plan.problems), "first": first + (" …" if len(plan.problems) > SHOWN else "")}
    return _("nothing was imported, problems: %(count)s. %(first)s") % facts


def _text(facts: dict[str, Any]) -> str:
    lines = [_("%(file)s: %(new)s new, %(changed)s changed, %(unchanged)s unchanged.") % facts]
    if facts["unknown_columns"]:
        lines.append(_("Unused columns: %(names)s.") % {"names": ", ".join(facts["unknown_columns"])})
    if facts["remarks"]:
        lines.append(_("Remarks: %(count)s.") % {"count": len(facts["remarks"])})
        lines += [f"  {remark}" for remark in facts["remarks"][:SHOWN]]
    return "\n".join(lines)
