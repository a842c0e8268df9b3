"""A site of version 0.1.0 is brought up to date by ``migrate``; tests/data holds one, with two published lists."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).parents[1]
OLD_SITE = ROOT / "tests" / "data" / "site_of_version_0_1_0.sql"
DIGESTS = [
    "c95e7070765cc350ad5092de9c0a3fc21ad6c70be876f030eead004d103b4e93",
    "f44a086f25dec761ef1d7c72d6d061acb287999fa672562d5b21d7614e8a22d1",
]
pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite, which the old site used")


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the database of the old site after ``migrate``."""
    file = old_site(tmp_path_factory.mktemp("site"))
    done = manage(file, "migrate")
    assert done.returncode == 0, done.stderr
    return file


def old_site(folder: Path) -> Path:
    """Return the database of a site of version 0.1.0."""
    file = folder / "site.sqlite3"
    with closing(sqlite3.connect(file)) as opened:
        opened.executescript(OLD_SITE.read_text(encoding="utf-8"))
    return file


def manage(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{file}", "DJANGO_SETTINGS_MODULE": "federation.settings"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def rows(file: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(question).fetchall()


def test_published_lists_keep_their_digests(upgraded: Path) -> None:
    assert [digest for (digest,) in rows(upgraded, "SELECT digest FROM ratings_ratinglist ORDER BY date")] == DIGESTS


@pytest.mark.parametrize("date", ["2026-01-01", "2026-07-01"])
def test_published_lists_are_verified(upgraded: Path, date: str) -> None:
    done = manage(upgraded, "verify_list", "elo", "--date", date)
    assert done.returncode == 0, done.stdout + done.stderr


def test_people_and_tournaments_stay(upgraded: Path) -> None:
    expected = {
        "federation_member": 10,
        "federation_affiliation": 10,
        "tournaments_participant": 13,
        "tournaments_pairing": 12,
        "tournaments_upload": 1,
        "tournaments_tournamentupdate": 1,
        "tournaments_correction": 1,
        "tournaments_confirmedspelling": 1,
    }
    counted = {table: rows(upgraded, f"SELECT count(*) FROM {table}")[0][0] for table in expected}
    assert counted == expected


def test_an_interrupted_upgrade_goes_on_with_the_lists_that_are_left(tmp_path: Path) -> None:
    """The second list cannot be read at first: what was made of the first one stays."""
    file = old_site(tmp_path)
    with closing(sqlite3.connect(file)) as opened, opened:
        parts = opened.execute("SELECT max(list_id), lines FROM ratings_listpart").fetchone()
        opened.execute("UPDATE ratings_listpart SET lines = x'00' WHERE list_id = ?", parts[:1])
    assert manage(file, "migrate").returncode == 1
    assert rows(file, "SELECT count(DISTINCT list_id) FROM ratings_rating") == [(1,)]
    assert rows(file, "SELECT count(DISTINCT list_id) FROM ratings_listpart") == [(1,)]
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute("UPDATE ratings_listpart SET lines = ?", parts[1:])
    done = manage(file, "migrate")
    assert (done.returncode, "lists as rows: 1 of 1" in done.stderr) == (0, True)
    for date in ("2026-01-01", "2026-07-01"):
        assert manage(file, "verify_list", "elo", "--date", date).returncode == 0


@pytest.mark.django_db
def test_an_upgraded_site_has_the_tables_of_a_new_one(upgraded: Path) -> None:
    with closing(sqlite3.connect(upgraded)) as opened, connection.cursor() as new:
        assert tables(opened.cursor()) == tables(new)


def tables(cursor: sqlite3.Cursor) -> dict[str, tuple[list[object], list[object]]]:
    """Return the columns and the named indexes of each table."""
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    names = [name for (name,) in cursor.fetchall()]
    found = {}
    for name in names:
        cursor.execute(f"PRAGMA table_info({name})")
        columns = sorted(row[1:4] for row in cursor.fetchall())
        cursor.execute(f"PRAGMA index_list({name})")
        found[name] = (columns, sorted(row[1:3] for row in cursor.fetchall() if row[3] == "c"))
    return found


def test_a_database_between_two_versions_names_the_version_to_install_first(tmp_path: Path) -> None:
    between = old_site(tmp_path)
    with closing(sqlite3.connect(between)) as opened, opened:
        opened.execute("DELETE FROM django_migrations WHERE app = 'federation' AND name = '0010_long_tables'")
    done = manage(between, "migrate")
    assert done.returncode == 1
    assert "This database was made by an earlier version: it lacks federation.0010_long_tables." in done.stderr
    assert "Install version 0.1.0" in done.stderr
