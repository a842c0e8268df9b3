"""rotate_log_key: replaces the key that signs the public log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from ratings.errors import RatingError
from ratings.public_log.rotation import rotate


class Command(BaseCommand):
    help = "Replaces the key of the public log. The old key hands over to the new one in the log, and is deleted."

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            key = rotate()
        except RatingError as problem:
            raise CommandError(problem.sentence) from None
        self.stdout.write(f"The public log is now signed by {key}.")
