"""LANGUAGE_CODE: the language of addresses without a language."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def languages(client: Client, address: str) -> tuple[str, dict[str, str]]:
    """Return the language of a page, and its addresses in the others."""
    page = client.get(address).text
    links = re.findall(r'<a href="([^"]+)" lang="(\w\w)"', page)
    return re.search(r'<html lang="(\w\w)"', page)[1], {code: client.get(link)["Location"] for link, code in links}


@pytest.mark.parametrize("of_the_site", ["fr", "nl", "de", "en"])
def test_its_addresses_have_no_language_and_the_others_have_theirs(client, settings, of_the_site) -> None:
    settings.LANGUAGE_CODE = of_the_site
    own, links = languages(client, "/players/")
    assert own == of_the_site
    for code in {"fr", "nl", "de", "en"} - {of_the_site}:
        assert links[code] == f"/{code}/players/"
        there, back = languages(client, links[code])
        assert there == code
        assert back[of_the_site] == "/players/"


def test_pages_name_their_languages_to_search_engines(client: Client) -> None:
    links = client.get("/nl/players/?page=2")["Link"].split(", ")
    assert links == [
        '<http://testserver/nl/players/?page=2>; rel="canonical"',
        '<http://testserver/players/?page=2>; rel="alternate"; hreflang="fr"',
        '<http://testserver/nl/players/?page=2>; rel="alternate"; hreflang="nl"',
        '<http://testserver/de/players/?page=2>; rel="alternate"; hreflang="de"',
        '<http://testserver/en/players/?page=2>; rel="alternate"; hreflang="en"',
        '<http://testserver/players/?page=2>; rel="alternate"; hreflang="x-default"',
    ]
    for address in ("/nl/no-such-page/", "/robots.txt", "/lists.atom", f"/players/?page={'x' * 200}"):
        assert not client.get(address).has_header("Link")


@pytest.mark.parametrize(
    ("address", "main"),
    [
        ("/tournaments/?page=2&revision=1", "/tournaments/?revision=1&page=2"),
        ("/tournaments/?sort=name&page=2", "/tournaments/"),
        ("/tournaments/?name=open&revision=0", "/tournaments/?revision=0"),
        ("/en/players/?name=%22%3E&fbclid=x", "/en/players/"),
    ],
)
def test_the_canonical_address_is_the_unsorted_unfiltered_table(client: Client, address: str, main: str) -> None:
    assert client.get(address)["Link"].startswith(f'<http://testserver{main}>; rel="canonical", ')


@pytest.mark.parametrize(
    ("address", "leads_to"),
    [
        ("/fr/", "/"),
        ("/fr/players/?name=M%C3%BCller", "/players/?name=M%C3%BCller"),
        ("/fr//other.example/", None),
        ("/fr/%5Cother.example/", "/%5Cother.example/"),
        ("/fr", "/fr/"),
        ("/it/", None),
    ],
)
def test_an_address_with_the_site_language_redirects(client: Client, address: str, leads_to: str) -> None:
    assert client.get(address).get("Location") == leads_to
