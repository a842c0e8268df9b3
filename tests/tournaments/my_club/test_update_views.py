"""Addresses of a tournament that is gone because it brought another one up to date."""

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
    """The id of what was sent later, and the tournament that is here."""
    stored, sent = events.tournament(), events.tournament()
    pk = sent.pk
    apply_update(stored, Tournament.objects.get(pk=pk), None)
    return pk, stored


def test_every_page_of_a_tournament_that_is_gone_leads_to_the_one_that_took_over(client, gone):
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


def test_what_was_sent_to_a_page_that_is_gone_is_not_done(client, gone):
    pk, stored = gone
    client.force_login(cast.secretary(101))
    response = client.post(reverse("decide", args=[pk]), {"verb": "submit"}, follow=True)
    assert [str(message) for message in response.context["messages"]] == [GOES_ON, NOT_DONE]
    stored.refresh_from_db()
    assert stored.stage == "read"


@pytest.mark.parametrize(
    ("page", "sent"),
    [("decide", {"verb": "reopen"}), ("discard", {}), ("fix", {"verb": "match_again"})],
)
def test_what_was_sent_while_a_colleague_took_it_over_is_not_done(client, monkeypatch, page, sent):
    stored, later = events.tournament(), events.tournament()
    shown = Tournament.objects.get(pk=later.pk)
    apply_update(stored, Tournament.objects.get(pk=later.pk), None)
    monkeypatch.setattr(tournament_views, "_mine", lambda _request, _pk: shown)
    client.force_login(cast.secretary(101))
    response = client.post(reverse(page, args=[shown.pk]), sent)
    assert response.headers["Location"] == reverse("my_club_tournament", args=[stored.pk])
    assert [str(message) for message in get_messages(response.wsgi_request)] == [GOES_ON, NOT_DONE]


def test_a_button_for_somebody_who_went_while_it_was_pressed_finds_nothing(client, monkeypatch):
    tournament = events.tournament()
    shown = tournament.participants.get(number=4)
    tournament.participants.filter(pk=shown.pk).delete()
    monkeypatch.setattr(tournament_views, "_participant", lambda _request, _tournament: shown)
    client.force_login(cast.secretary(101))
    assert client.post(reverse("fix", args=[tournament.pk]), {"verb": "irregular"}).status_code == 404


def test_a_comparison_with_a_tournament_that_is_gone_leads_to_the_one_that_took_over(client, gone):
    pk, stored = gone
    client.force_login(cast.secretary(101))
    response = client.get(reverse("update_from", args=[events.tournament().pk, pk]))
    assert response.headers["Location"] == reverse("my_club_tournament", args=[stored.pk])


def test_who_may_not_see_the_one_that_took_over_sees_no_page(client, gone):
    client.force_login(cast.secretary(201))
    assert client.get(reverse("tournament_settings", args=[gone[0]])).status_code == 404


def test_a_club_takes_over_nothing_of_a_file_that_it_has_submitted(secretary):
    stored, sent = events.tournament(), events.tournament()
    Tournament.objects.filter(pk=sent.pk).update(stage="submitted")
    address = reverse("update_from", args=[sent.pk, stored.pk])
    assert secretary.post(address).context["may_renew"] is False
    assert Tournament.objects.count() == 2
    secretary.force_login(cast.rating_officer())
    secretary.post(address)
    assert list(Tournament.objects.all()) == [stored]
