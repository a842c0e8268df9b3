"""``manage.py pack_games [--check] [--json]``"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError, no_translations

from tournaments.storage import packed_games


class Command(BaseCommand):
    """Thin: the packed games of all accepted tournaments are made anew where they differ from the rows."""

    help = "Pack the games of accepted tournaments, so that ratings read them fast; with --check only compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail where any differ from the rows")
        parser.add_argument("--json", action="store_true", help="print facts as JSON")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        found = packed_games.check() if options["check"] else packed_games.repair()
        facts = {"accepted": found.accepted, "missing": found.missing, "different": found.different}
        if options["json"]:
            self.stdout.write(json.dumps(facts, indent=2))
        else:
            self.stdout.write(
                f"Accepted tournaments: {found.accepted}. Not packed: {len(found.missing)}. "
                f"Packed otherwise than their rows: {len(found.different)}."
            )
        if options["check"] and (found.missing or found.different):
            raise CommandError("Run pack_games to pack them.")
