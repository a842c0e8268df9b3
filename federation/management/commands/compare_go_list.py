"""compare_go_list FILE [--licences CSV] [--levels CSV] [--json]: who of a go federation's list is which member."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from federation.foreign_lists import go as go_lists
from federation.foreign_lists.go import GoList
from federation.foreign_lists.go_match import Mapped, Verdict, compare
from federation.imports.command import write_csv

SHOWN = 20  # lines of a verdict that are spelled out
GAMES = 0  # the lists do not say how many


class Command(BaseCommand):
    """Compares and reports; members are changed by nothing but the imports that take the written files."""

    help = (
        "Compares the scale of the FFG (ech_ffg_V3) or the European list (allworld_lp) with the members: by number, "
        "never by name alone. --licences writes what is suggested for import_members, --levels the levels of those "
        "who were found for import_ratings; read them before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--licences", type=Path, metavar="CSV", help="write the suggested numbers: matricule,licences"
        )
        parser.add_argument("--levels", type=Path, metavar="CSV", help="write the levels: matricule,rating,games")
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            listed = go_lists.read(path.read_bytes())
            found = compare(listed)
            if options["licences"]:
                write_csv(options["licences"], ["matricule", "licences"], _licences(listed, found))
            if options["levels"]:
                write_csv(options["levels"], ["matricule", "rating", "games"], _levels(found))
        except OSError as problem:
            raise CommandError(f"{problem.filename}: {problem.strerror}") from problem
        except go_lists.NoGoList as problem:
            raise CommandError(f"{path.name}: {problem}") from problem
        facts = _facts(listed, found)
        self.stdout.write(json.dumps(facts, ensure_ascii=False, indent=1) if options["json"] else _text(facts, found))


def _licences(listed: GoList, found: Iterable[Mapped]) -> Iterable[list[object]]:
    for each in found:
        if each.verdict is Verdict.SUGGESTION:
            yield [each.members[0].matricule, f"{listed.issuer} {each.player.number}"]


def _levels(found: Iterable[Mapped]) -> Iterable[list[object]]:
    for each in found:
        if each.verdict is Verdict.MATCHED and each.player.level is not None:
            yield [each.members[0].matricule, each.player.level, GAMES]


def _facts(listed: GoList, found: list[Mapped]) -> dict[str, Any]:
    counts = Counter(each.verdict.value for each in found)
    return {
        "issuer": listed.issuer,
        "day": listed.day.isoformat() if listed.day else None,
        "players": len(listed.players),
        "unread_lines": list(listed.unread),
        "counts": {verdict.value: counts[verdict.value] for verdict in Verdict},
        "lines": [
            {
                "verdict": each.verdict.value,
                "line": each.player.line,
                "number": each.player.number,
                "name": str(each.player.name),
                "level": each.player.level,
                "members": [member.matricule for member in each.members],
            }
            for each in found
        ],
    }


def _text(facts: dict[str, Any], found: list[Mapped]) -> str:
    lines = [f"{facts['issuer']} list of {facts['day'] or 'an unknown day'}: {facts['players']} players"]
    if facts["unread_lines"]:
        lines.append(f"  {len(facts['unread_lines'])} lines could not be read, the first is {facts['unread_lines'][0]}")
    for verdict in Verdict:
        mine = [each for each in found if each.verdict is verdict]
        lines.append(f"{verdict}: {len(mine)}")
        shown = [] if verdict is Verdict.MATCHED else mine[:SHOWN]
        lines += [f"  line {each.player.line}: {_line(each)}" for each in shown]
        if shown and len(mine) > SHOWN:
            lines.append(f"  ... and {len(mine) - SHOWN} more")
    return "\n".join(lines)


def _line(each: Mapped) -> str:
    members = ", ".join(f"{member.matricule} {member.name}" for member in each.members)
    return f"{each.player.number} {each.player.name} - {members}"
