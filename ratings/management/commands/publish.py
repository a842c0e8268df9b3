"""publish POOL --date D: freezes the draft of a day and shows it to everybody."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from ratings.lists.publication import publish
from ratings.management.rating_command import Answer, RatingCommand, add_date, find_list, list_facts


class Command(RatingCommand):
    help = "Publishes the draft of a day; its pages and downloads are written by the worker."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_date(parser)

    def run(self, options: dict[str, Any]) -> Answer:
        facts = list_facts(publish(find_list(options | {"draft": True})))
        return Answer(
            facts, [_("Published: the list of %(date)s, revision %(revision)s, checksum %(digest)s.") % facts]
        )
