"""``manage.py restore BACKUP [--replace]``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.background import backups, restoring


class Command(BaseCommand):
    help = "Restores a backup into the database and MEDIA_ROOT of this site, while it is stopped."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the folder of one backup")
        parser.add_argument("--replace", action="store_true", help="even if there is a site already")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            rows = restoring.restore(options["backup"], replace=options["replace"])
        except (backups.BackupFailed, OSError) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(
            f"Restored {sum(rows.values())} rows in {len(rows)} tables. Now run migrate and render_lists. "
            "No mail is sent until release_mails."
        )
