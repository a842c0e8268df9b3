"""The page on which a club makes and revokes tokens for programs."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from federation.api import tokens
from federation.audit import sealing
from federation.models import ApiToken, AuditEntry
from tests import cast

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_token_is_shown_once_and_revoked_for_good(client: Client) -> None:
    club, secretary = cast.club(), cast.secretary()
    client.force_login(secretary)
    address = f"/en/my-club/clubs/{club.pk}/tokens/"
    scopes = ["tournaments:send"]
    made = client.post(address, {"name": "web site", "scopes": scopes})
    [text] = re.findall(r"<code>(cl_[\w-]+)</code>", made.content.decode())
    found = tokens.find(text)
    assert (found.club, found.account, found.name, found.scopes) == (club, secretary, "web site", scopes)
    page = client.get(address)
    assert text not in page.content.decode()
    assert "web site" in page.content.decode()
    assert "no-store" in made["Cache-Control"]
    assert text not in str(ApiToken.objects.values().get())
    client.post(f"{address}{found.pk}/revoke/")
    assert tokens.find(text) is None
    assert client.post(f"{address}{found.pk}/revoke/").status_code == 404
    sealing.seal()
    kept = AuditEntry.objects.filter(kind="token").order_by("pk")
    assert [each.act for each in kept] == ["create", "change", "change"]


def test_the_form_asks_for_a_name_and_a_permission(client: Client) -> None:
    client.force_login(cast.secretary())
    client.post(f"/en/my-club/clubs/{cast.club().pk}/tokens/", {"name": "", "scopes": []})
    client.post(f"/en/my-club/clubs/{cast.club().pk}/tokens/", {"name": "x", "scopes": ["everything"]})
    assert not ApiToken.objects.exists()
