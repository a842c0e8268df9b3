"""``manage.py verify_audit [--from N] [--reviewed N]``: verify the audit, and say where it is broken."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.audit import verification


class Command(BaseCommand):
    help = (
        "Seals the changes that wait and verifies the audit: that its chain is whole, that records are as it says, and "
        "that it holds the entries that published lists name. Names what is broken, and ends with 1."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", type=int, default=1, metavar="N", help="verify the chain from this entry on")
        parser.add_argument(
            "--reviewed",
            type=int,
            metavar="N",
            help="note that you have looked at the changes that other programs made up to this entry",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["from"] < 1:
            raise CommandError(f"--from {options['from']}: entries are numbered from 1.")
        if options["reviewed"] is not None:
            verification.review(options["reviewed"])
        outcome = verification.verify(options["from"])
        if outcome.problems:
            raise CommandError("\n".join(map(str, outcome.problems)))
        self.stdout.write(f"{outcome.entries} entries verified, the last is {outcome.last} {outcome.head}.")
