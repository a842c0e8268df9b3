"""profile check|show|diff: the federation's profile, read and compared."""

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from federation.profiles import text
from federation.profiles.dated import Profile
from federation.profiles.errors import ProfileError
from federation.profiles.reading import profile, read
from federation.profiles.schema import DATED


class Command(BaseCommand):
    """`check FILE`, `show [--on DAY]` with the amendments of the staff, `diff A B`."""

    help = "Check a profile's files, show what holds on a day, or compare two profiles."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        check = actions.add_parser("check", help="say whether the files of a profile are right")
        check.add_argument("profile", help="a code, a folder or its profile.toml")
        show = actions.add_parser("show", help="what holds on a day, with the amendments of the staff")
        show.add_argument("--on", type=dt.date.fromisoformat, default=None, metavar="DAY", help="2026-08-15; today")
        diff = actions.add_parser("diff", help="the rows that only one of two profiles has")
        diff.add_argument("one")
        diff.add_argument("other")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            lines = self._lines(options)
        except ProfileError as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write("\n".join(lines))

    def _lines(self, options: dict[str, Any]) -> list[str]:
        if options["action"] == "check":
            return [_summary(read(options["profile"]))]
        if options["action"] == "diff":
            return text.difference(read(options["one"]), read(options["other"])) or ["No difference."]
        return _on(profile(), options["on"] or timezone.localdate())


def _summary(found: Profile) -> str:
    rows = sum(len(getattr(found.sections, name)) for name in DATED)
    unsaid = [name for name in DATED if not getattr(found.sections, name)]
    said = f"{found.federation.code}: {rows} rows in {len(DATED) - len(unsaid)} sections."
    return f"{said} Not stated: {', '.join(unsaid)}." if unsaid else said


def _on(found: Profile, day: dt.date) -> list[str]:
    """Return the sections as they are on the day; of those without a row, that nothing is stated."""
    lines = []
    for name in DATED:
        rows = found.on(day).rows(name)
        lines += [f"# {name}: not stated", ""] if not rows else []
        for row in rows:
            lines += [text.heading(name), *text.lines_of(row), ""]
    return lines
