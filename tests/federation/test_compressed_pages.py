"""federation/compressed_pages.py"""

from __future__ import annotations

import datetime as dt
import gzip

import pytest
from django.test import Client

from tests.ratings import scene

pytestmark = pytest.mark.django_db
TAKES_GZIP = {"accept-encoding": "gzip, br"}


def test_pages_feeds_and_maps_are_compressed_for_who_takes_that(client: Client) -> None:
    scene.tournament(["10001 10002 1-0"], decided_at=dt.datetime(2026, 3, 5, tzinfo=dt.UTC))
    for address in ("/en/", "/en/players/?name=aerts", "/en/no-such-page/", "/en/tournaments.atom", "/sitemap.xml"):
        plain, small = client.get(address), client.get(address, headers=TAKES_GZIP)
        assert (plain.get("Content-Encoding"), small.get("Content-Encoding")) == (None, "gzip")
        assert gzip.decompress(small.content) == plain.content
        assert len(small.content) == int(small["Content-Length"]) < len(plain.content)
        assert "Accept-Encoding" in plain["Vary"]


def test_a_file_is_sent_as_its_digest_says(client: Client) -> None:
    rating_list = scene.starting_list(scene.pool())
    file = client.get(f"/lists/elo/{rating_list.month_slug}/list.json", headers=TAKES_GZIP)
    assert (file.status_code, file.get("Content-Encoding"), file.json()["pool"]) == (200, None, "elo")
