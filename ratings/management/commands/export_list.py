"""export_list POOL --date D --format F: a list as a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.exports import WRITERS
from ratings.management.rating_command import Answer, RatingCommand, add_list, find_list, list_facts

TEXTS = {"csv", "json"}


class Command(RatingCommand):
    help = "Writes a list, draft or published, in any format that it can be downloaded in; dbf is the PLAYER table."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_list(parser)
        parser.add_argument("--format", required=True, choices=list(WRITERS))
        parser.add_argument(
            "-o", "--output", type=Path, metavar="F", help="file to write; without it CSV and JSON are printed"
        )

    def run(self, options: dict[str, Any]) -> Answer:
        rating_list, output = find_list(options), options["output"]
        if output is None and (options["format"] not in TEXTS or options["json"]):
            raise RatingError(noop("Name the file to write with -o."))
        content = WRITERS[options["format"]](rating_list)
        if output is None:
            self.stdout.write(content.decode(), ending="")
            return Answer({}, [])
        try:
            output.write_bytes(content)
        except OSError as problem:
            raise RatingError(f"{output}: {problem.strerror}") from None
        facts = list_facts(rating_list) | {"file": str(output), "bytes": len(content)}
        return Answer(facts, [_("%(file)s: %(players)s members, %(bytes)s bytes, checksum %(digest)s.") % facts])
