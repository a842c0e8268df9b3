"""``manage.py undo_import [ENTRY]``: undo an import of members or clubs, or list the last ones."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from federation.audit import sealing
from federation.imports.undo import UndoError, imports, undo

LISTED = 20


class Command(BaseCommand):
    help = (
        "Undo an import of members or clubs: every row becomes again what it was before. Refused as a whole once one of"
        " the rows was changed or is in use. Without a number: list the last imports."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("entry", type=int, nargs="?", help="number of the import in the audit")

    @no_translations
    def handle(self, entry: int | None, **options: Any) -> None:
        if entry is None:
            sealing.seal()
            for batch in imports()[:LISTED]:
                self.stdout.write(f"{batch.n}  {batch.at:%Y-%m-%d %H:%M} UTC  {batch.account}  {batch.values.after}")
            return
        try:
            undone = undo(entry)
        except UndoError as error:
            raise CommandError(error.sentence) from error
        self.stdout.write(
            f"Undone: {undone.deleted} rows deleted, {undone.changed} changed back, {undone.inserted} inserted again."
        )
