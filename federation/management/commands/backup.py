"""``manage.py backup FOLDER [--keep N]`` and ``manage.py backup --verify BACKUP``."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.background import backups


class Command(BaseCommand):
    help = "Copies database and files while the site runs, or restores a copy into a scratch database to check it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where backups lie; with --verify: one backup")
        parser.add_argument(
            "--keep", type=int, default=0, metavar="N", help="then remove all but the newest N; 0: none"
        )
        parser.add_argument("--smaller", action="store_true", help="it may be much smaller than earlier ones")
        parser.add_argument("--verify", action="store_true", help="check a backup instead of making one")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, keep = options["folder"], options["keep"]
        if keep < 0:
            raise CommandError(f"--keep {keep}: say how many backups to keep.")
        try:
            if options["verify"]:
                made, rows = folder, backups.verify(folder)
            else:
                made, rows = backups.make_good(folder, keep, smaller=options["smaller"])
        except (backups.BackupFailed, OSError) as problem:
            raise CommandError(str(problem)) from None
        self.stdout.write(f"{made}: good, {sum(rows.values())} rows in {len(rows)} tables")
