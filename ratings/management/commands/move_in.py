"""move_in: bring a whole federation in from another system, with one preview."""

import datetime as dt
import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations
from django.utils.translation import gettext as _

from federation.files.limits import SheetError
from federation.profiles.reading import profile
from ratings.errors import RatingError
from ratings.management.rating_command import find_pool
from ratings.starting_lists.move_in import Moved, OldList, Sources, move_in, summary


class Command(BaseCommand):
    help = (
        "Store clubs, members, affiliations and old lists in one transaction. A wrong row is refused and said, the "
        "others are stored; --check only says what would happen. The columns are those of import_clubs, "
        "import_members and import_ratings; the numbers are those of the site's profile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--profile", help="refuse to run on the site of another profile")
        for name in ("clubs", "members", "affiliations"):
            parser.add_argument(f"--{name}", type=Path, metavar="FILE")
        parser.add_argument(
            "--ratings", nargs=3, action="append", default=[], metavar=("POOL", "DAY", "FILE"), help="once a list"
        )
        parser.add_argument("--date", type=dt.date.fromisoformat, metavar="DAY", help="of affiliations without days")
        parser.add_argument("--check", action="store_true", help="store nothing")
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        """Print what became of each file. Raise `CommandError` with one sentence if nothing could be stored."""
        code = profile().federation.code
        if options["profile"] not in {None, code}:
            raise CommandError(f"This site has the profile {code}: set FEDERATION_PROFILE={options['profile']}.")
        try:
            lists = [
                OldList(find_pool(pool), dt.date.fromisoformat(day), Path(file))
                for pool, day, file in options["ratings"]
            ]
            files = {name: options[name] for name in ("clubs", "members", "affiliations")}
            done = move_in(Sources(**files, lists=lists, day=options["date"]), only_look=options["check"])
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except (SheetError, RatingError, ValueError) as error:
            raise CommandError(_("Nothing was stored. %(problem)s") % {"problem": error}) from error
        self.stdout.write(
            json.dumps([asdict(each) for each in done], ensure_ascii=False) if options["json"] else _text(done)
        )


def _text(done: list[Moved]) -> str:
    lines = []
    for moved in done:
        lines += [summary(moved), *(f"  {sentence}" for sentence in moved.refused)]
        lines += [f"  ({remark})" for remark in moved.remarks]
    return "\n".join(lines)
