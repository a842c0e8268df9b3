"""render_lists [--all]: writes the stored pages of published lists again where the site has changed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from ratings.lists.job_queue import queue_stale_rendering


class Command(BaseCommand):
    help = "Queue the rendering of published lists whose pages another edition of the site wrote."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--all", action="store_true", help="all published lists")

    def handle(self, *args: Any, **options: Any) -> None:
        count = queue_stale_rendering(everything=options["all"])
        if options["verbosity"]:
            self.stdout.write(f"{count} lists will be rendered.")
