"""``manage.py check_migrations [--running VERSION]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.database import running_version


class Command(BaseCommand):
    help = "Says whether an older version can keep running while the migrations that are still to come are applied."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--running", default="", metavar="VERSION", help="the version that runs now")

    def handle(self, *args: Any, **options: Any) -> None:
        lines = running_version.breaking(options["running"])
        if lines:
            raise CommandError("\n".join(lines))
        self.stdout.write("The version that runs can keep running while migrate runs.")
