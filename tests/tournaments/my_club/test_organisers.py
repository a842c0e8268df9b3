"""Senders that are no club: the organiser of an open, and the officer of a league."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from federation.background import worker
from federation.models import Job, Office, Unit
from tests import cast
from tests.forms import send
from tests.tournaments import events
from tests.tournaments.claims import scene as claims
from tests.tournaments.my_club.test_sending import file
from tournaments.claims import access as claim_access
from tournaments.intake import receive
from tournaments.models import ConfirmedSpelling, Participant, Tournament, Upload
from tournaments.review import decision_mails, decisions, edits

pytestmark = pytest.mark.django_db


def opened() -> Unit:
    """Return the organiser of an open."""
    return Unit.objects.get_or_create(code="OPEN", kind=Unit.Kind.ORGANISER, name="Open of the Lakes")[0]


def organiser() -> User:
    """Return the tournament director of the organiser."""
    user, is_new = User.objects.get_or_create(username="organiser")
    if is_new:
        Office.objects.create(account=user, unit=opened(), role=Office.Role.TOURNAMENTS, start=cast.SEASON[0])
    return user


@pytest.fixture
def sender(client: Client) -> Client:
    client.force_login(organiser())
    return client


def sent_by_organiser() -> Tournament:
    """Return the tournament of a file that the organiser sent, read; it came in time."""
    cast.everybody()
    upload, _new = receive.receive(file(), "games.csv", opened(), None)
    receive.read(upload)
    upload.uploaded_by = organiser()
    upload.save()
    return upload.tournaments.get()


@pytest.mark.long
def test_an_organiser_sends_a_file_and_follows_it(sender):
    cast.everybody()
    page = sender.get(reverse("send"))
    assert list(page.context["form"].fields) == ["first_round", "last_round", "files", "unit"]
    sender.post(reverse("send"), {"files": [file()], "unit": opened().pk})
    upload = Upload.objects.get()
    assert (upload.organiser, upload.club, upload.uploaded_by) == (opened(), None, organiser())
    worker.run(Job.objects.get().pk)
    tournament = Tournament.objects.get()
    assert (tournament.organiser, tournament.club) == (opened(), None)
    for page in (reverse("upload", args=[upload.receipt]), reverse("my_club_tournament", args=[tournament.pk])):
        assert "Open of the Lakes" in sender.get(page, follow=True).text
    assert "Open of the Lakes" in sender.get(reverse("my_club_tournaments")).text
    assert "can be submitted" in sender.get(reverse("my_club")).text
    sender.post(reverse("decide", args=[tournament.pk]), {"verb": "submit"})
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.submitted_by) == ("submitted", organiser())


@pytest.mark.long
def test_an_organiser_sees_only_what_is_their_own(sender):
    others = events.tournament()
    assert sender.get(reverse("my_club_tournament", args=[others.pk])).status_code == 404
    assert sender.get(reverse("upload", args=[others.upload.receipt])).status_code == 404
    refused = sender.post(reverse("send"), {"files": [file(name="x.csv")], "club": cast.club().pk})
    assert refused.context["form"].errors == {"unit": ["This field is required."]}
    mine = sent_by_organiser()
    sender.force_login(cast.secretary())
    assert sender.get(reverse("my_club_tournament", args=[mine.pk])).status_code == 404


@pytest.mark.long
def test_a_league_officer_chooses_between_the_league_and_its_clubs(client):
    user = User.objects.create_user("league")
    club = cast.club(101)
    Office.objects.create(account=user, unit=cast.league("400"), role=Office.Role.OFFICER, start=cast.SEASON[0])
    client.force_login(user)
    both = {"club": club.pk, "unit": cast.league("400").pk}
    for chosen, errors in [
        (both, {"unit": ["Choose a club or another organiser, not both."]}),
        ({}, {"club": ["Choose the organiser: a club or another one."]}),
    ]:
        assert client.post(reverse("send"), {"files": [file()], **chosen}).context["form"].errors == errors
    client.post(reverse("send"), {"files": [file()], "unit": both["unit"]})
    assert str(Upload.objects.get().organiser) == "Oost-Vlaanderen"


@pytest.mark.long
def test_the_rating_officer_and_the_public_read_who_organised_it(client):
    tournament = sent_by_organiser()
    client.force_login(cast.rating_officer())
    for name in ("tournament", "upload"):
        assert "Open of the Lakes" in client.get(reverse(f"admin:tournaments_{name}_changelist")).text
    decisions.accept(tournament, None)
    unit = reverse("unit", args=["OPEN"])
    for page in (reverse("tournament", args=[tournament.pk]), reverse("tournament_list")):
        assert f'href="{unit}"' in client.get(page, follow=True).text
    assert "Tower Cup" in client.get(unit).text


def test_the_same_bytes_of_an_organiser_and_a_club_are_one_tournament():
    mine = sent_by_organiser()
    again, is_new = receive.receive(file(), "games.csv", cast.club(), cast.secretary())
    assert (again, is_new) == (mine.upload, False)


def test_what_an_organiser_confirms_is_remembered_for_nobody_else():
    tournament = sent_by_organiser()
    participant = Participant.objects.filter(tournament=tournament).first()
    edits.choose_member(participant, cast.member(10007), None)
    assert not ConfirmedSpelling.objects.exists()


@pytest.mark.long
def test_decisions_and_claims_reach_the_organiser():
    tournament = sent_by_organiser()
    assert decision_mails.readers_of([tournament.pk], None) == {organiser().pk: [tournament.pk]}
    tournament.delete()
    claims.accepted()
    Tournament.objects.update(club=None, unit=opened())
    claim = claims.raised()
    assert claim.state == "organiser"
    assert claim_access.may_answer(organiser(), claim)
    assert not claim_access.may_answer(cast.secretary(), claim)


@pytest.mark.long
def test_lists_of_an_organiser_take_the_same_queries_for_three_rows(sender, django_assert_num_queries):
    sent_by_organiser()
    for _more in range(2):
        with django_assert_num_queries(11):
            sender.get(reverse("my_club_tournaments"))
        for number in range(2):
            upload, _new = receive.receive(file(name=f"{number}.csv"), f"{number}", opened(), None, (1, number + 1))
            receive.read(upload)


@pytest.mark.long
def test_an_organiser_that_is_no_club_pairs_a_tournament_here_for_itself(sender: Client):
    cast.everybody()
    assert reverse("event_new") in sender.get(reverse("my_club_tournaments")).text
    facts = {"name": "Lake Open", "start": "2026-07-04", "end": "2026-07-05", "pace": "rapid", "kind": "swiss"}
    page = sender.get(reverse("event_new"))
    answer = send(sender, page, facts | {"rounds": "3"})
    made = Tournament.objects.get()
    assert (made.club, made.unit, made.stage) == (None, opened(), "read")
    assert answer.redirect_chain == [(reverse("event_players", args=[made.pk]), 302)]
    assert "Lake Open" in answer.text


def test_a_stranger_may_not_pair_a_tournament_here(client: Client):
    client.force_login(cast.stranger())
    assert client.get(reverse("event_new")).status_code == 403
