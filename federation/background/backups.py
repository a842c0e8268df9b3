"""Backups that are known to be good: database and files, copied while the site runs, checked by restoring them.

A backup is a folder: ``database.sqlite3`` or ``database.dump``, ``media.tar``, ``manifest.json`` with the SHA-256 of
both, the number of rows of each table at the moment of the copy, which site it is of, and the files that rows of the
database name and that were missing or damaged on the disk.
"""

import hashlib
import json
import os
import secrets
import shutil
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import Error as DatabaseProblem
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.client import DatabaseClient
from django.utils import timezone

from federation.background import backup_checks, erased_numbers
from federation.background.backup_checks import HELD, MANIFEST, NAME, BackupFailed
from federation.models import Sign
from federation.profiles.reading import profile

DRILL_EVERY = timedelta(days=7)
LONGEST = 24 * 3600  # seconds that a backup may take


def make(folder: Path) -> Path:
    """Write a backup into a new folder inside ``folder``, and return that folder."""
    target = folder / f"{NAME}{timezone.now():%Y%m%d-%H%M%S}"
    unfinished = folder / f".{target.name}"
    try:
        site = backup_checks.site_id()
    except DatabaseProblem as problem:
        raise BackupFailed(f"The database {connection.settings_dict['NAME']} is of no site ({problem}).") from None
    folder.mkdir(parents=True, exist_ok=True)
    unfinished.mkdir(mode=0o700)  # birth dates and password hashes: nobody else reads them
    try:
        # The database first: files are stored before the rows that name them, so none is missing.
        database, rows = _copy_sqlite(unfinished) if connection.vendor == "sqlite" else _dump_postgresql(unfinished)
        if not rows:  # a mistyped address: SQLite creates the database that it names
            raise BackupFailed(f"The database {connection.settings_dict['NAME']} is empty: there is nothing to keep.")
        expected, media = backup_checks.expected_files(), unfinished / "media.tar"
        with tarfile.open(media, "w") as archive:
            _add(archive, settings.MEDIA_ROOT, "media")
            _add_shared(archive, expected)
            archive.addfile(tarfile.TarInfo(f"media/{HELD}"))  # wherever this is restored, no mail is sent twice
        manifest = {
            "files": {file.name: _sha256(file) for file in (database, media)},
            "rows": rows,
            "site": site,
            "damaged": backup_checks.damaged_files(media, expected),
        }
        (unfinished / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")
        unfinished.rename(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return target


def make_good(folder: Path, keep: int = 0, *, smaller: bool = False) -> tuple[Path, dict[str, int]]:
    """Make a backup, check it, then remove all but the newest ``keep``; 0: none. Return it and the rows of each table.

    Once a week all others are restored and checked as well. Monitors learn the outcome. Raise `BackupFailed`.
    """
    try:
        made = make(folder)
        erased_numbers.keep(folder)
        rows = verify(made)
        if not smaller:
            backup_checks.compare_with_earlier(folder, made)
        if keep:  # only now: the new one is good
            remove_old(folder, keep)
        remove_aged(folder, made)
        _drill(folder, made)
    except (BackupFailed, OSError) as problem:
        with suppress(DatabaseProblem):
            Sign.leave("backup_failed", sentence=str(problem))
        raise
    Sign.leave("backup", rows=sum(rows.values()), name=made.name)
    Sign.objects.filter(part="backup_failed").delete()
    return made, rows


def _drill(folder: Path, made: Path) -> None:
    """Restore and check all earlier backups that are still there, once a week: disks decay."""
    last, is_first = Sign.objects.get_or_create(part="backup_drill", defaults={"seen_at": timezone.now()})
    if is_first or timezone.now() - last.seen_at < DRILL_EVERY:
        return
    earlier = [each for each in sorted(folder.glob(f"{NAME}*")) if each != made]
    for each in earlier:
        verify(each)
    Sign.leave("backup_drill", backups=len(earlier) + 1)


def _add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    """Add a file, or a folder with its contents. Files that the running site deletes meanwhile are left out."""
    with suppress(FileNotFoundError):
        archive.add(path, arcname=name, recursive=False)
        for inner in sorted(path.iterdir()) if path.is_dir() else ():
            _add(archive, inner, f"{name}/{inner.name}")


def _add_shared(archive: tarfile.TarFile, paths: Iterable[str]) -> None:
    """Add the files that are in the bucket and not on this machine, of those that rows of the database name."""
    for path in paths if settings.MEDIA_BUCKET else ():
        if not (settings.MEDIA_ROOT / path).exists():
            with suppress(FileNotFoundError), default_storage.open(path) as kept:
                member = tarfile.TarInfo(f"media/{path}")
                member.size = kept.size
                archive.addfile(member, kept)


def remove_old(folder: Path, keep: int) -> None:
    """Remove all but the newest ``keep`` backups (at least one) in the folder, and unfinished ones older than a day."""
    for old in sorted(folder.glob(f"{NAME}*"))[:-keep]:
        shutil.rmtree(old)
    for unfinished in folder.glob(f".{NAME}*"):
        if unfinished.stat().st_mtime < time.time() - LONGEST:
            shutil.rmtree(unfinished)


def remove_aged(folder: Path, made: Path) -> None:
    """Remove the backups that are older than the profile keeps them, but not the one that was just made."""
    kept = timedelta(days=profile().on(timezone.localdate()).retention.backups)
    oldest = f"{NAME}{timezone.now() - kept:%Y%m%d-%H%M%S}"
    for old in folder.glob(f"{NAME}*"):
        if old.name < oldest and old != made:
            shutil.rmtree(old)


def verify(backup: Path) -> dict[str, int]:
    """Restore a backup into a temporary database and compare. Return the rows of each table. Raise `BackupFailed`."""
    try:
        manifest = json.loads((backup / MANIFEST).read_text())
    except (OSError, ValueError) as problem:
        raise BackupFailed(f"{backup}: no readable {MANIFEST} ({problem}).") from None
    for name, digest in manifest["files"].items():
        if not (backup / name).is_file() or _sha256(backup / name) != digest:
            raise BackupFailed(f"{backup / name} is not the file that was written.")
    sqlite = backup / "database.sqlite3"
    rows = _rows_of_copy(sqlite) if sqlite.exists() else _rows_of_dump(backup / "database.dump")
    if rows != manifest["rows"]:
        tables = [table for table in {**rows, **manifest["rows"]} if rows.get(table) != manifest["rows"].get(table)]
        raise BackupFailed(f"{backup}: other rows than when it was written in {', '.join(sorted(tables))}.")
    if damaged := manifest.get("damaged"):  # a backup of an earlier version does not say
        named = f"{damaged[0]} and {len(damaged) - 1} others" if len(damaged) > 1 else damaged[0]
        raise BackupFailed(f"{backup} lacks files that the database names, or has them damaged: {named}.")
    return rows


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _count(cursor: Any, tables: list[str]) -> dict[str, int]:
    counts = {}
    for table in sorted(tables):
        cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608 - names that the database itself gave
        counts[table] = cursor.fetchone()[0]
    return counts


# -- SQLite ---------------------------------------------------------------------------------------------------------


def _copy_sqlite(folder: Path) -> tuple[Path, dict[str, int]]:
    """Copy a database in use with SQLite's own backup. A copy of the file would miss the write-ahead log."""
    file = folder / "database.sqlite3"
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(file)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, whole in itself
    except sqlite3.Error as problem:
        raise BackupFailed(f"{file}: {problem}.") from None
    return file, _rows_of_copy(file)


def _rows_of_copy(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            raise BackupFailed(f"{file}: SQLite finds it damaged.")
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return _count(database.cursor(), [name for (name,) in names])


# -- PostgreSQL -----------------------------------------------------------------------------------------------------


def _dump_postgresql(folder: Path) -> tuple[Path, dict[str, int]]:
    """Dump the database and count its rows in the same snapshot."""
    file = folder / "database.dump"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        run_postgresql("pg_dump", "--format=custom", "--no-owner", f"--snapshot={snapshot}", f"--file={file}")
        return file, _count(cursor, connection.introspection.table_names(cursor))


def _rows_of_dump(file: Path) -> dict[str, int]:
    with _scratch_database() as scratch:
        database = scratch.settings_dict["NAME"]
        run_postgresql("pg_restore", "--no-owner", "--exit-on-error", str(file), database=database, option="--dbname")
        with scratch.cursor() as cursor:
            return _count(cursor, scratch.introspection.table_names(cursor))


@contextmanager
def _scratch_database() -> Iterator[BaseDatabaseWrapper]:
    name = f"classement_verify_{secrets.token_hex(4)}"
    scratch = connection.copy()
    scratch.settings_dict = {**connection.settings_dict, "NAME": name}
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    try:
        yield scratch
    finally:
        scratch.close()
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')


def run_postgresql(program: str, *options: str, database: str = "", option: str = "") -> None:
    if shutil.which(program) is None:
        raise BackupFailed(f"{program} is not on PATH: install the client programs of PostgreSQL.")
    named = {**connection.settings_dict, "NAME": database or connection.settings_dict["NAME"]}
    psql, environment = DatabaseClient.settings_to_cmd_args_env(named, [])
    where = [*psql[1:-1], *([option] if option else []), psql[-1]]  # user, host, port as for psql; then the database
    done = subprocess.run(  # noqa: S603 - a fixed program
        [program, *where, *options],
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"ended without a word (exit code {done.returncode})"]
        raise BackupFailed(f"{program}: {lines[-1]}")
