"""Stored pages while the database is away, also in a web server that has not read them before."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from federation.members.hiding import rewrite_public_files
from federation.models import Member
from ratings.models import RatingPool
from ratings.public.rendering import render
from tests import cast
from tests.forms import logged_in, send
from tests.outage import database_away
from tests.ratings import published

pytestmark = pytest.mark.django_db(transaction=True)
LIST = "/en/lists/elo/2026-07/"


@pytest.fixture(autouse=True)
def published_root(settings: LazySettings, tmp_path: Path) -> None:
    """Keep published files in a folder of this test."""
    settings.PUBLISHED_ROOT = tmp_path / "published"


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.long
def test_stored_pages_are_served_while_the_database_is_away(client: Client) -> None:
    render(published.spring_list())
    addresses = [LIST, "/de/lists/elo/2026-07/", "/nl/lists/elo/"]
    before = [client.get(address).content for address in addresses]
    with database_away():
        away = [client.get(address) for address in addresses]
        assert [(answer.status_code, answer.content) for answer in away] == [(200, page) for page in before]
        assert client.get(LIST, headers={"If-None-Match": away[0]["ETag"]}).status_code == 304
        assert client.get("/lists/elo/2026-08/").status_code == 503
        assert client.get("/lists/other/").status_code == 503


@pytest.mark.long
def test_while_the_database_is_away_nobody_is_shown_who_was_hidden(client: Client) -> None:
    render(published.spring_list())
    Member.objects.filter(key=10001).update(hidden=True)
    rewrite_public_files()
    with database_away():
        assert client.get(LIST).status_code == 503


@pytest.mark.long
def test_while_the_database_is_away_a_pool_that_is_no_longer_public_has_no_pages(client: Client) -> None:
    render(rating_list := published.spring_list())
    officer = logged_in(cast.administrator())
    page = officer.get(reverse("admin:ratings_ratingpool_change", args=[rating_list.pool.pk]))
    send(officer, page, {"public": [], "months": ["1", "7"]})
    assert not RatingPool.objects.get().public
    with database_away():
        assert client.get(LIST).status_code == 503
