"""tournaments/old_address_views.py: bookmarks, mails and open forms with old addresses of pages."""

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import translation

from tests import cast
from tests.tournaments import events

RENAMED = {
    "room/": "my-club/",
    "room/?stage=read&page=2": "my-club/?stage=read&page=2",
    "room/upload/": "my-club/upload/",
    "room/uploads/abc12/?sent": "my-club/uploads/abc12/?sent",
    "room/uploads/abc12/put-away/": "my-club/uploads/abc12/dismiss/",
    "room/tournaments/7/": "my-club/tournaments/7/",
    "room/tournaments/7/mend/": "my-club/tournaments/7/fix/",
    "room/tournaments/7/move/": "my-club/tournaments/7/decide/",
    "room/tournaments/7/foreseen/": "my-club/tournaments/7/rating-impact/",
    "room/tournaments/7/renew/5/": "my-club/tournaments/7/update-from/5/",
    "room/tournaments/7/rounds/": "my-club/tournaments/7/add-rounds/",
    "room/tournaments/7/files/trf16.trf": "my-club/tournaments/7/files/trf16.trf",
    "room/live/new/": "my-club/events/new/",
    "room/live/7/": "my-club/events/7/",
    "room/live/7/rounds/": "my-club/events/7/rounds/",
    "room/live/7/unpair/": "my-club/events/7/undo-pairing/",
    "room/live/7/rounds/2/by-hand/": "my-club/events/7/rounds/2/pairings/edit/",
    "room/live/7/rounds/2/part/": "my-club/events/7/rounds/2/remove-board/",
    "room/live/7/ratings/": "my-club/events/7/ratings/",
    "tournaments/7/rating/": "tournaments/7/rating-changes/",
}


@pytest.mark.parametrize("language", ["", "nl/", "de/", "en/"])
def test_an_old_address_redirects_for_good_in_its_language(client: Client, language: str):
    for old, new in RENAMED.items():
        answer = client.get(f"/{language}{old}")
        assert (answer.status_code, answer["Location"]) == (301, f"/{language}{new}")


@pytest.mark.parametrize("new", RENAMED.values())
def test_a_new_address_has_a_page(new: str):
    with translation.override("en"):
        assert resolve(f"/en/{new.partition('?')[0]}").url_name


def test_a_form_sent_to_an_old_address_keeps_its_method():
    client = Client(enforce_csrf_checks=True)  # the new address checks it
    for old, new in RENAMED.items():
        answer = client.post(f"/{old}", {"verb": "submit"})
        assert (answer.status_code, answer["Location"]) == (308, f"/{new}")


@pytest.mark.long
@pytest.mark.django_db
def test_a_form_sent_to_an_old_address_arrives(client: Client):
    tournament = events.tournament()
    address = f"/en/room/tournaments/{tournament.pk}/move/"
    client.force_login(cast.secretary(101))
    answer = client.post(address, {"verb": "submit"}, follow=True)
    page = f"/en/my-club/tournaments/{tournament.pk}/"
    assert answer.redirect_chain == [(f"{page}decide/", 308), (page, 302)]
    tournament.refresh_from_db()
    assert tournament.stage == "league"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/tournaments/7/rating/more/", "/en/rooms/"])
def test_an_address_that_was_never_there_is_not_found(client: Client, address: str):
    assert client.get(address).status_code == 404
