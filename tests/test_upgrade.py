"""A site of an earlier version is brought up to date by ``migrate``, and its published lists verify for ever.

tests/data holds a site of version 0.1.0 with two lists, and lists of four systems in each earlier form of digests.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests import forks

ROOT = Path(__file__).parents[1]
OLD_SITE = ROOT / "tests" / "data" / "site_of_version_0_1_0.sql"
DIGESTS = [
    "c95e7070765cc350ad5092de9c0a3fc21ad6c70be876f030eead004d103b4e93",
    "f44a086f25dec761ef1d7c72d6d061acb287999fa672562d5b21d7614e8a22d1",
]
Manage = Callable[..., forks.Done]  # the file of a database, and the arguments of manage.py

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="needs SQLite, which the old site used")


@pytest.fixture(scope="session")
def manage(django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory) -> Manage:
    return partial(forks.manage, django_db_blocker, tmp_path_factory.mktemp("output"))


@pytest.fixture(scope="session")  # the test with its own database runs first, long before the others
def upgraded(manage: Manage, tmp_path_factory: pytest.TempPathFactory) -> Path:
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


def rows(file: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as opened:
        return opened.execute(question).fetchall()


def test_published_lists_keep_their_digests(upgraded: Path) -> None:
    assert [digest for (digest,) in rows(upgraded, "SELECT digest FROM ratings_ratinglist ORDER BY date")] == DIGESTS


@pytest.mark.parametrize("date", ["2026-01-01", "2026-07-01"])
def test_published_lists_are_verified(manage: Manage, upgraded: Path, date: str) -> None:
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


def test_the_page_of_a_player_keeps_its_address(manage: Manage, upgraded: Path) -> None:
    ask = "from django.test import Client; print(Client().get('/en/players/10001/', headers={'host': 'localhost'}))"
    done = manage(upgraded, "shell", "-c", ask)
    assert "status_code=200" in done.stdout, done.stdout + done.stderr


def test_clubs_are_members_of_what_was_their_league_and_roles_are_offices(upgraded: Path) -> None:
    memberships = "SELECT number, kind, code, unit.name, start, end FROM federation_unitmembership"
    joined = "JOIN federation_club club ON club.id = club_id JOIN federation_league unit ON unit.id = unit_id"
    assert rows(upgraded, f"{memberships} {joined} ORDER BY number") == [
        ("101", "league", "400", "Oost-Vlaanderen", "1900-01-01", None),
        ("201", "league", "600", "Liège", "1900-01-01", None),
        ("301", "league", "900", "Namur", "1900-01-01", None),
    ]
    offices = "SELECT role, start, end, club_id, user_id, unit_id, public FROM federation_clubrole"
    assert rows(upgraded, offices) == [("secretary", "2025-09-01", "2026-08-31", 1, 1, None, 0)]


def test_an_interrupted_upgrade_continues_with_the_lists_that_are_left(manage: Manage, tmp_path: Path) -> None:
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
    assert (done.returncode, "lists as rows: 1 of 1" in done.stderr) == (0, True), done.stderr
    for date in ("2026-01-01", "2026-07-01"):
        assert manage(file, "verify_list", "elo", "--date", date).returncode == 0


@pytest.mark.django_db
def test_an_upgraded_site_has_the_tables_of_a_new_one(upgraded: Path) -> None:
    with closing(sqlite3.connect(upgraded)) as opened, connection.cursor() as new:
        assert tables(opened.cursor()) == tables(new)


def tables(cursor: sqlite3.Cursor) -> dict[str, tuple[list[object], list[object]]]:
    """Return the columns of each table, and the columns of its indexes.

    Whole numbers are alike to SQLite, and an index that Django names after its table keeps the name of a former table.
    """
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    names = [name for (name,) in cursor.fetchall()]
    found = {}
    for name in names:
        columns = cursor.execute(f"PRAGMA table_info({name})").fetchall()
        kinds = sorted((column, "int" if "int" in kind.lower() else kind, *more) for _n, column, kind, *more in columns)
        indexes = cursor.execute(f"PRAGMA index_list({name})").fetchall()
        found[name] = (
            kinds,
            sorted((unique, partial, covered(cursor, index)) for _n, index, unique, _o, partial in indexes),
        )
    return found


def covered(cursor: sqlite3.Cursor, index: str) -> list[str]:
    """Return the columns of an index. An expression has the name ""."""
    return [column or "" for _rank, _place, column in cursor.execute(f"PRAGMA index_info({index})").fetchall()]


def test_a_database_between_two_versions_names_the_version_to_install_first(manage: Manage, tmp_path: Path) -> None:
    between = old_site(tmp_path)
    with closing(sqlite3.connect(between)) as opened, opened:
        opened.execute("DELETE FROM django_migrations WHERE app = 'federation' AND name = '0010_long_tables'")
    done = manage(between, "migrate")
    assert done.returncode == 1
    assert "This database was made by an earlier version: it lacks federation.0010_long_tables." in done.stderr
    assert "Install version 0.1.0" in done.stderr


class Earlier(NamedTuple):
    """Lists of an earlier version: the first digits of their digests, and the pools that are still calculated alike."""

    digests: dict[str, tuple[str, ...]]
    calculated: set[str]
    not_revised: set[str]


ELO_AND_GLICKO = {
    "elo": ("c6ca14b2", "b4256a99", "94432e53"),
    "glicko": ("6066fd5b", "c0a01e17"),
}
EARLIER_LISTS = {
    "21_november": Earlier(
        {
            "cote": ("08c27ee0", "47645f46"),
            "elo": ("5caa1493", "2aef94e0", "11406c0e"),
            "glicko": ("9553dc35", "96e81b59"),
            "go": ("a3b5e43f", "5aeed543"),
        },
        calculated={"elo"},
        not_revised={"elo", "glicko"},
    ),
    "22_november": Earlier(
        {"cote": ("a903c4ae", "c7f1b9df"), **ELO_AND_GLICKO, "go": ("8f22afb8", "f309c650")},
        calculated={"cote", "elo", "glicko"},
        not_revised={"elo", "glicko"},
    ),
    "version_0_2_0": Earlier(
        {"cote": ("aa1d40c5", "e8fd93fd"), **ELO_AND_GLICKO, "go": ("8299ccd4", "a5fb3e84")},
        calculated={"cote", "elo", "glicko", "go"},
        not_revised={"cote", "elo", "glicko", "go"},
    ),
}
SCHEMA_OF_0_2_0 = {
    "ratings": "0004_no_parts",
    "federation": "0002_mail_preferences",
    "tournaments": "0003_games_digests",
}
OF_EVERY_POOL = """
import json
from ratings.errors import RatingError
from ratings.lists.rating_run import rate_from_zero
from ratings.lists.stale_lists import stale_lists
from ratings.models import RatingPool
from ratings.verification.verify import verify

