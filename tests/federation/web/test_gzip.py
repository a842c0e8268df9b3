"""federation/web/gzip.py"""

from __future__ import annotations

import datetime as dt
import gzip

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from federation.web.gzip import PageGZipMiddleware
from tests.ratings import scene

pytestmark = pytest.mark.django_db
TAKES_GZIP = {"accept-encoding": "gzip, br"}


def test_pages_feeds_and_maps_are_compressed_on_request(client: Client) -> None:
    scene.tournament(["10001 10002 1-0"], decided_at=dt.datetime(2026, 3, 5, tzinfo=dt.UTC))
    for address in ("/en/", "/en/players/?name=aerts", "/en/no-such-page/", "/en/tournaments.atom", "/sitemap.xml"):
        plain, small = client.get(address), client.get(address, headers=TAKES_GZIP)
        assert (plain.get("Content-Encoding"), small.get("Content-Encoding")) == (None, "gzip")
        assert gzip.decompress(small.content) == plain.content
        assert len(small.content) == int(small["Content-Length"]) < len(plain.content)
        assert "Accept-Encoding" in plain["Vary"]


@pytest.mark.parametrize("kind", ["application/xml", "text/html", "text/csv"])
def test_a_file_is_sent_as_its_digest_says(kind: str) -> None:
    file = HttpResponse(b"<a/>" * 100, content_type=kind, headers={"Repr-Digest": "sha-256=:...:"})
    sent = PageGZipMiddleware(lambda _request: file)(RequestFactory().get("/", headers=TAKES_GZIP))
    assert (sent.get("Content-Encoding"), sent.content) == (None, b"<a/>" * 100)
