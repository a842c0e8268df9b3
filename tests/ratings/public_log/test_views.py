"""The page and the files of the public log."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import LogEntry
from ratings.public_log import files
from ratings.public_log.append import append_news
from tests import cast
from tests.ratings import scene
from tournaments.corrections.correct import correct_date
from tournaments.models import Pairing

pytestmark = pytest.mark.django_db


def grown() -> None:
    publish(rate(scene.spring_pool(), scene.LIST))
    append_news()
    files.publish()


def test_the_page_of_an_empty_log_says_so(client: Client) -> None:
    assert "The log is still empty." in client.get("/en/log/").content.decode()


def test_the_page_links_lists_and_shows_checkpoint_and_key(client: Client) -> None:
    grown()
    page = client.get("/en/log/").content.decode()
    assert '<a href="/en/lists/elo/2026-07/?revision=0">Elo, 1 July 2026</a>' in page
    assert files.latest().root.hex() in page
    assert files.key().replace("+", "&#x2B;") in page or files.key() in page


@pytest.mark.parametrize("lists", [1, 3])
def test_the_page_asks_three_queries(client: Client, django_assert_num_queries: object, lists: int) -> None:
    grown()
    LogEntry.objects.filter(number__gte=lists).delete()
    with django_assert_num_queries(3):
        client.get("/en/log/")


@pytest.mark.parametrize(
    ("path", "caching"),
    [("checkpoint", "public, no-cache"), ("key", "public, no-cache"), ("monitor.py", "public, no-cache"),
     ("tile/0/000.p/3", "public, no-cache"), ("tile/entries/000.p/3", "public, no-cache")],
)  # fmt: skip
def test_files_are_served_as_they_lie(client: Client, path: str, caching: str) -> None:
    grown()
    answer = client.get(f"/log/{path}")
    assert (answer.status_code, answer["Cache-Control"]) == (200, caching)
    assert b"".join(answer.streaming_content)


@pytest.mark.parametrize("path", ["tile/0/001", ".lock", "../keys/public_log.pem", "tile/x/000", "witnessed/../key"])
def test_nothing_else_is_served(client: Client, path: str) -> None:
    grown()
    assert client.get(f"/log/{path}").status_code == 404


@pytest.mark.long
def test_an_entry_of_a_correction_opens_its_commitment(client: Client) -> None:
    grown()
    pairing = Pairing.objects.order_by("pk")[0]
    correct_date(pairing, dt.date(2026, 3, 2), cast.rating_officer(), "Typing error")
    append_news()
    facts = client.get(f"/log/entries/{LogEntry.objects.count() - 1}.json").json()
    assert (facts["matches"], facts["opening"]["reason"]) == (True, "Typing error")


def test_an_unknown_entry_is_not_found(client: Client) -> None:
    assert client.get("/log/entries/7.json").status_code == 404
