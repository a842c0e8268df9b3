"""One's own data: seen, shown to others or not, downloaded, and the account deleted, by nobody else."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from federation.models import AccountSession, Holder, Looked, Member, PersonalDetail
from tests import cast, pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Member:
    anna = cast.member(10001)
    PersonalDetail.objects.create(member=anna, what="telephone", value="+32 470 00 00 01")
    return anna


@pytest.fixture
def client(anna: Member) -> Client:
    user = User.objects.create_user("anna", "anna@example.org", "correct horse battery")
    Holder.objects.create(account=user, member=anna)
    client = Client()
    client.force_login(user)
    return client


def test_people_see_their_own_data(client: Client) -> None:
    shown = pages.text(client.get("/en/my-data/"))
    assert "1 January 1990" in shown
    assert "+32 470 00 00 01" in shown


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_makes_three_queries_for_each_person(client: Client, django_assert_num_queries, count: int) -> None:
    from_the_cast = list(cast.members([10008, 10009]).values())[: count - 1]
    for child in from_the_cast:
        Member.objects.filter(pk=child.pk).update(birth_date="2020-01-01")
        guardian = child.guardians.create(name="Aerts, Anna")
        Holder.objects.create(account=User.objects.get(username="anna"), member=child, guardian=guardian)
    client.get("/en/my-data/")
    with django_assert_num_queries(8 + 3 * count):
        client.get("/en/my-data/")


def test_people_see_in_which_role_others_looked_and_when(client: Client, anna: Member) -> None:
    Looked.objects.create(member=anna, account=cast.membership_officer(), role="membership officer", page="desk_member")
    shown = pages.text(client.get("/en/my-data/"))
    assert ("membership officer" in shown, "registrar" in shown) == (True, False)


def test_people_choose_who_sees_a_detail(client: Client, anna: Member) -> None:
    client.post(f"/en/my-data/{anna.pk}/visibility/", {f"{anna.pk}-telephone": "members"})
    assert PersonalDetail.objects.get().visibility == "members"


def test_a_correction_that_is_not_understood_stays_as_it_was_typed(client: Client, anna: Member) -> None:
    asked = {f"{anna.pk}-field": "birth_date", f"{anna.pk}-proof": "Identity card"}
    answer = client.post(f"/en/my-data/{anna.pk}/correct/", {**asked, f"{anna.pk}-value": "31/02/1990"})
    assert "Enter a valid date." in pages.text(answer)
    assert ('value="31/02/1990"' in answer.text, 'value="Identity card"' in answer.text) == (True, True)
    client.post(f"/en/my-data/{anna.pk}/correct/", {**asked, f"{anna.pk}-value": "28/02/1990"})
    assert "28 February 1990" in pages.text(client.get("/en/my-data/"))


@pytest.mark.long
def test_the_download_holds_what_is_stored(client: Client, anna: Member) -> None:
    kept = json.loads(client.get(f"/en/my-data/{anna.pk}/data.json").content)
    assert kept["member"][0]["birth_date"] == "1990-01-01"
    assert kept["personaldetail"][0]["value"] == "+32 470 00 00 01"


def test_nobody_reaches_the_data_of_others(client: Client) -> None:
    other = cast.member(10002)
    assert client.get(f"/en/my-data/{other.pk}/data.json").status_code == 404
    assert client.post(f"/en/my-data/{other.pk}/visibility/", {}).status_code == 404


def test_an_account_is_deleted_with_its_password_and_the_record_stays(client: Client, anna: Member) -> None:
    assert "Wrong password." in pages.text(client.post("/en/my-data/delete-account/", {"password": "wrong"}))
    assert Holder.objects.exists()
    client.post("/en/my-data/delete-account/", {"password": "correct horse battery"})
    gone = User.objects.get()
    assert (gone.is_active, gone.email, gone.username) == (False, "", f"former-{gone.pk}")
    assert not AccountSession.objects.filter(account=gone).exists()
    assert (Holder.objects.exists(), Member.objects.filter(pk=anna.pk).exists()) == (False, True)


def test_an_account_with_an_office_is_not_deleted(anna: Member) -> None:
    client = Client()
    client.force_login(cast.secretary())
    answer = client.post("/en/my-data/delete-account/", {"password": "correct horse battery"})
    assert "You hold an office" in pages.text(answer)
