"""The tables of an earlier migration, for tests of what comes after it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command


@contextmanager
def migrated_to(app: str, name: str) -> Iterator[None]:
    """Give the database the tables of that migration, and those of today afterwards. Needs `transaction=True`."""
    call_command("migrate", app, name, verbosity=0)
    try:
        yield
    finally:
        call_command("migrate", verbosity=0)
