"""Every page of a club's tournament, as the addresses list them, opened and posted to by every role."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse

from tests import cast
from tests.tournaments import events, played
from tournaments import urls

pytestmark = pytest.mark.django_db

KEPT_OUT: dict[str, Callable[[], User]] = {
    "player": cast.stranger,
    "neighbour": lambda: cast.secretary(201),
    "viewer": cast.viewer,
}
LET_IN: dict[str, Callable[[], User]] = {
    "secretary": lambda: cast.secretary(101),
    "registrar": cast.membership_officer,
    "officer": cast.rating_officer,
    "admin": cast.administrator,
}
PAGES = [*urls.my_club_tournament_pages, *urls.event_pages]


def address(page: URLPattern) -> str:
    """Return the address of the page for a tournament of club 101 that has it."""
    made = events.tournament()
    if page in urls.event_pages:
        made = played.tournament(4)
        played.pair(made, 1)
    known = {
        "number": 1,
        "participant_pk": made.participants.all()[0].pk,
        "other_pk": made.pk,
        "kind": "names",
        "name": "report.trf",
    }
    return reverse(page.name, kwargs={"pk": made.pk} | {part: known[part] for part in page.pattern.converters})


def is_sent_to_login(answer: HttpResponse) -> bool:
    is_led = answer.status_code == 302 and answer.headers["Location"].startswith(reverse("login"))
    return is_led or bool(answer.context and answer.context.get("logged_out"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.pattern) or page.name)
def test_a_page_of_a_clubs_tournament_is_closed_to_everybody_else(client: Client, page: URLPattern) -> None:
    where = address(page)
    opened = client.get(where)
    assert is_sent_to_login(opened) or opened.status_code == 405
    assert is_sent_to_login(client.post(where)) or client.post(where).status_code == 405
    for make in KEPT_OUT.values():
        client.force_login(make())
        assert {client.get(where).status_code, client.post(where).status_code} <= {404, 405}
    for make in LET_IN.values():
        client.force_login(make())
        assert not is_sent_to_login(client.get(where))
        assert client.get(where).status_code != 403


@pytest.mark.parametrize("model", site._registry, ids=lambda model: model._meta.label)
def test_the_admin_is_closed_to_who_is_no_staff(client: Client, model: type) -> None:
    where = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for make in (None, cast.stranger, lambda: cast.secretary(101)):
        client.logout() if make is None else client.force_login(make())
        opened = client.get(where)
        assert (opened.status_code, opened.headers["Location"]) == (302, f"{reverse('admin:login')}?next={where}")