said = {}
for pool in RatingPool.objects.all():
    found = [verify(each) for each in pool.lists.select_related("pool", "previous").order_by("date")]
    try:
        revised = len(rate_from_zero(pool, found[-1].rating_list.date))
    except RatingError as problem:
        revised = problem.sentence
    said[pool.slug] = {
        "digests": [each.rating_list.digest[:8] for each in found],
        "failed": [[check.code, check.sentences] for each in found for check in each.failed],
        "recalculated": [all(check.code != "earlier" for check in each.checks) for each in found],
        "stale": [str(stale.rating_list) for stale in stale_lists(pool)],
        "revised": revised,
    }
print(json.dumps(said))
"""


@pytest.fixture(scope="module", params=list(EARLIER_LISTS))
def earlier(
    request: pytest.FixtureRequest, manage: Manage, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """Return the name of an earlier version, and the database with its lists after ``migrate``."""
    folder = tmp_path_factory.mktemp("earlier")
    file = old_site(folder)
    if request.param == "version_0_2_0":
        for app, migration in SCHEMA_OF_0_2_0.items():
            assert manage(file, "migrate", app, migration).returncode == 0
    rows_of_lists = (ROOT / "tests" / "data" / f"lists_of_{request.param}.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(file)) as opened:
        names = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            if name.startswith(("federation_", "tournaments_", "ratings_")):
                opened.execute(f"DELETE FROM {name}")
        opened.commit()
        opened.executescript(rows_of_lists)
    done = manage(file, "migrate")
    assert done.returncode == 0, done.stderr
    return request.param, file


def test_lists_of_earlier_versions_verify_and_are_neither_stale_nor_revised(
    manage: Manage, earlier: tuple[str, Path]
) -> None:
    version, file = earlier
    done = manage(file, "shell", "--no-imports", "-c", OF_EVERY_POOL)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    expected = EARLIER_LISTS[version]
    nothing: dict[str, list[str]] = {slug: [] for slug in expected.digests}
    assert {slug: tuple(each["digests"]) for slug, each in found.items()} == expected.digests
    assert {slug: each["failed"] for slug, each in found.items()} == nothing
    assert {slug: each["stale"] for slug, each in found.items()} == nothing
    assert {slug for slug, each in found.items() if all(each["recalculated"])} == expected.calculated
    assert {slug for slug, each in found.items() if not each["revised"]} == expected.not_revised


CHANGES = {
    "games": "UPDATE tournaments_pairing SET white_result = black_result, black_result = white_result",
    "ratings": "UPDATE ratings_rating SET games = games + 1",
    "ledger": "UPDATE ratings_ledgerentry SET half_points = 1 - half_points",
}


def test_changes_behind_lists_of_earlier_versions_are_found(
    manage: Manage, earlier: tuple[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / "site.sqlite3"
    shutil.copy(earlier[1], file)
    with closing(sqlite3.connect(file)) as opened, opened:
        for statement in CHANGES.values():
            opened.execute(statement)
    found = json.loads(manage(file, "shell", "--no-imports", "-c", OF_EVERY_POOL).stdout.splitlines()[-1])
    assert {slug for slug, each in found.items() if dict(each["failed"]).keys() >= CHANGES.keys()} == set(found)
