"""federation/web/no_store.py"""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import cast

pytestmark = pytest.mark.django_db


def caching(page: HttpResponse) -> set[str]:
    return set(filter(None, page.get("Cache-Control", "").split(", ")))


@pytest.mark.parametrize("address", ["/my-club/", "/my-club/upload/", "/players/", "/nl/", "/no-such-page/"])
def test_pages_of_logged_in_users_are_not_cached(client: Client, address: str) -> None:
    client.force_login(cast.secretary())
    assert {"private", "no-store"} <= caching(client.get(address))


def test_public_pages_may_be_cached(client: Client) -> None:
    assert caching(client.get("/players/")) == set()


def test_after_the_logout_pages_are_those_of_anyone(client: Client) -> None:
    client.force_login(cast.secretary())
    assert "no-store" in caching(client.post("/logout/"))
    assert caching(client.get("/players/")) == set()
