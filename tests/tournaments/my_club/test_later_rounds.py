"""The pages on which the same bytes bring further rounds, and the old addresses of such uploads."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from federation.background import worker
from tests import cast
from tests.tournaments.updates.test_later_rounds import WHY, codes, file, read, rounds
from tournaments.intake import receive
from tournaments.models import Stage, Tournament, Upload
from tournaments.review import decisions, edits
from tournaments.updates import apply as updates

pytestmark = pytest.mark.django_db


def room_page(tournament):
    return reverse("my_club_tournament", args=[tournament.pk])


def send(client, last):
    sent = {"files": [SimpleUploadedFile("games.csv", file())], "club": cast.club().pk, "last_round": last}
    return client.post(reverse("send"), sent)


@pytest.mark.long
def test_a_secretary_sends_the_same_file_with_a_round_more_and_confirms(secretary):
    stored = read(None, 1)
    following = send(secretary, 3).headers["Location"]
    worker.run(Upload.objects.first().job_id)
    sent = Tournament.objects.latest("pk")
    page = reverse("update_from", args=[sent.pk, stored.pk])
    assert secretary.get(following).headers["Location"] == page
    text = secretary.get(page).text
    assert "The file games.csv is already here, with other rounds of this event." in text
    assert "Rounds added" in text
    assert secretary.post(page).headers["Location"] == room_page(stored)
    assert rounds(stored) == [1, 1, 2, 2, 3, 3]


@pytest.mark.long
def test_after_acceptance_the_secretary_submits_and_the_federation_updates(secretary):
    stored = read(None, 1)
    decisions.accept(stored, None)
    sent = read(None, 3)
    page = reverse("update_from", args=[sent.pk, stored.pk])
    assert reverse("decide", args=[sent.pk]) in secretary.get(page).text
    secretary.post(reverse("decide", args=[sent.pk]), {"verb": "submit"})
    sent.refresh_from_db()
    assert sent.stage == Stage.WITH_LEAGUE
    assert "The file is submitted; the federation can see these changes." in secretary.get(page).text
    secretary.force_login(cast.rating_officer())
    secretary.post(page, {"reason": WHY})
    assert rounds(stored) == [1, 1, 2, 2, 3, 3]


@pytest.mark.long
def test_further_rounds_are_taken_in_from_the_page_of_the_tournament(secretary):
    stored = read(None, 1)
    assert "Only some rounds of the file games.csv have been added: 1." in secretary.get(room_page(stored)).text
    address = reverse("add_rounds", args=[stored.pk])
    response = secretary.post(address, {"first_round": "", "last_round": "2"})
    upload = Upload.objects.first()
    assert response.headers["Location"] == reverse("upload", args=[upload.receipt]) + "?sent"
    assert (upload.first_round, upload.last_round, upload.uploaded_by.username) == (None, 2, "secretary101")
    worker.run(upload.job_id)
    assert upload.tournaments.get().pairings.count() == 4


@pytest.mark.long
def test_rounds_that_were_taken_are_not_taken_again(secretary):
    stored = read(None, 2)
    response = secretary.post(reverse("add_rounds", args=[stored.pk]), {"last_round": "2"}, follow=True)
    assert "These rounds have already been added from the file." in response.text
    assert Upload.objects.count() == 1


@pytest.mark.long
def test_waiting_rounds_are_found_when_requested_again(secretary):
    stored, sent = read(None, 1), read(None, 2)
    response = secretary.post(reverse("add_rounds", args=[stored.pk]), {"last_round": "2"}, follow=True)
    assert response.redirect_chain[-1] == (reverse("update_from", args=[sent.pk, stored.pk]), 302)


@pytest.mark.long
def test_rounds_that_were_read_by_mistake_can_be_taken_in_after_all(secretary):
    stored, sent = read(None, 1), read(None, 2)
    receive.discard(sent)
    response = secretary.post(reverse("add_rounds", args=[stored.pk]), {"last_round": "2"}, follow=True)
    assert "These rounds have already been added from the file." not in response.text
    worker.run(Upload.objects.get(last_round=2).job_id)
    assert codes(Tournament.objects.latest("pk")) == [("same_file", stored.pk)]


@pytest.mark.long
def test_rounds_of_a_file_that_another_club_sent_are_received_for_the_tournament(client):
    stored = read(None, 1)
    edits.change_settings(stored, {"club": cast.club(201)})
    client.force_login(cast.secretary(201))
    response = client.post(reverse("add_rounds", args=[stored.pk]), {"last_round": "2"}, follow=True)
    assert response.redirect_chain == [(room_page(stored), 302)]
    assert [str(message) for message in response.context["messages"]] == ["Received: games.csv."]
    worker.run(Upload.objects.get(last_round=2).job_id)
    assert set(Tournament.objects.values_list("club__key", flat=True)) == {201}


@pytest.mark.long
def test_rounds_out_of_order_are_refused_with_a_sentence(secretary):
    stored = read(None, 2)
    sent = {"first_round": "3", "last_round": "2"}
    response = secretary.post(reverse("add_rounds", args=[stored.pk]), sent, follow=True)
    assert "The last round comes before the first one." in response.text


@pytest.mark.long
def test_after_an_update_the_page_tells_the_rounds_that_are_here(secretary):
    stored = read(None, 1)
    updates.apply_update(stored, read(None, 2), None)
    assert "have been added: 1, 2." in secretary.get(room_page(stored)).text
    updates.apply_update(stored, read(), None)
    assert reverse("add_rounds", args=[stored.pk]) not in secretary.get(room_page(stored)).text


@pytest.mark.long
def test_a_tournament_of_all_rounds_offers_none(secretary):
    assert reverse("add_rounds", args=[read().pk]) not in secretary.get(room_page(Tournament.objects.get())).text


def test_the_rounds_of_another_club_are_not_taken(client):
    stored = read(None, 1)
    client.force_login(cast.secretary(201))
    assert client.post(reverse("add_rounds", args=[stored.pk])).status_code == 404


@pytest.mark.long
def test_the_old_address_leads_to_the_updated_tournament(secretary):
    stored, sent = read(None, 1), read(None, 2)
    old = sent.pk
    updates.apply_update(stored, sent, None)
    for address in (reverse("my_club_tournament", args=[old]), reverse("update_from", args=[old, stored.pk])):
        assert secretary.get(address).headers["Location"] == room_page(stored)


@pytest.mark.long
def test_the_old_address_in_the_admin_leads_there_too(client):
    stored, sent = read(None, 1), read(None, 2)
    old = sent.pk
    updates.apply_update(stored, sent, None)
    client.force_login(cast.rating_officer())
    page = "admin:tournaments_tournament_change"
    assert client.get(reverse(page, args=[old])).headers["Location"] == reverse(page, args=[stored.pk])


@pytest.mark.long
def test_an_old_address_of_another_club_is_not_found(client):
    stored, sent = read(None, 1), read(None, 2)
    old = sent.pk
    updates.apply_update(stored, sent, None)
    client.force_login(cast.secretary(201))
    assert client.get(reverse("my_club_tournament", args=[old])).status_code == 404
