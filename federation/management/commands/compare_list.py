"""compare_list FILE [--numbers CSV] [--ratings CSV] [--json]: which listed player is which member, and what differs."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, no_translations

from federation.foreign_lists import fide, fide_match, go, go_match
from federation.foreign_lists.compare import go_list_in
from federation.i18n.errors import UserError
from federation.imports.command import write_csv
from federation.models.list_comparisons import Verdict

SHOWN = 20  # lines of a verdict that are spelled out
FIDE_FIELDS = ("fide_rating", "title", "fide_federation")
GAMES = 0  # the lists of go do not say how many

Mapped = fide_match.Mapped | go_match.Mapped
Row = Sequence[object]


class Command(BaseCommand):
    """Compares and reports; members are changed by nothing but the import that takes the written files."""

    help = (
        "Compare a rating list with the members: FIDE's (TXT or XML, zipped or not, of any size) by id, else by name "
        "and year of birth; the scale of the FFG (ech_ffg_V3) or the European list of go (allworld_lp) by number, "
        "never by name alone. What kind of list it is, its content says. Read the files that --numbers and --ratings "
        "write before you import them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--numbers", type=Path, metavar="CSV", help="write suggested ids, for import_members")
        parser.add_argument(
            "--ratings",
            type=Path,
            metavar="CSV",
            help="write what FIDE's list says otherwise, for import_members; of a list of go the levels of those who "
            "were found, for import_ratings",
        )
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                found = compared(file, path.name)
            if options["numbers"]:
                write_csv(options["numbers"], found.numbers[0], found.numbers[1:])
            if options["ratings"]:
                write_csv(options["ratings"], found.ratings[0], found.ratings[1:])
        except OSError as problem:
            raise CommandError(f"{problem.filename}: {problem.strerror}") from problem
        except UserError as problem:
            raise CommandError(f"{path.name}: {problem}") from problem
        self.stdout.write(json.dumps(found.facts(), ensure_ascii=False, indent=1) if options["json"] else found.text())


@dataclass
class Comparison:
    """What the list says of the members. ``numbers`` and ``ratings`` are tables with their header."""

    issuer: str
    players: int
    found: Sequence[Mapped]
    numbers: list[Row]
    ratings: list[Row]
    remarks: list[str]
    more: dict[str, Any] = field(default_factory=dict)

    def of(self, verdict: Verdict) -> list[Mapped]:
        return [each for each in self.found if each.verdict is verdict]

    def facts(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "players": self.players,
            "counts": {verdict.value: len(self.of(verdict)) for verdict in Verdict},
            **self.more,
            "lines": [
                {
                    "verdict": each.verdict.value,
                    "line": each.player.line,
                    "number": _number(each),
                    "name": str(each.player.name),
                    "members": [member.matricule for member in each.members],
                    **({"news": each.news} if isinstance(each, fide_match.Mapped) else {"level": each.player.level}),
                }
                for each in self.found
            ],
        }

    def text(self) -> str:
        lines = [f"{self.issuer} list: {self.players} players, {len(self.found)} of them are or may be members"]
        for verdict in Verdict:
            mine = self.of(verdict)
            lines.append(f"{verdict}: {len(mine)}")
            if verdict is not Verdict.MATCHED:
                lines += _some([f"line {each.player.line}: {_line(each)}" for each in mine])
        return "\n".join([*lines, *self.remarks])


def compared(file: BinaryIO, name: str) -> Comparison:
    """Return what a list says, whatever its kind. Raise `UserError` where it is no such list."""
    listed = go_list_in(file)
    return _of_fide(fide_match.compare(fide.players(file, name))) if listed is None else _of_go(listed)


def _of_fide(compared: fide_match.Comparison) -> Comparison:
    changed = [each for each in compared.found if each.news]
    ids: list[Row] = [(each.members[0].matricule, each.player.fide_id) for each in compared.of(Verdict.SUGGESTION)]
    news: list[Row] = [  # everything of a member of whom something is new, so that no cell is left to guess
        (each.members[0].matricule, each.player.rating or "", each.player.title, each.player.federation)
        for each in changed
    ]
    missing = [f"{member.matricule} {member.name}: {member.fide_id}" for member in compared.missing]
    return Comparison(
        *("FIDE", compared.players, compared.found, [("matricule", "fide_id"), *ids]),
        [("matricule", *FIDE_FIELDS), *news],
        [
            *(f"FIDE says otherwise: {len(changed)}", *_some([_line(each) for each in changed])),
            *(f"ids that the list does not have: {len(missing)}", *_some(missing)),
        ],
        {"changed": len(changed), "missing": [member.matricule for member in compared.missing]},
    )


def _of_go(listed: go.GoList) -> Comparison:
    found = go_match.compare(listed)
    numbers: list[Row] = [
        (each.members[0].matricule, f"{listed.issuer} {each.player.number}")
        for each in found
        if each.verdict is Verdict.SUGGESTION
    ]
    levels: list[Row] = [
        (each.members[0].matricule, each.player.level, GAMES)
        for each in found
        if each.verdict is Verdict.MATCHED and each.player.level is not None
    ]
    unread = list(listed.unread)
    day = listed.day.isoformat() if listed.day else None
    return Comparison(
        *(listed.issuer, len(listed.players), found, [("matricule", "licences"), *numbers]),
        [("matricule", "rating", "games"), *levels],
        [f"day of the list: {day or 'unknown'}", f"lines that could not be read: {len(unread)}", *_some(unread)],
        {"day": day, "unread_lines": unread},
    )


def _number(each: Mapped) -> str:
    return str(each.player.fide_id if isinstance(each, fide_match.Mapped) else each.player.number)


def _line(each: Mapped) -> str:
    members = ", ".join(f"{member.matricule} {member.name}" for member in each.members)
    news = each.news.items() if isinstance(each, fide_match.Mapped) else ()
    text = ", ".join(f"{name} {value or '-'}" for name, value in news)
    return f"{_number(each)} {each.player.name} - {members}" + (f": {text}" if text else "")


def _some(lines: Sequence[object]) -> list[str]:
    more = [f"  ... and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return [*(f"  {line}" for line in lines[:SHOWN]), *more]
