"""``manage.py doctor [--mail-to ADDRESS] [--json]``."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error as DatabaseProblem
from django.utils import translation

from federation.server_state import diagnosis


class Command(BaseCommand):
    help = "Looks whether all is well with the site: database, background work, backups, mail, disk."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mail-to", default="", metavar="ADDRESS", help="send a test mail there")
        parser.add_argument("--json", action="store_true", help="for `./run server doctor`")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            try:
                found = diagnosis.examine(options["mail_to"])
            except DatabaseProblem as problem:
                found = [diagnosis.Finding(diagnosis.WRONG, "Database", str(problem).partition("\n")[0])]
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        for line in found:
            self.stdout.write(f"{line.state:8} {line.what}: {line.text}")
        if any(line.state == diagnosis.WRONG for line in found):
            sys.exit(1)
