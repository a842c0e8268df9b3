"""The file of an SQLite database is readable only by the site's user: it holds birth dates and password hashes."""

from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

MODE = 0o600


def close_to_others(connection: BaseDatabaseWrapper, **_more: Any) -> None:
    """Close the file to all other users of the machine. Receiver of Django's ``connection_created``.

    SQLite gives its write-ahead log the permissions of the file.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    for each in (file, *(file.with_name(f"{file.name}-{ending}") for ending in ("wal", "shm"))):
        if each.is_file() and each.stat().st_mode & 0o077:
            each.chmod(MODE)
