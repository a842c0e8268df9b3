"""The pages of "My club" about people: what they show, to whom, and with how many queries."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.desk.forms import EnrolmentForm
from federation.enrolment import transfers
from federation.files.spreadsheets import write_csv
from federation.models import (
    Affiliation,
    Charge,
    Club,
    ClubAct,
    DeathReport,
    Member,
    Office,
    PersonalDetail,
    TransferRequest,
)
from tests import cast
from tests.federation.enrolment import scene
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db

JUNE = dt.date(2026, 6, 1)
NEW = {"last_name": "Zeno", "first_name": "Zoë", "birth_date": "2001-02-03"}


@pytest.fixture
def desk(on) -> tuple[Client, Club]:
    """Return the browser of the secretary of club 306, on 1 June, and the club."""
    on(JUNE)
    return logged_in(scene.secretary("306")), scene.club("306")


def opened(client: Client, name: str, *args: object, **query: object) -> HttpResponse:
    answer = client.get(reverse(name, args=args), query, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer


def members_of(club: Club, count: int) -> None:
    for number in range(count):
        scene.member(str(12000 + number), f"Lid{number}", "Jo", dt.date(1980, 1, 1), club)


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_of_members_takes_as_many_queries_for_many_as_for_one(desk, count, django_assert_num_queries):
    client, club = desk
    members_of(club, count)
    opened(client, "desk_members", club.pk)  # what is read once
    with django_assert_num_queries(8):
        assert opened(client, "desk_members", club.pk).text.count("Lid") == count


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_first_page_takes_as_many_queries_for_many_as_for_one(desk, count, django_assert_num_queries):
    client, club = desk
    members_of(club, count)
    opened(client, "my_club")  # what is read once
    with django_assert_num_queries(15):
        assert f"{count} member" in opened(client, "my_club").text


@pytest.mark.parametrize("count", [1, 3])
def test_the_renewal_takes_as_many_queries_for_many_as_for_one(desk, count, django_assert_num_queries):
    client, club = desk
    members_of(club, count)
    with django_assert_num_queries(10):
        assert opened(client, "desk_renewal", club.pk).text.count('name="member"') == count


def test_members_are_renewed_from_what_waits_in_two_clicks(desk):
    client, _club = desk
    scene.sixty()
    first = opened(client, "my_club")
    assert "60 members are not renewed for 2026-2027" in first.text
    page = client.get(reverse("desk_renewal", args=[scene.club("306").pk]), headers={"accept-language": "en"})
    done = send(client, page, {}, button="Renew 60 members")
    assert "60 members are affiliated." in done.text
    assert sum(Charge.objects.values_list("cents", flat=True)) == ClubAct.objects.get().made["cents"]
    assert "This was undone on" in send(client, done, {}, button="Undo this").text
    assert not Affiliation.objects.filter(start=dt.date(2026, 9, 1)).exists()


@pytest.mark.long
def test_a_new_member_is_enrolled_after_a_preview(desk):
    client, club = desk
    page = opened(client, "desk_enrolment", club.pk)
    shown = send(client, page, NEW, button="Check the data")
    assert "given when you confirm" in shown.text
    assert not Member.objects.filter(last_name="Zeno").exists()
    done = send(client, shown, {}, button="Enrol this member")
    assert "23001" in done.text


@pytest.mark.long
def test_a_known_person_of_another_club_is_named_without_name_or_number(desk, on):
    client, club = desk
    scene.member("10003", "Cools", "Carla", dt.date(1975, 4, 4), scene.club("601"))
    on(dt.date(2026, 9, 10))
    person = {"last_name": "Cools", "first_name": "Karla", "birth_date": "1975-04-04"}
    shown = send(client, opened(client, "desk_enrolment", club.pk), person, button="Check the data")
    assert "A former member of 601 Liège: that birth date and a similar name" in shown.text
    assert "10003" not in shown.text
    refused = send(client, shown, {"another_person": "no"}, button="Enrol another person")
    assert "Say in a sentence" in refused.text
    done = send(client, refused, {}, button="Enrol this person")
    assert "10003" in done.text


@pytest.mark.long
def test_a_transfer_is_asked_for_answered_and_decided_on_its_page(desk, on):
    client, club = desk
    on(dt.date(2026, 7, 15))
    scene.member("10003", "Cools", "Carla", dt.date(1975, 4, 4), scene.club("601"))
    page = opened(client, "desk_ask_transfer", club.pk)
    shown = send(client, page, {"number": "10003"}, button="Check the request")
    asked = send(client, shown, {}, button="Request the transfer")
    assert "requested by 306" in asked.text
    other = logged_in(scene.secretary("601"))
    assert "Cools, Carla wants to leave for Brugge" in opened(other, "my_club").text
    transfer = opened(other, "transfer", TransferRequest.objects.get().pk)
    sentence = {"reason": "She owes us a book of endgames."}
    assert "objects" in send(other, transfer, sentence, button="Object to the transfer").text
    officer = logged_in(cast.membership_officer())
    decided = send(
        officer, opened(officer, "transfer", TransferRequest.objects.get().pk), {}, button="Allow the transfer"
    )
    assert "allowed" in decided.text
    assert Affiliation.objects.on(dt.date(2026, 8, 1)).get().club == club


def test_outside_the_period_a_transfer_needs_a_reason_and_the_page_proposes_the_next_day(desk, on):
    client, club = desk
    on(dt.date(2026, 4, 15))
    scene.member("10003", "Cools", "Carla", dt.date(1975, 4, 4), scene.club("601"))
    page = opened(client, "desk_ask_transfer", club.pk)
    refused = send(client, page, {"number": "10003", "reason": "Moved"}, button="Check the request")
    assert "at least 10 characters" in refused.text
    shown = send(client, refused, {"reason": "She works in Brugge now."}, button="Check the request")
    assert "16 April 2026" in shown.text


def test_a_guardian_with_a_wrong_telephone_number_is_shown_as_it_was_typed(desk):
    client, club = desk
    child = scene.member("10004", "Klein", "Kim", dt.date(2017, 4, 4), club)
    page = opened(client, "desk_member", club.pk, child.pk)
    typed = {"name": "Klein, Karl", "telephone": "evenings"}
    refused = send(client, page, typed, button="Add the guardian")
    assert "“evenings” is not a telephone number." in refused.text
    assert 'value="Klein, Karl"' in refused.text
    send(client, refused, {"telephone": "0470 11 22 33"}, button="Add the guardian")
    assert child.guardians.get().telephone == "0470 11 22 33"


@pytest.mark.long
def test_a_transfer_of_other_clubs_is_not_shown(desk):
    client, _club = desk
    stranger = logged_in(cast.secretary(101))
    anna = scene.anna()
    request = transfers.ask(anna, scene.club("601"), scene.secretary("601"))
    assert stranger.get(reverse("transfer", args=[request.pk])).status_code == 404
    assert client.get(reverse("transfer", args=[request.pk])).status_code == 200


@pytest.mark.long
def test_a_resignation_keeps_the_member_out_of_the_renewal_and_can_be_undone(desk):
    client, club = desk
    anna = scene.anna()
    page = opened(client, "desk_member", club.pk, anna.pk)
    done = send(client, page, {}, button="Record the resignation")
    assert "Anna" not in opened(client, "desk_renewal", club.pk).context["case"].digest
    assert opened(client, "desk_renewal", club.pk).context["case"].left_out == [(anna, "resigned")]
    send(client, done, {}, button="Undo this")
    assert opened(client, "desk_renewal", club.pk).context["case"].left_out == []


@pytest.mark.long
def test_a_death_is_reported_and_waits_for_an_officer(desk):
    client, club = desk
    anna = scene.anna()
    page = opened(client, "desk_member", club.pk, anna.pk)
    send(client, page, {"died_on": "2026-05-20"}, button="Report the death")
    anna.refresh_from_db()
    report = DeathReport.objects.get()
    assert (report.member, report.died_on, report.confirmed, anna.deceased) == (anna, dt.date(2026, 5, 20), None, False)


@pytest.mark.long
def test_contact_data_are_stored_with_who_sees_them(desk):
    client, club = desk
    anna = scene.anna()
    page = opened(client, "desk_member", club.pk, anna.pk)
    said = {"email": "anna@example.org", "email_seen_by": "members", "town": "Brugge"}
    send(client, page, said, button="Save the contact data")
    stored = PersonalDetail.objects.order_by("what").values_list("what", "value", "visibility")
    assert list(stored) == [("email", "anna@example.org", "members"), ("town", "Brugge", "officers")]
    seen = {
        each: opened(client, "desk_member", club.pk, anna.pk, **{"as": each}).text for each in ("members", "public")
    }
    assert ("anna@example.org" in seen["members"], "anna@example.org" in seen["public"]) == (True, False)
    assert "Brugge</dd>" not in seen["members"]


def test_the_file_of_members_has_years_of_birth_only_unless_whole_dates_are_asked_for(desk):
    client, club = desk
    scene.anna()
    address = reverse("desk_members_csv", args=[club.pk])
    assert "1990-05-05" not in client.get(address).content.decode()
    assert "Aerts,Anna,,1990," in client.get(address).content.decode()
    assert "1990-05-05" in client.get(address, {"birth_dates": "1"}).content.decode()


@pytest.mark.long
def test_filters_narrow_the_list(desk):
    client, club = desk
    members_of(club, 2)
    scene.member("13000", "Jong", "Jaak", dt.date(2015, 1, 1), club)
    assert opened(client, "desk_members", club.pk, q="lid1").context["page"].paginator.count == 1
    assert opened(client, "desk_members", club.pk, category="U12").context["page"].paginator.count == 1
    assert opened(client, "desk_members", club.pk, fee_class="S").context["page"].paginator.count == 2
    assert opened(client, "desk_members", club.pk, lacks="consent").context["page"].paginator.count == 1


@pytest.mark.long
def test_a_minor_gets_a_guardian_who_consents(desk):
    client, club = desk
    child = scene.member("13000", "Jong", "Jaak", dt.date(2015, 1, 1), club)
    page = opened(client, "desk_member", club.pk, child.pk)
    page = send(client, page, {"name": "Jong, Pa", "relation": "parent"}, button="Add the guardian")
    assert [choice for choice, _label in page.context["form"].fields["email_seen_by"].choices] == [
        "nobody",
        "officers",
        "club",
    ]
    send(client, page, {}, button="Record consent: name in public")
    consent = child.consents.get()
    assert (consent.given, consent.guardian.name, consent.purpose) == (True, "Jong, Pa", "public_name")


@pytest.mark.long
def test_other_clubs_and_the_public_see_none_of_the_pages(desk):
    _client, club = desk
    anna = scene.anna()
    stranger = logged_in(scene.secretary("601"))
    pages = [
        *((name, [club.pk]) for name in ("desk_members", "desk_members_csv", "desk_renewal", "desk_enrolment")),
        *((name, [club.pk]) for name in ("desk_transfers", "desk_ask_transfer", "desk_club")),
        ("desk_member", [club.pk, anna.pk]),
    ]
    answers = {name: stranger.get(reverse(name, args=args)).status_code for name, args in pages}
    assert set(answers.values()) == {404}
    assert {Client().get(reverse(name, args=args)).status_code for name, args in pages} == {302}


def test_a_list_of_the_club_is_previewed_row_by_row_and_taken_over(desk, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    client, club = desk
    anna = scene.anna()
    rows = [["10001", "anna@example.org"], ["10003", "carla@example.org"]]
    file = SimpleUploadedFile("list.csv", write_csv(["Matricule", "E-mail"], rows))
    address = reverse("desk_list", args=[club.pk])
    shown = client.post(address, {"file": file}, headers={"accept-language": "en"})
    assert "Member number 10003 is not of a member of the club." in shown.text
    assert not anna.details.exists()
    done = send(client, shown, {}, button="Import the list")
    assert anna.details.get().value == "anna@example.org"
    assert "Refused</dt><dd>1" in done.text


def test_a_list_that_cannot_be_read_is_refused_in_one_sentence(desk, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    client, club = desk
    address = reverse("desk_list", args=[club.pk])
    for data in (b"", b"\x00\x01", b"PK\x03\x04nothing"):
        file = SimpleUploadedFile("list.csv", data)
        assert client.post(address, {"file": file}).status_code == 200
    assert client.post(address, {"token": "forged"}).status_code == 200


@pytest.mark.long
def test_an_officer_decides_what_clubs_ask(desk):
    client, club = desk
    anna = scene.anna()
    send(client, opened(client, "desk_member", club.pk, anna.pk), {}, button="Report the death")
    officer = logged_in(cast.membership_officer())
    page = opened(officer, "desk_decisions")
    assert "Aerts, Anna" in page.text
    send(officer, page, {}, button="Confirm the death: Aerts, Anna")
    anna.refresh_from_db()
    assert anna.deceased
    assert list(anna.affiliations.values_list("end", "end_cause")) == [(JUNE, Affiliation.EndCause.DECEASED)]
    assert client.get(reverse("desk_decisions")).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_what_clubs_ask_takes_as_many_queries_for_many_as_for_one(desk, count, django_assert_num_queries):
    _client, club = desk
    members_of(club, count)
    asker = scene.secretary("601")
    for member in Member.objects.all():
        transfers.ask(member, scene.club("601"), asker)
    officer = logged_in(cast.membership_officer())
    with django_assert_num_queries(7):
        assert opened(officer, "desk_decisions").text.count("Decide the transfer") == count


@pytest.mark.long
def test_a_club_sees_first_what_is_late(desk, on):
    client, club = desk
    anna = scene.anna()
    on(dt.date(2026, 9, 10))
    Charge.objects.all().delete()
    client.post(reverse("desk_enrolment", args=[club.pk]), {**NEW, "kind": "full", "seen": "", "confirm": "yes"})
    titles = [line.title for line in opened(client, "my_club").context["waiting"]]
    assert titles == ["1 member is not renewed for 2026-2027", "306 Brugge owes €30.00"]
    assert anna.pk


@pytest.mark.long
def test_what_waits_in_several_clubs_is_asked_at_once(desk):
    client, club = desk
    members_of(club, 3)
    scene.member("13001", "Zes", "Jo", dt.date(1980, 1, 1), scene.club("601"))
    asked = []
    for _clubs in (1, 2):
        with CaptureQueriesContext(connection) as queries:
            page = opened(client, "my_club")
        asked.append(len(queries))
        secretary = User.objects.get(username="secretary306")
        Office.objects.get_or_create(
            account=secretary, club=scene.club("601"), role=Office.Role.SECRETARY, start=scene.SEASON[0]
        )
    assert asked[0] == asked[1]
    titles = [line.title for line in page.context["waiting"] if "not renewed" in line.title]
    assert titles == ["3 members are not renewed for 2026-2027", "1 member is not renewed for 2026-2027"]


@pytest.mark.parametrize("empty", ["last_name", "first_name", "birth_date", "sex", "fide_federation"])
def test_what_the_profile_requires_of_a_new_member_is_refused_when_it_is_empty(desk, settings, empty):
    settings.FEDERATION_PROFILE = "ie-icu"
    form = EnrolmentForm(NEW | {"sex": "F", "fide_federation": "IRL", "kind": "standard"} | {empty: ""})
    assert {name: errors for name, errors in form.errors.items() if name != "kind"} == {
        empty: ["This field is required."]
    }


def test_enrolments_that_were_merged_since_hide_no_older_doubt(desk, monkeypatch):
    monkeypatch.setattr("federation.desk.decision_views.SHOWN", 1)
    _client, club = desk
    members_of(club, 2)
    older, newer = Member.objects.order_by("key")
    for member in (older, newer):
        ClubAct.objects.create(club=club, kind=ClubAct.Kind.ENROLMENT, made={"member": member.pk}, doubt="Twins")
    Member.objects.filter(pk=newer.pk).update(merged_into=older)
    doubts = opened(logged_in(cast.membership_officer()), "desk_decisions").context["doubts"]
    assert [member for _act, member in doubts] == [older]
