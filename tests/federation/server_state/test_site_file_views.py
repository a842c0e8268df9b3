"""federation/server_state/site_file_views.py"""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone


@pytest.mark.django_db
def test_phones_learn_name_and_icons_of_the_site(client: Client) -> None:
    facts = json.loads(client.get("/manifest.webmanifest").text)
    assert (facts["name"], facts["start_url"]) == ("Classement", "/")
    assert [icon["sizes"] for icon in facts["icons"]] == ["any", "180x180"]
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/en/").text


def test_vulnerabilities_are_reported_to_the_contact_of_the_site(client: Client, settings: LazySettings) -> None:
    lines = dict(line.split(": ", 1) for line in client.get("/.well-known/security.txt").text.splitlines()[1:])
    assert lines["Contact"] == "http://testserver/privacy/"
    assert (
        dt.timedelta(days=179) < dt.datetime.fromisoformat(lines["Expires"]) - timezone.now() < dt.timedelta(days=365)
    )
    settings.CONTACT = "mailto:office@example.org"
    assert "Contact: mailto:office@example.org" in client.get("/.well-known/security.txt").text


def test_a_password_manager_finds_the_page_that_changes_the_password(client: Client) -> None:
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/account/password/")
