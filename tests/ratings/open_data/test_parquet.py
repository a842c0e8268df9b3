"""The open data as Parquet: the values of the CSV files, with types."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import zipfile

import pyarrow as pa
import pytest
from django.conf import LazySettings
from django.test import Client
from pyarrow import parquet
from pytest_django import DjangoAssertNumQueries

from federation.api import views
from federation.files.spreadsheets import safe_cell
from ratings.open_data import nightly, snapshot
from ratings.open_data import parquet as typed
from tests.ratings import published

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 7, 2)
OF_KIND = {"integer": pa.int64(), "string": pa.string(), "date": pa.date32()}


def opened(content: bytes) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(content))


def test_parquet_files_have_every_value_of_the_csv_files_and_the_types_described(
    django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    published.spring_list()
    monkeypatch.setattr(typed, "ROWS", 3)  # several groups of rows
    with django_assert_num_queries(4):
        found = opened(typed.archive(DAY))
    text = opened(snapshot.archive(DAY))
    for resource in json.loads(found.read("datapackage.json"))["resources"]:
        table = parquet.read_table(io.BytesIO(found.read(resource["path"])))
        fields = resource["schema"]["fields"]
        assert {each.name: each.type for each in table.schema} == {
            each["name"]: OF_KIND[each["type"]] for each in fields
        }
        lines = list(csv.reader(io.StringIO(text.read(f"{resource['name']}.csv").decode())))
        rows = [[*row.values()] for row in table.to_pylist()]
        shown = [["" if value is None else str(safe_cell(value)) for value in row] for row in rows]
        assert [table.column_names, *shown] == lines
        assert rows


def test_the_archive_is_offered_where_pyarrow_is_installed(
    client: Client, settings: LazySettings, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.MEDIA_ROOT = tmp_path
    published.spring_list()
    nightly.write()
    sent = client.get("/open-data.parquet.zip")
    assert sorted(opened(sent.getvalue()).namelist()) == [
        "README.txt", "datapackage.json", "games.parquet", "lists.parquet", "ratings.parquet", "tournaments.parquet",
    ]  # fmt: skip
    assert 'href="/open-data.parquet.zip"' in client.get("/en/api/").text
    for module in (nightly, views):
        monkeypatch.setattr(module, "find_spec", lambda _name: None)
    nightly.write()
    assert client.get("/open-data.parquet.zip").status_code == 404
    assert len(list((tmp_path / "open_data").iterdir())) == 1
    page = client.get("/en/api/").text
    assert "open-data.parquet.zip" not in page and "once requirements-parquet.lock is installed on the server" in page
