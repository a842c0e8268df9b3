"""The answers of /health/ to monitors."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client

from tests.services import Broker

pytestmark = pytest.mark.django_db


def test_a_monitor_beside_the_web_server_reads_ok_by_plain_http_and_by_any_name(settings, client: Client) -> None:
    settings.SECURE_SSL_REDIRECT = True
    said = client.get("/health/", headers={"host": "10.0.0.7:8000"})
    assert (said.status_code, said.text, said["Content-Type"]) == (200, "ok", "text/plain")
    assert "no-store" in said["Cache-Control"]
    assert not said.cookies
    assert client.post("/health/").status_code == 405


def test_it_asks_the_database_once_and_once_for_what_the_apps_report(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(2):
        client.get("/health/")


def test_a_broker_that_is_away_is_named_until_it_is_back(client: Client, broker: Broker) -> None:
    broker.kill()
    said = client.get("/health/")
    assert (said.status_code, said.text) == (503, "broker")
    broker.start()
    assert client.get("/health/").text == "ok"


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_is_named(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", "/nowhere/at/all")
        said = client.get("/health/")
    assert (said.status_code, said.text) == (503, "database")
