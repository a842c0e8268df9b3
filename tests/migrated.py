"""The migrated database of tests on SQLite: made once for all sessions, each of which begins with a copy.

Migrations take some seconds of every session, and `make test` has several. What is kept lies in the cache of pytest. It
is built again when a migration, a model or a package changes.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
MADE_OF = ("requirements*.lock", "*/migrations/*.py", "*/models/*.py", "*/settings.py")


def name() -> str:
    """Return the name of the file: the SHA-256 of all that the database is made of."""
    digest = hashlib.sha256(settings.FEDERATION_PROFILE.encode())
    for path in sorted(path for pattern in MADE_OF for path in ROOT.glob(pattern)):
        digest.update(path.read_bytes())
    return f"{digest.hexdigest()}.sqlite3"


@dataclass
class Migrated:
    """The database of this session, and the one that is kept."""

    database: Path
    kept: Path
    lock: TextIO  # held by the session that migrates, the others wait

    @classmethod
    def begin(cls, folder: Path, database: Path) -> Migrated:
        """Copy the kept database, if there is one."""
        lock = (folder / "lock").open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = cls(database, folder / name(), lock)
        if found.kept.exists():
            shutil.copyfile(found.kept, database)
            lock.close()
        return found

    def keep(self) -> None:
        """Keep the database, which has been migrated and has no rows of tests yet, in place of earlier ones."""
        if self.lock.closed:
            return
        for old in self.kept.parent.glob("*.sqlite3"):
            old.unlink()
        unfinished = self.kept.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute("VACUUM INTO ?", [str(unfinished)])
        unfinished.rename(self.kept)
        self.lock.close()
