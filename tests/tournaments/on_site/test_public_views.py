"""What the public sees of tournaments that are being played, and which clubs show them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import cast
from tests.pages import rows, text
from tests.tournaments import events, played
from tournaments.formats.report import Result
from tournaments.models import OnSiteVisibility, Stage, Tournament
from tournaments.on_site import manual_pairing
from tournaments.on_site import tournament as on_site
from tournaments.updates.apply import apply_update

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_running_tournament_is_public_if_the_club_shows_it(client):
    cast.everybody()
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    address = reverse("running_tournament", args=[tournament.pk])
    assert client.get(address).status_code == 404
    client.force_login(cast.secretary())
    client.post(reverse("event_show", args=[tournament.pk]), {"to": "public"})
    client.logout()
    by_id, name = address, Tournament.objects.get(pk=tournament.pk).address
    assert name.endswith("/" + tournament.name.lower().replace(" ", "-"))
    address = reverse("running_tournament", args=name.split("/"))
    assert client.get(by_id).url == address
    assert client.get(reverse("running_round", args=[tournament.pk, 1])).url == f"{address}1/"
    assert client.get(by_id, headers={"HX-Request": "true"})["HX-Redirect"] == address
    shown = client.get(address)
    assert "being played, not yet rated" in text(shown)
    assert [row[1:3] for row in rows(shown)][:1] == [["Aerts, Anna", "*"]]
    Tournament.objects.update(stage=Stage.ACCEPTED)
    assert client.get(address).url == Tournament.objects.get(pk=tournament.pk).page()
    refreshed = client.get(address, headers={"HX-Request": "true"})
    assert (refreshed.status_code, refreshed["HX-Redirect"]) == (200, Tournament.objects.get(pk=tournament.pk).page())
    Tournament.objects.update(stage=Stage.REJECTED)
    assert client.get(address).status_code == 404


@pytest.mark.long
def test_absent_players_are_left_out_and_byes_are_shown(client):
    tournament = played.tournament(4)
    one, other, half, none = tournament.participants.order_by("number")
    on_site.ask_bye(half, 1, Result.HALF_BYE)
    on_site.ask_bye(none, 1, Result.ZERO_BYE)
    manual_pairing.add_board(tournament, 1, one.pk, other.pk)
    on_site.show(tournament, OnSiteVisibility.PUBLIC)
    page = rows(client.get(reverse("running_tournament", args=[tournament.pk]), follow=True))
    boards, standings = page[:2], page[2:]
    assert [row[1:] for row in boards] == [["Aerts, Anna", "*", "Baeten, Bram"], ["Claes, Chloé", "½", "bye"]]
    assert [row[1] for row in standings] == ["Claes, Chloé", "Aerts, Anna", "Baeten, Bram", "Dubois, Didier"]


@pytest.mark.long
def test_the_address_of_one_that_updated_another_one_leads_to_that_one(client):
    stored, sent = events.tournament(), events.tournament()
    Tournament.objects.update(on_site_visibility=OnSiteVisibility.PUBLIC)
    address = reverse("running_tournament", args=[sent.pk])
    apply_update(Tournament.objects.get(pk=stored.pk), Tournament.objects.get(pk=sent.pk), None)
    assert client.get(address).url == reverse("running_tournament", args=[stored.pk])
    Tournament.objects.update(stage=Stage.ACCEPTED, on_site_visibility="")
    assert client.get(address).url == Tournament.objects.get(pk=stored.pk).page()
    Tournament.objects.update(stage=Stage.READ)
    assert client.get(address).status_code == 404


@pytest.mark.long
def test_running_tournaments_are_listed_where_their_clubs_show_them(client):
    cast.everybody()
    hidden, running = played.tournament(4, name="Hidden"), played.tournament(0, name="Evening")
    played.field(running, 4)
    played.pair(running, 1)
    on_site.show(running, OnSiteVisibility.PUBLIC)
    page = client.get(reverse("running_tournaments"))
    assert rows(page) == [["Evening Tour Blanche", "Tour Blanche", "1/3", "4"]]
    assert hidden.name not in text(page)
    Tournament.objects.filter(pk=running.pk).update(stage=Stage.SUBMITTED)
    assert "Evening finished, not yet rated" in text(client.get(reverse("running_tournaments")))
    Tournament.objects.filter(pk=running.pk).update(stage=Stage.ACCEPTED)
    assert "No live tournaments at the moment." in text(client.get(reverse("running_tournaments")))
    assert reverse("running_tournaments") in client.get(reverse("tournament_list")).text


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_running_tournaments_takes_two_queries(client, django_assert_num_queries, count):
    for number in range(count):
        on_site.show(played.tournament(0, name=f"Evening {number}"), OnSiteVisibility.PUBLIC)
    with django_assert_num_queries(2):
        assert len(rows(client.get(reverse("running_tournaments")))) == count
