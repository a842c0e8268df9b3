"""Restore a backup into the database and the folder that the settings name."""

import shutil
import sqlite3
import tarfile
import uuid
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from federation import hooks
from federation.background import backup_checks, backups, erased_numbers
from federation.background.backup_checks import HELD, BackupFailed
from federation.files import bucket


def restore(backup: Path, *, replace: bool = False) -> dict[str, int]:
    """Verify a backup and restore it. Return the rows of each table. Raise `BackupFailed`.

    What was there is replaced only if ``replace``; its files are kept beside MEDIA_ROOT. With a bucket, its files go
    there as well. Mails wait until `release_mails`. People who were erased since are erased again; the database is
    migrated for that.
    """
    rows = backups.verify(backup)
    erased = erased_numbers.known(backup)
    sqlite = backup / "database.sqlite3"
    kind = "sqlite" if sqlite.exists() else "postgresql"
    if connection.vendor != kind:
        raise BackupFailed(f"{backup} is of {kind}, and DATABASE_URL names a database of {connection.vendor}.")
    if not replace and (connection.introspection.table_names() or any(settings.MEDIA_ROOT.glob("*"))):
        raise BackupFailed(
            "There is a site already: its database or MEDIA_ROOT is not empty. To replace both: --replace."
        )
    fresh = settings.MEDIA_ROOT.with_name(f"{settings.MEDIA_ROOT.name}-{uuid.uuid4().hex[:8]}")
    with tarfile.open(backup / "media.tar") as archive:  # before the database: a full disk changes nothing
        archive.extractall(fresh, filter="data")
    if kind == "sqlite":
        _restore_sqlite(sqlite)
    else:
        options = ["--clean", "--if-exists"] if replace else []
        backups.run_postgresql(
            "pg_restore",
            "--no-owner",
            "--single-transaction",
            *options,
            str(backup / "database.dump"),
            option="--dbname",
        )
    if settings.MEDIA_ROOT.exists():
        settings.MEDIA_ROOT.rename(fresh.with_name(f"{fresh.name}-before"))
    (fresh / "media").rename(settings.MEDIA_ROOT)
    shutil.rmtree(fresh)
    (settings.MEDIA_ROOT / HELD).touch()
    if settings.MEDIA_BUCKET:
        for path in (*backup_checks.expected_files(), HELD):
            bucket.put(settings.MEDIA_ROOT / path, (settings.MEDIA_ROOT / path).read_bytes())
    if erased:
        call_command("migrate", verbosity=0)
        for erase_again in hooks.functions("RESTORED"):
            erase_again(erased)
    return rows


def _restore_sqlite(file: Path) -> None:
    """Write through SQLite itself, so that no page of the old database comes back from its write-ahead log."""
    connection.close()
    with (
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as source,
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as target,
    ):
        source.backup(target)
