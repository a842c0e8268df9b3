"""What programs, browsers and search engines expect of a public site, one convention each."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from federation.models import Member
from tests.ratings import published
from tournaments.addresses import give_addresses
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LIST = "/lists/elo/2026-07/"
PLAYER = "/en/players/10001/"


@pytest.fixture
def site(client: Client) -> Client:
    """Return a published list with its files, and the tournament in it."""
    published.rendered_spring_list()
    give_addresses(Tournament.objects.all())
    return client


def text(client: Client, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers, follow=True)
    assert answer.status_code == 200, address
    return answer.getvalue().decode()


def structured(client: Client, address: str) -> dict[str, object]:
    found = re.search(r'<script[^>]*application/ld\+json"[^>]*>(.*?)</script>', text(client, address), re.DOTALL)
    assert found, address
    return json.loads(found[1])


def files_are_stable_and_revalidated(client: Client) -> bool:
    first = client.get(f"{LIST}list.json")
    again = client.get(f"{LIST}list.json", headers={"If-None-Match": first["ETag"]})
    is_open = first["Access-Control-Allow-Origin"] == "*" and first.has_header("Repr-Digest")
    return again.status_code == 304 and is_open and client.get("/lists/elo/latest/list.json").status_code == 200


def players_games_and_tournaments_are_json(client: Client) -> bool:
    event = Tournament.objects.get().pk
    found = (
        "players/10001/",
        "players/10001/history/",
        "players/10001/calculations/elo/2026-07/",
        f"tournaments/{event}/",
    )
    return all(client.get(f"/api/v1/{address}")["Content-Type"] == "application/json" for address in found)


def the_interface_is_described_with_version_and_limits(client: Client) -> bool:
    described = json.loads(text(client, "/api/v1/openapi.json"))
    page = text(client, "/en/api/")
    return described["openapi"].startswith("3.1") and "requests a minute" in page and "/api/v1/" in page


def elo_has_no_deviation(client: Client) -> bool:
    return not re.search(r'"deviation": ?[^n]', text(client, f"{LIST}list.json"))


def pages_name_their_feeds(client: Client) -> bool:
    pages = ("/en/", "/en/lists/", "/en/lists/elo/", "/en/tournaments/", "/en/corrections/", PLAYER, "/en/clubs/101/")
    return all('type="application/atom+xml"' in text(client, page) for page in pages)


def days_are_calendars(client: Client) -> bool:
    event = Tournament.objects.get().pk
    found = ("/calendar.ics", f"/tournaments/{event}/rounds.ics")
    return all(text(client, address).startswith("BEGIN:VCALENDAR") for address in found)


def the_site_map_has_days_of_change(client: Client) -> bool:
    return "<lastmod>" in text(client, "/sitemap.xml") and "<lastmod>" in text(client, "/sitemap-lists.xml")


def robots_keep_off_what_is_for_people(client: Client) -> bool:
    Member.objects.filter(key=10009).update(birth_date=dt.date(2018, 1, 1))
    is_kept_off = 'content="noindex"' in text(client, "/en/players/10009/")
    return is_kept_off and "Disallow: /my-club/" in text(client, "/robots.txt")


def pages_name_their_address_and_languages(client: Client) -> bool:
    links = client.get("/nl/players/")["Link"]
    return all(f'hreflang="{code}"' in links for code in ("fr", "nl", "de", "en", "x-default")) and "canonical" in links


def the_home_page_is_in_the_language_of_the_reader(client: Client) -> bool:
    return 'lang="nl"' in text(client, "/", **{"Accept-Language": "nl"})


def titles_and_descriptions_say_what_a_page_is(client: Client) -> bool:
    page = text(client, "/en/lists/elo/")
    return "<title>Elo rating list, 1 July 2026" in page and "8 players ranked" in page.partition("</head>")[0]


def links_have_a_preview(client: Client) -> bool:
    player, event = text(client, PLAYER), Tournament.objects.get().page()
    has_card = "card.png" in player and "summary_large_image" in player
    return has_card and all('"og:image"' in text(client, page) for page in ("/en/", "/en/clubs/101/", event))


def pages_are_described_to_search_engines(client: Client) -> bool:
    kinds = {LIST: "Dataset", "/en/clubs/101/": "SportsOrganization", Tournament.objects.get().page(): "SportsEvent"}
    is_described = all(structured(client, address)["@type"] == kind for address, kind in kinds.items())
    return is_described and structured(client, PLAYER)["mainEntity"]["@type"] == "Person"


def breadcrumbs_are_marked_up(client: Client) -> bool:
    pages = (LIST, "/en/clubs/101/", Tournament.objects.get().page(), PLAYER)
    return all(structured(client, page)["breadcrumb"]["@type"] == "BreadcrumbList" for page in pages)


def frames_are_allowed_where_they_are_meant(client: Client) -> bool:
    framed = client.get("/en/embed/lists/elo/")
    return "frame-ancestors *" in framed["Content-Security-Policy"] and not framed.has_header("X-Frame-Options")


def known_addresses_answer(client: Client) -> bool:
    found = ("/favicon.ico", "/manifest.webmanifest", "/opensearch.xml", "/.well-known/security.txt")
    return all(client.get(address).status_code in {200, 302} for address in found)


CONVENTIONS: list[Callable[[Client], bool]] = [
    files_are_stable_and_revalidated,
    players_games_and_tournaments_are_json,
    the_interface_is_described_with_version_and_limits,
    elo_has_no_deviation,
    pages_name_their_feeds,
    days_are_calendars,
    the_site_map_has_days_of_change,
    robots_keep_off_what_is_for_people,
    pages_name_their_address_and_languages,
    the_home_page_is_in_the_language_of_the_reader,
    titles_and_descriptions_say_what_a_page_is,
    links_have_a_preview,
    pages_are_described_to_search_engines,
    breadcrumbs_are_marked_up,
    frames_are_allowed_where_they_are_meant,
    known_addresses_answer,
]


@pytest.mark.long
def test_every_convention_is_kept(site: Client) -> None:
    assert [kept.__name__ for kept in CONVENTIONS if not kept(site)] == []
