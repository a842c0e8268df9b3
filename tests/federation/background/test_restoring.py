"""`manage.py restore` into a database of PostgreSQL; on SQLite, `test_backups` asks it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.files.base import ContentFile
from django.db import connection

from federation.background import backups
from federation.background.backup_checks import HELD
from tests import cast
from tournaments.intake import receive

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="of PostgreSQL"),
]
ROOT = Path(__file__).resolve().parents[3]
NAME = "restored"


@pytest.fixture
def empty_database() -> Iterator[str]:
    """Return the address of another database on the server of the tests."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {NAME}")
    yield os.environ["DATABASE_URL"].replace("/postgres?", f"/{NAME}?")
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {NAME} WITH (FORCE)")


@pytest.mark.long
def test_a_backup_comes_back_in_an_empty_database_and_replaces_another(empty_database: str, tmp_path: Path) -> None:
    cast.everybody()
    upload, _new = receive.receive(ContentFile(b"a tournament"), "games.csv", None, None)
    made = backups.make(tmp_path / "backups")
    (tmp_path / "backups/erased_numbers.txt").write_text("10001\n")

    def restore(*options: str) -> subprocess.CompletedProcess[str]:
        place = {"DATABASE_URL": empty_database, "VAR_DIR": str(tmp_path), "MEDIA_ROOT": str(tmp_path / "media")}
        return subprocess.run(
            [sys.executable, "manage.py", "restore", str(made), *options],
            cwd=ROOT, env={**os.environ, **place}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = restore()
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "media" / upload.file.name).read_bytes() == b"a tournament"
    assert (tmp_path / "media" / HELD).exists()
    with psycopg.connect(empty_database.replace("postgres:", "postgresql:"), autocommit=True) as database:
        assert database.execute("SELECT count(*) FROM federation_member").fetchone() == (len(cast.PEOPLE),)
        erased = database.execute("SELECT last_name, birth_date FROM federation_member WHERE key = 10001").fetchone()
        assert erased == ("Former member 10001", None)
        database.execute("DELETE FROM tournaments_upload")
        assert "There is a site already" in restore().stderr
        done = restore("--replace")
        assert done.returncode == 0, done.stderr
        assert database.execute("SELECT sha256 FROM tournaments_upload").fetchone() == (upload.sha256,)
