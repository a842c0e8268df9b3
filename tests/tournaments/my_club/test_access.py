"""Who may see which of the club's pages, and who may press which button."""

import datetime as dt

import pytest
from django.urls import reverse

from tests import cast
from tests.tournaments import events
from tournaments import urls

pytestmark = pytest.mark.django_db

ROLES = {
    "nobody": None,
    "stranger": cast.stranger,
    "secretary": lambda: cast.secretary(101),
    "neighbour": lambda: cast.secretary(201),
    "viewer": cast.viewer,
    "registrar": cast.membership_officer,
    "officer": cast.rating_officer,
    "admin": cast.administrator,
}
LOGIN, OK, FORBIDDEN, MISSING = "login", 200, 403, 404
# page: the answer to each of the roles above, in their order
PAGES = {
    "my_club": [LOGIN, OK, OK, OK, OK, OK, OK, OK],
    "send": [LOGIN, FORBIDDEN, OK, OK, FORBIDDEN, FORBIDDEN, OK, OK],
    "upload": [LOGIN, MISSING, OK, MISSING, MISSING, MISSING, OK, OK],
    "my_club_tournament": [LOGIN, MISSING, OK, MISSING, MISSING, MISSING, OK, OK],
    "tournament_settings": [LOGIN, MISSING, OK, MISSING, MISSING, MISSING, OK, OK],
    "tournament_results": [LOGIN, MISSING, OK, MISSING, MISSING, MISSING, OK, OK],
    "participant": [LOGIN, MISSING, OK, MISSING, MISSING, MISSING, OK, OK],
    "receipt": [OK, OK, OK, OK, OK, OK, OK, OK],
}
# what is posted: page, form, and the answers; a button that works leads on (302)
DONE = 302
POSTS = {
    "fix": ("fix", {"verb": "match_again"}, [LOGIN, MISSING, DONE, MISSING, MISSING, MISSING, DONE, DONE]),
    "submit": ("decide", {"verb": "submit"}, [LOGIN, MISSING, DONE, MISSING, MISSING, MISSING, DONE, DONE]),
    "accept": ("decide", {"verb": "accept"}, [LOGIN, MISSING, FORBIDDEN, MISSING, MISSING, MISSING, DONE, DONE]),
    "reject": ("decide", {"verb": "reject"}, [LOGIN, MISSING, FORBIDDEN, MISSING, MISSING, MISSING, DONE, DONE]),
    "submit all": ("submit_upload", {}, [LOGIN, MISSING, DONE, MISSING, MISSING, MISSING, DONE, DONE]),
    "delete": ("discard", {}, [LOGIN, MISSING, DONE, MISSING, MISSING, MISSING, DONE, DONE]),
    "dismissed": ("dismiss", {}, [LOGIN, MISSING, DONE, MISSING, MISSING, MISSING, DONE, DONE]),
    "read again": ("read_upload", {}, [LOGIN, MISSING, DONE, MISSING, MISSING, MISSING, DONE, DONE]),
}


def address(page, tournament):
    match page:
        case "my_club" | "send":
            return reverse(page)
        case "upload" | "receipt" | "submit_upload" | "read_upload" | "dismiss":
            return reverse(page, args=[tournament.upload.receipt])
        case "participant":
            return reverse(page, args=[tournament.pk, tournament.participants.first().pk])
        case _:
            return reverse(page, args=[tournament.pk])


def answer(response):
    is_led = response.status_code == 302 and response.headers["Location"].startswith(reverse("login"))
    is_asked = bool(response.context and response.context.get("logged_out"))  # with what the user sent
    return LOGIN if is_led or is_asked else response.status_code


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_pages_open_for_permitted_roles(client, page):
    tournament = events.tournament()
    found = []
    for make in ROLES.values():
        client.logout() if make is None else client.force_login(make())
        found.append(answer(client.get(address(page, tournament))))
    assert found == PAGES[page]


@pytest.mark.long
@pytest.mark.parametrize("post", POSTS)
def test_buttons_work_for_permitted_roles(client, post):
    page, form, answers = POSTS[post]
    found = []
    for make in ROLES.values():
        client.logout() if make is None else client.force_login(make())
        found.append(answer(client.post(address(page, events.tournament()), form)))
    assert found == answers


@pytest.mark.parametrize("page", ["fix", "decide", "discard", "submit_upload", "read_upload", "dismiss"])
def test_buttons_do_not_answer_to_get(secretary, page):
    assert secretary.get(address(page, events.tournament())).status_code == 405


def test_a_role_that_has_ended_opens_nothing(client):
    user = cast.secretary(101)
    user.offices.update(start=dt.date(2020, 1, 1), end=dt.date(2020, 12, 31))
    client.force_login(user)
    tournament = events.tournament()
    assert client.get(address("my_club_tournament", tournament)).status_code == 404


LARGE = 10**25  # no column of a database holds so large a number
PAGES_OF_ONE = [*urls.public_pages[1:], *urls.my_club_tournament_pages, *urls.event_pages]


@pytest.mark.parametrize("page", PAGES_OF_ONE, ids=lambda page: page.name)
def test_a_number_that_no_tournament_can_have_leads_nowhere(client, page):
    client.force_login(cast.administrator())
    parts = {name: "report.trf" if name == "name" else LARGE for name in page.pattern.converters}
    where = reverse(page.name, kwargs={"pk": LARGE} | parts)
    assert {client.get(where).status_code, client.post(where).status_code} <= {404, 405}
