"""``manage.py compare_list FILE [--numbers CSV] [--ratings CSV] [--json]``: compare a rating list with the members."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, no_translations

from federation.foreign_lists import fide, fide_match, go_match
from federation.foreign_lists.compare import go_list_in
from federation.foreign_lists.go import GoList
from federation.i18n.errors import UserError
from federation.imports.command import write_csv
from federation.models import ComparedPlayer, ListComparison, Member
from federation.models.list_comparisons import MISSING, Verdict

SHOWN = 20  # lines of a verdict that are printed
FIDE_FIELDS = ("fide_rating", "title", "fide_federation")
GAMES = 0  # go lists do not contain numbers of games
HELP = """Compare a rating list with the members: FIDE's (TXT or XML, zipped or not, of any size) by id, else by name
and year of birth; the FFG scale (ech_ffg_V3) or the European go list (allworld_lp) by number, never by name alone. The
content decides which list it is. No member is changed: read the files of --numbers and --ratings, then import them."""


class Entry(NamedTuple):
    """A listed player, and the members who are or may be the same person."""

    row: ComparedPlayer
    members: list[Member]

    def __str__(self) -> str:
        members = ", ".join(f"{member.number} {member.name}" for member in self.members)
        news = ", ".join(f"{name} {theirs or '-'}" for name, (_ours, theirs) in self.row.news.items())
        return f"{self.row.number} {self.row.name} - {members}" + (f": {news}" if news else "")


class Command(BaseCommand):
    help = HELP

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--numbers", type=Path, metavar="CSV", help="write suggested ids, for import_members")
        parser.add_argument(
            "--ratings",
            type=Path,
            metavar="CSV",
            help="write FIDE's data of members that differ, for import_members; for a go list the levels of matched "
            "members, for import_ratings",
        )
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        comparison = ListComparison(name=path.name)
        try:
            with path.open("rb") as file:
                listed = go_list_in(file)
                if listed is None:
                    rows = fide_match.compare(comparison, fide.players(file, path.name))
                else:
                    rows = go_match.compare(comparison, listed)
            entries = _entries(rows)
            numbers, ratings = _of_fide(entries) if listed is None else _of_go(listed, entries)
            for target, table in ((options["numbers"], numbers), (options["ratings"], ratings)):
                if target:
                    write_csv(target, table[0], table[1:])
        except OSError as problem:
            raise CommandError(f"{problem.filename}: {problem.strerror}") from problem
        except UserError as problem:
            raise CommandError(f"{path.name}: {problem}") from problem
        missing = [row.member for row in rows if row.verdict == MISSING]
        show = _json if options["json"] else _text
        self.stdout.write(show(comparison, listed, entries, missing))


def _entries(rows: Sequence[ComparedPlayer]) -> list[Entry]:
    """Return the listed players; a player who may be several members has a row for each."""
    listed = groupby((row for row in rows if row.verdict != MISSING), key=lambda row: (row.line, row.number))
    same = [list(group) for _player, group in listed]
    return [Entry(group[0], [row.member for row in group]) for group in same]


def _with(entries: Sequence[Entry], verdict: Verdict) -> list[Entry]:
    return [entry for entry in entries if entry.row.verdict == verdict]


def _of_fide(entries: Sequence[Entry]) -> tuple[list[Sequence[object]], list[Sequence[object]]]:
    """Return the tables of suggested ids and of ratings, each with its header."""
    ids = [(entry.row.member.number, entry.row.number) for entry in _with(entries, Verdict.SUGGESTION)]
    news = [  # all fields, also those that do not differ
        (row.member.number, row.rating or "", row.title, row.federation) for row, _members in entries if row.news
    ]
    return [("number", "fide_id"), *ids], [("number", *FIDE_FIELDS), *news]


def _of_go(listed: GoList, entries: Sequence[Entry]) -> tuple[list[Sequence[object]], list[Sequence[object]]]:
    """Return the tables of suggested licences and of levels, each with its header."""
    suggested, matched = _with(entries, Verdict.SUGGESTION), _with(entries, Verdict.MATCHED)
    numbers = [(entry.row.member.number, f"{listed.issuer} {entry.row.number}") for entry in suggested]
    levels = [(row.member.number, row.rating, GAMES) for row, _members in matched if row.rating is not None]
    return [("number", "licences"), *numbers], [("number", "rating", "games"), *levels]


def _json(comparison: ListComparison, listed: GoList | None, entries: list[Entry], missing: list[Member]) -> str:
    changed = sum(bool(entry.row.news) for entry in entries)
    if listed is None:
        more: dict[str, Any] = {"changed": changed, "missing": [member.number for member in missing]}
    else:
        more = {"day": listed.day.isoformat() if listed.day else None, "unread_lines": list(listed.unread)}
    facts = {
        "issuer": comparison.issuer,
        "players": comparison.players,
        "counts": {verdict.value: len(_with(entries, verdict)) for verdict in Verdict},
        **more,
        "lines": [
            {
                "verdict": row.verdict.value,
                "line": row.line,
                "number": row.number,
                "name": row.name,
                "members": [member.number for member in members],
                **(
                    {"level": row.rating} if listed else {"news": {name: new for name, (_old, new) in row.news.items()}}
                ),
            }
            for row, members in entries
        ],
    }
    return json.dumps(facts, ensure_ascii=False, indent=1)


def _text(comparison: ListComparison, listed: GoList | None, entries: list[Entry], missing: list[Member]) -> str:
    lines = [f"{comparison.issuer} list: {comparison.players} players, {len(entries)} of them are or may be members"]
    for verdict in Verdict:
        mine = _with(entries, verdict)
        lines.append(f"{verdict}: {len(mine)}")
        if verdict is not Verdict.MATCHED:
            lines += _some([f"line {entry.row.line}: {entry}" for entry in mine])
    if listed is None:
        changed = [entry for entry in entries if entry.row.news]
        lines += [f"different at FIDE: {len(changed)}", *_some(changed)]
        lines.append(f"ids that the list does not have: {len(missing)}")
        lines += _some([f"{member.number} {member.name}: {member.fide_id}" for member in missing])
    else:
        lines.append(f"day of the list: {listed.day.isoformat() if listed.day else 'unknown'}")
        lines += [f"lines that could not be read: {len(listed.unread)}", *_some(listed.unread)]
    return "\n".join(lines)


def _some(lines: Sequence[object]) -> list[str]:
    more = [f"  ... and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return [*(f"  {line}" for line in lines[:SHOWN]), *more]
