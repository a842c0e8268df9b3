"""The archive of open data: what it holds is what its description says, and nobody's name."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import zipfile

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from ratings.open_data import nightly, snapshot
from tests import cast
from tests.ratings import published

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 7, 2)


def files(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_the_archive_describes_its_columns_and_their_keys(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    published.spring_list()
    with django_assert_num_queries(4):
        found = files(snapshot.archive(DAY))
    package = json.loads(found["datapackage.json"])
    assert package["licenses"][0]["name"] == "CC-BY-4.0"
    kept: dict[tuple[str, str], set[str]] = {}
    for resource in package["resources"]:
        rows = list(csv.DictReader(io.StringIO(found[resource["path"]])))
        schema = resource["schema"]
        assert rows
        assert list(rows[0]) == [each["name"] for each in schema["fields"]]
        keys = [tuple(row[name] for name in schema["primaryKey"]) for row in rows]
        assert len(set(keys)) == len(keys)
        for key in schema["foreignKeys"]:
            there = kept[key["reference"]["resource"], key["fields"]]
            assert {row[key["fields"]] for row in rows} <= there
        kept |= {(resource["name"], name): {row[name] for row in rows} for name in rows[0]}


def test_the_archive_has_the_ratings_and_games_of_members_by_number() -> None:
    published.spring_list()
    found = files(snapshot.archive(DAY))
    ratings = list(csv.DictReader(io.StringIO(found["ratings.csv"])))
    assert [row["rating"] for row in ratings if row["member"] == "10006"] == ["1420", "1445"]
    games = list(csv.DictReader(io.StringIO(found["games.csv"])))
    assert [games[0][name] for name in ("white", "black", "white_result", "date")] == [
        "10001",
        "10002",
        "1",
        "2026-03-01",
    ]
    said = "".join(found.values())
    assert [person[0] for person in cast.PEOPLE.values() if person[0] in said] == []


def test_the_archive_is_sent_once_it_was_written(client: Client, settings: LazySettings, tmp_path: object) -> None:
    settings.MEDIA_ROOT = tmp_path
    published.spring_list()
    assert client.get("/open-data.zip").status_code == 404
    sizes = [nightly.write(), nightly.write()]
    sent = client.get("/open-data.zip")
    assert len(sent.getvalue()) == sizes[1]
    assert sent["Access-Control-Allow-Origin"] == "*"
    assert len(list((tmp_path / "open_data").iterdir())) == 2  # CSV and Parquet


def test_without_a_licence_the_archive_says_whom_to_ask(settings: LazySettings) -> None:
    published.spring_list()
    settings.FEDERATION_PROFILE = "xx-demo"
    found = files(snapshot.archive(DAY))
    assert json.loads(found["datapackage.json"])["licenses"] == []
    assert "names no licence: ask the federation before you publish the data again." in found["README.txt"]
