"""Make rows of the parts in which lists were stored, list by list: an interrupted upgrade goes on where it was."""

import sys

from django.db import migrations, transaction

from federation.database import bulk
from ratings.migrations import _parts


def convert(apps, schema_editor):
    """Each list in a transaction of its own, in which its parts go. A list without parts is done."""
    part = apps.get_model("ratings", "ListPart")
    ids = sorted(part.objects.values_list("list_id", flat=True).distinct())
    for done, pk in enumerate(ids, 1):
        with transaction.atomic():
            _convert(apps, pk)
        print(f"\r  lists as rows: {done} of {len(ids)}", end="", file=sys.stderr, flush=True)  # noqa: T201 - takes minutes
    if ids:
        print(file=sys.stderr)  # noqa: T201 - as above


def _convert(apps, pk):
    rating, entry = apps.get_model("ratings", "Rating"), apps.get_model("ratings", "LedgerEntry")
    parts = apps.get_model("ratings", "ListPart").objects.filter(list_id=pk)
    blobs = [(bytes(lines), bytes(entries)) for lines, entries in parts.order_by("number").values_list("lines", "entries")]
    for model in (rating, entry):
        model.objects.filter(list_id=pk).delete()
    bulk.write(rating, _parts.RATING_COLUMNS, _parts.rating_rows(pk, [lines for lines, _entries in blobs]))
    bulk.write(entry, _parts.ENTRY_COLUMNS, _parts.entry_rows(pk, [entries for _lines, entries in blobs]))
    parts._raw_delete(parts.db)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("ratings", "0002_ratings_as_rows")]
    operations = [migrations.RunPython(convert, migrations.RunPython.noop)]
