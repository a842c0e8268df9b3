"""``manage.py export_audit [--from N]``: write the audit as lines of JSON, with what it takes to verify its chain."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from federation.audit import chain, sealing
from federation.models import AuditEntry


class Command(BaseCommand):
    help = (
        "Seals the changes that wait and writes the audit, one entry a line: `content` is what is hashed after the "
        "previous hash; `salt`, `before` and `after` open the commitments in it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--from", type=int, default=1, metavar="N", help="begin with this entry")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["from"] < 1:
            raise CommandError(f"--from {options['from']}: entries are numbered from 1.")
        sealing.seal()
        entries = AuditEntry.objects.filter(n__gte=options["from"]).select_related("values").order_by("n")
        for entry in entries.iterator(chunk_size=2000):
            self.stdout.write(json.dumps(_line(entry), ensure_ascii=False))


def _line(entry: AuditEntry) -> dict[str, Any]:
    values = getattr(entry, "values", None)  # None: erased
    opened = {"salt": bytes(values.salt).hex(), "before": values.before, "after": values.after} if values else {}
    hashes = {"previous": bytes(entry.previous).hex(), "hash": bytes(entry.hash).hex()}
    return {"content": chain.content(entry), **hashes, **opened}
