"""Addresses of a tournament that was deleted because it updated another one."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests import cast
from tests.tournaments import events
from tournaments.models import Tournament
from tournaments.my_club import tournament_views
from tournaments.updates.apply import apply_update

pytestmark = pytest.mark.django_db

GOES_ON = "That tournament was updated from a file; it continues here."
NOT_DONE = "What you sent was meant for its old page and was not saved."


@pytest.fixture
def gone():
    """Return the id of the tournament that was sent later, and the tournament that is here."""
    stored, sent = events.tournament(), events.tournament()
    pk = sent.pk
    apply_update(stored, Tournament.objects.get(pk=pk), None)
    return pk, stored


@pytest.mark.long
def test_every_page_of_a_replaced_tournament_redirects_to_the_updated_one(client, gone):
    pk, stored = gone
    client.force_login(cast.secretary(101))
    for name, further in {
        "my_club_tournament": [],
        "tournament_settings": [],
        "tournament_results": [],
        "tournament_tie_breaks": [],
        "participant": [1],
        "update_from": [stored.pk],
        "my_club_file": ["trf16.trf"],
        "event": [],
        "event_players": [],
        "event_round": [1],
    }.items():
        response = client.get(reverse(name, args=[pk, *further]))
        assert (name, response.headers.get("Location")) == (name, reverse("my_club_tournament", args=[stored.pk]))
        assert [str(message) for message in get_messages(response.wsgi_request)] == [GOES_ON]
        client.get(response.headers["Location"])  # which shows the sentence


@pytest.mark.long
def test_forms_sent_to_a_replaced_tournament_do_nothing(client, gone):
    pk, stored = gone
    client.force_login(cast.secretary(101))
    response = client.post(reverse("decide", args=[pk]), {"verb": "submit"}, follow=True)
    assert [str(message) for message in response.context["messages"]] == [GOES_ON, NOT_DONE]
    stored.refresh_from_db()
    assert stored.stage == "read"


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "sent"),
    [("decide", {"verb": "reopen"}), ("discard", {}), ("fix", {"verb": "match_again"})],
)
def test_a_form_sent_during_an_update_does_nothing(client, monkeypatch, page, sent):
    stored, later = events.tournament(), events.tournament()
    shown = Tournament.objects.get(pk=later.pk)
    apply_update(stored, Tournament.objects.get(pk=later.pk), None)
    monkeypatch.setattr(tournament_views, "_mine", lambda _request, _pk: shown)
    client.force_login(cast.secretary(101))
    response = client.post(reverse(page, args=[shown.pk]), sent)
    assert response.headers["Location"] == reverse("my_club_tournament", args=[stored.pk])
    assert [str(message) for message in get_messages(response.wsgi_request)] == [GOES_ON, NOT_DONE]


def test_a_button_for_a_deleted_participant_is_not_found(client, monkeypatch):
    tournament = events.tournament()
    shown = tournament.participants.get(number=4)
    tournament.participants.filter(pk=shown.pk).delete()
    monkeypatch.setattr(tournament_views, "_participant", lambda _request, _tournament: shown)
    client.force_login(cast.secretary(101))
    assert client.post(reverse("fix", args=[tournament.pk]), {"verb": "irregular"}).status_code == 404


@pytest.mark.long
def test_a_comparison_with_a_replaced_tournament_redirects(client, gone):
    pk, stored = gone
    client.force_login(cast.secretary(101))
    response = client.get(reverse("update_from", args=[events.tournament().pk, pk]))
    assert response.headers["Location"] == reverse("my_club_tournament", args=[stored.pk])


def test_a_replaced_tournament_is_not_found_without_permission(client, gone):
    client.force_login(cast.secretary(201))
    assert client.get(reverse("tournament_settings", args=[gone[0]])).status_code == 404


@pytest.mark.long
def test_a_club_cannot_update_from_a_submitted_tournament(secretary):
    stored, sent = events.tournament(), events.tournament()
    Tournament.objects.filter(pk=sent.pk).update(stage="submitted")
    address = reverse("update_from", args=[sent.pk, stored.pk])
    assert secretary.post(address).context["may_renew"] is False
    assert Tournament.objects.count() == 2
    secretary.force_login(cast.rating_officer())
    secretary.post(address)
    assert list(Tournament.objects.all()) == [stored]
