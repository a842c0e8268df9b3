"""import_ratings POOL FILE --date D: the ratings from which a pool starts."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from ratings.management.rating_command import Answer, RatingCommand, add_date, find_pool, list_facts, read_file
from ratings.starting_lists.create import import_ratings


class Command(RatingCommand):
    help = (
        "Publishes the ratings of a file as a pool's list: CSV or a spreadsheet with the columns "
        "number,rating,games[,opponents_sum,points,deviation,last_played], or a PLAYER list (dBase, zipped or not)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path, metavar="FILE")
        add_date(parser)

    def run(self, options: dict[str, Any]) -> Answer:
        made = import_ratings(find_pool(options["pool"]), options["date"], read_file(options["file"]))
        facts = list_facts(made)
        return Answer(facts, [_("Starting list of %(date)s: %(players)s members.") % facts])
