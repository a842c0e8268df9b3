"""``manage.py sweep_jobs [--every SECONDS]``: gives back the jobs of dead workers and repeats lost wake-ups."""

import logging
import math
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseProblem
from django.db import connection

from federation import jobs

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Requeues jobs whose worker died and wakes the workers again for jobs that wait too long."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, metavar="SECONDS", help="go on for ever, with that pause")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["every"] is None:
            swept = jobs.sweep()
            self.stdout.write(f"{swept.woken} woken, {swept.requeued} requeued, {swept.given_up} given up")
            return
        if not 0 < options["every"] < math.inf:
            raise CommandError(f"--every {options['every']}: say how many seconds, more than 0.")
        while True:
            _sweep_if_possible()
            time.sleep(options["every"])


def _sweep_if_possible() -> None:
    try:
        jobs.sweep()
    except DatabaseProblem as problem:  # locked or away: the next turn may succeed
        log.warning("no sweep this time: %s", problem)
        connection.close()
