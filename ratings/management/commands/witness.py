"""witness URL: checks the public log of another federation and countersigns it."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from ratings.errors import RatingError
from ratings.public_log.signed_notes import Checkpoint
from ratings.public_log.witness import add_countersignature, witness


class Command(BaseCommand):
    help = (
        "Checks the public log of another federation at an address (https://ratings.example.org/log) and countersigns"
        " its checkpoint. With --of-us, takes over what a witness published of our own log."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="URL")
        parser.add_argument("--key", default="", help="the log's verifier key, needed the first time")
        parser.add_argument("--of-us", metavar="KEY", default="", help="the witness's verifier key")

    @no_translations
    def handle(self, *args: Any, url: str, key: str, of_us: str, **options: Any) -> None:
        try:
            if of_us:
                size = add_countersignature(url, of_us).size
                self.stdout.write(f"Stored: the witness has seen the first {size} entries of our log.")
                return
            note = witness(url, int(time.time()), key)
        except RatingError as problem:
            raise CommandError(problem.sentence) from None
        size = Checkpoint.read(note.text).size
        self.stdout.write(f"Nothing of the past has changed: {size} entries, countersigned.")
        self.stdout.write(str(note), ending="")
