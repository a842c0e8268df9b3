"""The page on which players read what is shown of them, and whom to ask."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import pages

pytestmark = pytest.mark.django_db


def test_every_page_leads_to_what_is_shown_of_a_player(client: Client) -> None:
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
def test_a_player_reads_whom_to_ask(client: Client, settings, contact: str, link: str) -> None:
    settings.CONTACT = contact
    page = client.get("/en/privacy/")
    assert link in page.text
    assert "Your data" in pages.text(page)
