"""federation/web/language: the home page in the reader's language, and the switch that remembers it."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from federation.accounts import mail
from federation.web.language import lead_home
from tests import cast

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"


def led_to(client: Client, address: str = "/", **headers: str) -> str | None:
    """Return where the address redirects; None if it shows a page."""
    answer = client.get(address, headers={name.replace("_", "-"): value for name, value in headers.items()})
    return answer.get("Location")


@pytest.mark.parametrize(
    ("wanted", "address"),
    [
        ("nl-BE,nl;q=0.9,en;q=0.5", "/nl/"),
        ("de", "/de/"),
        ("en-GB,en;q=0.9", "/en/"),
        ("it,de;q=0.5,fr;q=0.3", "/de/"),
        ("fr-BE,nl;q=0.9", None),
        ("it", None),
        ("*", None),
        ("nl;q=none", None),
        ("", None),
    ],
)
def test_the_home_page_leads_to_the_language_of_the_browser(client: Client, wanted: str, address: str | None) -> None:
    assert led_to(client, user_agent=FIREFOX, accept_language=wanted) == address


def test_the_language_of_the_site_is_that_of_its_setting(settings: LazySettings) -> None:
    settings.LANGUAGE_CODE = "nl"
    answers = [
        lead_home(lambda _request: HttpResponse())(RequestFactory().get("/", headers={"accept-language": wanted}))
        for wanted in ("nl", "fr")
    ]
    assert [answer.get("Location") for answer in answers] == [None, "/fr/"]


def test_the_redirect_keeps_the_query(client: Client) -> None:
    assert led_to(client, "/?utm_source=x&a=%22", accept_language="nl") == "/nl/?utm_source=x&a=%22"


@pytest.mark.parametrize("address", ["/players/", "/nl/", "/en/clubs/", "/robots.txt"])
def test_other_addresses_do_not_redirect(client: Client, address: str) -> None:
    client.cookies["language"] = "de"
    answer = client.get(address, headers={"accept-language": "de"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "robot", [GOOGLEBOT, "facebookexternalhit/1.1", "WhatsApp/2.23.20.0", "Slackbot-LinkExpanding 1.0", "TelegramBot"]
)
def test_search_engines_and_previews_of_links_get_the_language_of_the_site(client: Client, robot: str) -> None:
    assert led_to(client, user_agent=robot, accept_language="en") is None


def test_internal_links_to_the_home_page_do_not_redirect(client: Client) -> None:
    assert led_to(client, accept_language="nl", referer="http://testserver/players/") is None
    assert led_to(client, accept_language="nl", referer="https://www.google.com/") == "/nl/"


def test_shared_caches_store_neither_page_nor_redirect(client: Client) -> None:
    for wanted in ("fr", "nl"):
        answer = client.get("/", headers={"accept-language": wanted})
        assert "private" in answer["Cache-Control"]
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))


def test_the_home_page_of_a_logged_in_user_stays_in_no_cache(client: Client) -> None:
    client.cookies["sessionid"] = "x"
    assert "no-store" in client.get("/")["Cache-Control"]


def test_the_switch_leads_to_the_page_and_is_remembered(client: Client) -> None:
    assert led_to(client, "/language/nl/players/?name=M%C3%BC&page=2") == "/nl/players/?name=M%C3%BC&page=2"
    assert led_to(client, accept_language="de") == "/nl/"
    assert led_to(client, "/language/fr/") == "/"
    assert led_to(client, accept_language="de") is None
    cookie = client.cookies["language"]
    assert (cookie["max-age"], cookie["samesite"], cookie["httponly"], cookie["path"]) == (31536000, "Lax", True, "/")


@pytest.mark.parametrize(
    ("page", "address"),
    [("//other.example/", "/other.example/"), ("/%5Cother.example/", "/%5Cother.example/"), ("/a%3F%25/", "/a%3F%25/")],
)
def test_the_switch_leads_to_no_other_site(client: Client, page: str, address: str) -> None:
    assert led_to(client, f"/language/fr{page}") == address


def test_a_language_that_the_site_does_not_have_is_not_found(client: Client) -> None:
    assert client.get("/language/it/").status_code == 404
    assert not client.cookies


def test_the_links_of_the_switch_go_through_it(client: Client) -> None:
    page = client.get("/nl/players/?name=a&page=2").text
    assert '<a href="/language/fr/players/?name=a&amp;page=2" lang="fr" hreflang="fr" rel="nofollow">' in page


def test_an_account_chooses_the_language_of_its_pages_and_mails(client: Client, with_mail: None) -> None:
    user = cast.secretary()
    user.set_password("correct horse battery")
    user.save()
    client.force_login(user)
    answer = client.post("/en/account/", {"language": "nl"})
    assert (answer.url, answer.cookies["language"].value, mail.language_of(user)) == ("/nl/account/", "nl", "nl")
    client.logout()
    sent = {"username": user.username, "password": "correct horse battery"}
    assert client.post("/en/login/?next=/en/my-club/", sent).url.startswith("/nl/")
    mail.remember_language(user, "de")
    assert mail.language_of(user) == "nl"
    client.force_login(user)
    client.post("/de/account/", {"language": ""})
    assert (mail.language_of(user), mail.chosen_language(user)) == ("de", "")
