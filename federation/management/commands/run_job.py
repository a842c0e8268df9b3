"""``manage.py run_job ID``: make one attempt at a queued job in this process, without a worker."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, no_translations

from federation.background import worker
from federation.models import Job


class Command(BaseCommand):
    help = "Runs a queued job in this process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("job", type=UUID, metavar="ID")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        job = worker.run(options["job"])
        if job is None:
            raise CommandError(f"{options['job']}: no such job is queued.")
        if job.state != Job.State.DONE:
            raise CommandError(
                job.failure or f"{job.reference}: the attempt came to nothing; the job is {job.get_state_display()}."
            )
        self.stdout.write(f"{job.reference}: done")
