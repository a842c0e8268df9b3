"""``manage.py sweep_jobs [--every SECONDS]``: gives back jobs of dead workers, wakes others again, forgets old ones."""

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
    help = (
        "Requeues jobs whose worker died, wakes the workers again for jobs that wait too long, and deletes jobs that "
        "were done long ago (JOBS_KEPT_DAYS)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, metavar="SECONDS", help="go on for ever, with that pause")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["every"] is None:
            swept = jobs.sweep()
            told = (f"{number} {what.replace('_', ' ')}" for what, number in swept._asdict().items())
            self.stdout.write(", ".join(told))
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
