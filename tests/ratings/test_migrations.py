"""A site that exists keeps its lists when it is updated."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ratings.lists.verification import verify
from ratings.models import RatingList
from ratings.storage import parts, rows
from ratings.systems.period import Kind, Status
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db(transaction=True)
ROWS = [("ratings", "0003_last_minute")]


@pytest.fixture
def made() -> Iterator[RatingList]:
    yield published.spring_list()
    update()


def update() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def test_rows_become_parts(made: RatingList) -> None:
    lists = [made.previous, made]
    lines = [line for each in lists for line in rows.ratings(each, parts.read_ratings(each))]
    entries = {each.pk: rows.entries(parts.read_ledger(each)) for each in lists}
    apps = MigrationExecutor(connection).migrate(ROWS).apps
    rating, entry = apps.get_model("ratings", "Rating"), apps.get_model("ratings", "LedgerEntry")
    columns = [field.attname for field in rating._meta.concrete_fields]
    rating.objects.bulk_create(rating(**{name: getattr(line, name) for name in columns}) for line in lines)
    columns = [field.attname for field in entry._meta.concrete_fields if field.name != "list"]
    entry.objects.bulk_create(
        entry(list_id=pk, **{name: getattr(each, name) for name in columns})
        for pk, ledger in entries.items()
        for each in ledger
    )
    update()
    assert all(verify(each).passed for each in lists)
    assert rows.entries(parts.read_ledger(made)) == entries[made.pk]
    assert {each.kind for each in entries[made.pk]} >= {Kind.GAME, Kind.NOT_COUNTED}
    line = scene.line(made, 10009)
    assert (line.status, line.rating, line.last_played) == (Status.UNRATED, None, dt.date(2026, 3, 3))


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite compresses nothing")
def test_postgresql_does_not_try_to_compress_parts() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT attname, attstorage FROM pg_attribute WHERE attrelid = 'ratings_listpart'::regclass")
        storage = dict(cursor.fetchall())
    assert (storage["lines"], storage["entries"]) == ("e", "e")
