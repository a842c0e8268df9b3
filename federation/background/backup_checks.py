"""Checks of backups: each has every file that the database names, and no fewer rows and files than earlier ones."""

import hashlib
import json
import tarfile
import uuid
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation import hooks
from federation.models import Sign

NAME = "classement-"  # prefix of the names of backups
MANIFEST = "manifest.json"
HELD = "mails-held"  # a file in MEDIA_ROOT: this site was restored, and waiting mails may have been sent already
SITE = "site"  # the sign that says which site a database is of
# Prefixes of tables that do not count: the audit grows when rows are deleted, the others hold the rows of the program.
UNCOUNTED = ("federation_audit", "federation_unsealedchange", "auth_permission", "auth_group_permissions", "django_")
MUCH = 100  # rows or files: up to so many may disappear in a day
SHRINKAGE = 0.5


class BackupFailed(Exception):
    """The backup could not be made or verified: one sentence."""


@transaction.atomic
def site_id() -> str:
    """Return what distinguishes this database from those of other sites. It is made at the first call."""
    made = {"seen_at": timezone.now(), "facts": {"id": uuid.uuid4().hex}}
    return str(Sign.objects.get_or_create(part=SITE, defaults=made)[0].facts["id"])


def expected_files() -> dict[str, str]:
    """Return the SHA-256 of each file that a row names, by its path below MEDIA_ROOT."""
    return {path: sha256 for files in hooks.functions("STORED_FILES") for path, sha256 in files()}


def damaged_files(media: Path, expected: dict[str, str]) -> list[str]:
    """Return the paths of expected files that are missing in the archive, or have another SHA-256."""
    found = {}
    with tarfile.open(media) as archive:
        for member in archive:
            path = member.name.partition("/")[2]
            if path in expected and (content := archive.extractfile(member)) is not None:
                found[path] = hashlib.file_digest(content, "sha256").hexdigest()
    wrong = {path for path, sha256 in expected.items() if found.get(path) != sha256}
    return sorted(wrong & expected_files().keys()) if wrong else []  # the site may have deleted some meanwhile


def compare_with_earlier(folder: Path, made: Path) -> None:
    """Raise `BackupFailed` if the backup is of another site than the others in the folder, or much smaller."""
    new = _manifest(made)
    for old in sorted(folder.glob(f"{NAME}*")):
        kept = _manifest(old)
        if old == made or not kept:
            continue
        if kept.get("site", new["site"]) != new["site"]:
            raise BackupFailed(f"{made} is of another database than {old}: check DATABASE_URL. No backup was removed.")
        before, now = (_rows(each["rows"]) for each in (kept, new))
        if before > MUCH and now < before * SHRINKAGE:
            sentence = f"{made} has {now} rows, {old} had {before}: find out what is gone. No backup was removed."
            raise BackupFailed(f"{sentence} If that is right, say --smaller.")


def _rows(tables: dict[str, int]) -> int:
    """Return the number of rows that people or jobs made."""
    return sum(count for table, count in tables.items() if not table.startswith(UNCOUNTED))


def _manifest(backup: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((backup / MANIFEST).read_text())
    except (OSError, ValueError):
        return {}
    return found
