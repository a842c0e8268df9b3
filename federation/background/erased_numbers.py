"""The numbers of erased people, kept outside of the database so that an old backup brings nobody back.

They stand beside the site and, written with each backup, beside the backups. A number says nothing of a person.
"""

from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import Error as DatabaseProblem
from django.db import connection, transaction

from federation.models import Member


def keep(folder: Path | None = None) -> None:
    """Write the numbers beside the site, or into the folder of the backups. Those that are there stay."""
    file = settings.ERASED_NUMBERS if folder is None else folder / settings.ERASED_NUMBERS.name
    if numbers := sorted({*_of_database(), *_of_file(file)}):
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(".new")
        unfinished.write_text("".join(f"{number}\n" for number in numbers))
        unfinished.replace(file)


def known(backup: Path) -> list[str]:
    """Return the numbers that the site, its database and the folder of the backup know."""
    beside = backup.resolve().parent / settings.ERASED_NUMBERS.name
    return sorted({*_of_database(), *_of_file(settings.ERASED_NUMBERS), *_of_file(beside)})


def _of_database() -> set[str]:
    """Return the numbers in the database; an empty one, or one of an earlier version, has none."""
    with suppress(DatabaseProblem), transaction.atomic():
        if Member._meta.db_table in connection.introspection.table_names():
            return set(Member.objects.exclude(erased_at=None).values_list("number", flat=True))
    return set()


def _of_file(file: Path) -> set[str]:
    return set(file.read_text().split()) if file.exists() else set()
