"""``manage.py release_mails [--drop]``: a restored site sends mails again."""

from argparse import ArgumentParser
from typing import Any

from django.core.files.storage import default_storage
from django.core.management.base import BaseCommand

from federation.background.backup_checks import HELD
from federation.background.kinds import KINDS
from federation.models import Job


class Command(BaseCommand):
    help = "Lets a restored site send mails again; the site that it is a copy of may have sent the waiting ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--drop", action="store_true", help="delete the mails that wait now")

    def handle(self, *args: Any, **options: Any) -> None:
        waiting = Job.objects.filter(
            state=Job.State.QUEUED, kind__in=[name for name in KINDS if name.endswith("_mail")]
        )
        if options["drop"]:
            self.stdout.write(f"{waiting.count()} waiting mails deleted")
            waiting.delete()
        else:
            waiting.update(sent_at=None)  # not in an hour, but now
        default_storage.delete(HELD)
