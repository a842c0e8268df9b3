"""compare_fide_list FILE [--ids CSV] [--ratings CSV] [--json]: who of FIDE's list is which member, and what is new."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from federation.foreign_lists import fide
from federation.foreign_lists.fide_match import Comparison, Mapped, compare
from federation.imports.command import write_csv
from federation.models.list_comparisons import Verdict

SHOWN = 20  # lines of a verdict that are spelled out


class Command(BaseCommand):
    """Compares and reports; members are changed by nothing but the import that takes the written files."""

    help = (
        "Compares FIDE's rating list (TXT or XML, zipped or not, of any size) with the members: by id, else by name "
        "and year of birth. --ids writes the suggested ids, --ratings what FIDE says otherwise of those found; "
        "both are for import_members, which shows each change before it is made. Read them before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--ids", type=Path, metavar="CSV", help="write the suggested ids: matricule,fide_id")
        parser.add_argument("--ratings", type=Path, metavar="CSV", help="write what FIDE says otherwise")
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                found = compare(fide.players(file, path.name))
            if options["ids"]:
                write_csv(options["ids"], ["matricule", "fide_id"], _ids(found))
            if options["ratings"]:
                write_csv(options["ratings"], ["matricule", *NEWS], _news(found))
        except OSError as problem:
            raise CommandError(f"{problem.filename}: {problem.strerror}") from problem
        except fide.NoFideList as problem:
            raise CommandError(f"{path.name}: {problem}") from problem
        self.stdout.write(json.dumps(_facts(found), ensure_ascii=False, indent=1) if options["json"] else _text(found))


NEWS = ("fide_rating", "title", "fide_federation")


def _ids(found: Comparison) -> Iterable[list[object]]:
    for each in found.of(Verdict.SUGGESTION):
        yield [each.members[0].matricule, each.player.fide_id]


def _news(found: Comparison) -> Iterable[list[object]]:
    """Everything of a member of whom something is new, so that no cell is left to guess."""
    for each in found.of(Verdict.MATCHED):
        if each.news:
            player = each.player
            yield [each.members[0].matricule, player.rating or "", player.title, player.federation]


def _facts(found: Comparison) -> dict[str, Any]:
    return {
        "players": found.players,
        "counts": {verdict.value: len(found.of(verdict)) for verdict in Verdict},
        "changed": sum(bool(each.news) for each in found.found),
        "missing": [member.matricule for member in found.missing],
        "lines": [
            {
                "verdict": each.verdict.value,
                "line": each.player.line,
                "fide_id": each.player.fide_id,
                "name": str(each.player.name),
                "members": [member.matricule for member in each.members],
                "news": each.news,
            }
            for each in found.found
        ],
    }


def _text(found: Comparison) -> str:
    changed = [each for each in found.found if each.news]
    lines = [f"FIDE list: {found.players} players, {len(found.found)} of them are or may be members"]
    for verdict in Verdict:
        mine = found.of(verdict)
        lines.append(f"{verdict}: {len(mine)}")
        if verdict is not Verdict.MATCHED:
            lines += _some(mine)
    lines.append(f"FIDE says otherwise: {len(changed)}")
    lines += _some(changed)
    lines.append(f"ids that the list does not have: {len(found.missing)}")
    lines += [f"  {member.matricule} {member.name}: {member.fide_id}" for member in found.missing[:SHOWN]]
    return "\n".join(lines)


def _some(mine: list[Mapped]) -> list[str]:
    lines = [f"  line {each.player.line}: {_line(each)}" for each in mine[:SHOWN]]
    return [*lines, f"  ... and {len(mine) - SHOWN} more"] if len(mine) > SHOWN else lines


def _line(each: Mapped) -> str:
    members = ", ".join(f"{member.matricule} {member.name}" for member in each.members)
    news = ", ".join(f"{name} {value or '-'}" for name, value in each.news.items())
    return f"{each.player.fide_id} {each.player.name} - {members}" + (f": {news}" if news else "")
