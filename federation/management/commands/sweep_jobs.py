"""``manage.py sweep_jobs [--every SECONDS]``: requeue jobs of dead workers, wake workers again, delete old jobs.

Every ten seconds it seals what was changed (`federation.audit.sealing`). Once a day, and at the start, it also deletes
what is no longer needed (`federation.background.cleanup`).
"""

import logging
import math
import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseProblem
from django.db import connection

from federation import hooks
from federation.accounts.alerts import Alerts
from federation.audit import retention, sealing
from federation.background import certificate, cleanup, nightly, sweeper
from federation.background.nightly import last_night

log = logging.getLogger(__name__)

MINUTE = 60  # seconds
SEALING = 10  # seconds between two turns
HOUR = 3600  # seconds
DAY = 24 * HOUR


class Command(BaseCommand):
    help = (
        "Requeues jobs whose worker died, wakes the workers again for jobs that wait too long, and deletes jobs that "
        "were done long ago (JOBS_KEPT_DAYS). It seals the audit. "
        "Once a day it deletes ended sessions, unconfirmed imports, old logins and the end of old IP addresses."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--every", type=float, metavar="SECONDS", help="repeat for ever, with this pause")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["every"] is None:
            cleanup.clean()
            retention.cut_addresses()
            nightly.queue()
            _take_in()
            swept = sweeper.sweep()
            sealing.seal()
            counts = (f"{number} {what.replace('_', ' ')}" for what, number in swept._asdict().items())
            self.stdout.write(", ".join(counts))
            return
        if not 0 < options["every"] < math.inf:
            raise CommandError(f"--every {options['every']}: say how many seconds, more than 0.")
        next_cleaning, queued, watch = time.monotonic(), None, sweeper.Watch()
        next_look, next_seal, alerts = time.monotonic(), time.monotonic(), Alerts()
        next_certificate = time.monotonic()
        while True:
            _if_possible(partial(sweeper.sweep, watch), "sweep")
            _if_possible(_take_in, "look at what was sent while the database was away")
            if time.monotonic() >= next_seal:
                next_seal = time.monotonic() + SEALING
                _if_possible(sealing.seal, "sealing of the audit")
            if time.monotonic() >= next_certificate:
                next_certificate = time.monotonic() + HOUR
                _if_possible(certificate.look, "look at the certificate")
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + MINUTE
                _if_possible(sweeper.leave_signs, "sign")
                _if_possible(alerts.look, "look at the site's health")
            if queued != (night := last_night()):
                queued = night
                _if_possible(nightly.queue, "nightly work")
            if time.monotonic() >= next_cleaning:
                next_cleaning += DAY
                _if_possible(cleanup.clean, "cleaning")
                _if_possible(retention.cut_addresses, "cutting of addresses")
            time.sleep(options["every"])


def _take_in() -> None:
    for take_in in hooks.functions("TAKE_IN"):
        take_in()


def _if_possible(work: Callable[[], object], name: str) -> None:
    try:
        work()
    except (DatabaseProblem, OSError) as problem:  # locked or away: the next turn may succeed
        log.warning("no %s this time: %s", name, problem)
        connection.close()
