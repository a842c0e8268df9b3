"""The privacy page for players."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import pages

pytestmark = pytest.mark.django_db


def test_every_page_links_to_the_privacy_page(client: Client) -> None:
    for start in ("/en/", "/en/no-such-page/"):
        assert '<a href="/en/privacy/">' in client.get(start).text


@pytest.mark.parametrize(
    ("contact", "link"),
    [
        ("mailto:office@example.org", '<a href="mailto:office@example.org">office@example.org</a>'),
        ("https://example.org/contact", '<a href="https://example.org/contact">https://example.org/contact</a>'),
        ("", "The office of Classement, or your club."),
    ],
)
def test_the_privacy_page_names_the_contact(client: Client, settings, contact: str, link: str) -> None:
    settings.CONTACT = contact
    page = client.get("/en/privacy/")
    assert link in page.text
    assert "Your data" in pages.text(page)
