"""Two people save one row from pages that both opened before."""

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from federation.members.merging import merge
from federation.models import Member, Sex
from tests import cast
from tests.at_once import at_once
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db


def page(officer, member):
    return officer.get(reverse("admin:federation_member_change", args=[member.pk]))


def errors(response):
    return response.context["adminform"].form.errors


def facts():
    return Member.objects.values_list("last_name", "search_name", "birth_date", "title", "deceased", "hidden").get()


@pytest.mark.long
def test_untouched_fields_keep_the_value_of_a_colleague(officer):
    shown = page(officer, cast.member(10001))
    send(officer, shown, {"last_name": "Peeters", "birth_date": "1991-01-01", "deceased": "on"})
    send(officer, shown, {"title": "WFM"})
    last_name, search_name, born, title, deceased, hidden = facts()
    assert (last_name, search_name, str(born)) == ("Peeters", "peeters anna", "1991-01-01")
    assert (title, deceased, hidden) == ("WFM", True, False)


@pytest.mark.long
def test_a_field_changed_by_both_is_an_error_until_saved_again(officer):
    shown = page(officer, cast.member(10001))
    send(officer, shown, {"title": "WFM", "birth_date": "1991-01-01", "sex": "M"})
    told = send(officer, shown, {"title": "WIM", "birth_date": "1992-02-02", "sex": ""})
    sentence = "Someone else has meanwhile entered “%s” here. Save again to replace it."
    assert errors(told) == {
        "title": [sentence % "WFM"],
        "birth_date": [sentence % "1 January 1991"],
        "sex": [sentence % Sex.MALE.label],
    }
    assert facts()[3] == "WFM"
    send(officer, told, {})
    assert (str(facts()[2]), facts()[3]) == ("1992-02-02", "WIM")


def test_equal_changes_by_two_people_are_not_an_error(officer):
    shown = page(officer, cast.member(10001))
    for _ in range(2):
        assert send(officer, shown, {"title": "WFM"}).redirect_chain


def an_affiliation():
    return cast.member(10001).affiliations.get()


def a_role():
    return cast.secretary().offices.get()


def a_league():
    return cast.league("400")


@pytest.mark.long
@pytest.mark.parametrize(
    ("model", "made", "written", "other"),
    [
        ("federation_affiliation", an_affiliation, ("end", "2026-06-30", "30 June 2026"), {"note": "Moved."}),
        ("federation_office", a_role, ("role", "president", "president"), {"end": "2026-06-30"}),
        ("federation_unit", a_league, ("name", "West", "West"), {"code": "401"}),
        ("auth_user", cast.stranger, ("last_name", "Bosman", "Bosman"), {"first_name": "Bea"}),
    ],
)
def test_every_shared_page_keeps_and_reports_the_change_of_a_colleague(model, made, written, other):
    (field, value, told), row, administrator = written, made(), logged_in(cast.administrator())
    shown = administrator.get(reverse(f"admin:{model}_change", args=[row.pk]))
    assert send(administrator, shown, {field: value}, button="_save").redirect_chain
    assert send(administrator, shown, other, button="_save").redirect_chain
    row.refresh_from_db()
    assert {name: str(getattr(row, name)) for name in [field, *other]} == {field: value} | other
    choice = {"2026-06-30": "2026-05-31", "president": "tournaments"}.get(value, "East")
    refused = send(administrator, shown, {field: choice}, button="_save")
    sentence = f"Someone else has meanwhile entered “{told}” here. Save again to replace it."
    assert errors(refused) == {field: [sentence]}
    assert send(administrator, refused, {}, button="_save").redirect_chain


@pytest.mark.long
def test_the_groups_of_an_account_keep_the_change_of_a_colleague():
    user, administrator = cast.rating_officer(), logged_in(cast.administrator())
    ids = {group.name: str(group.pk) for group in Group.objects.all()}
    shown = administrator.get(reverse("admin:auth_user_change", args=[user.pk]))
    assert user.password not in shown.text
    send(administrator, shown, {"groups": [ids["viewer"]]}, button="_save")
    assert send(administrator, shown, {"email": "bea@example.org"}, button="_save").redirect_chain
    refused = send(administrator, shown, {"groups": []}, button="_save")
    assert "Someone else has meanwhile entered “viewer” here." in errors(refused)["groups"][0]
    send(administrator, refused, {}, button="_save")
    assert not user.groups.exists()


@pytest.mark.long
def test_a_role_on_the_page_of_a_club_stays_as_a_colleague_wrote_it():
    role, administrator = cast.secretary().offices.get(), logged_in(cast.administrator())
    shown = administrator.get(reverse("admin:federation_club_change", args=[role.club_id]))
    send(administrator, shown, {"offices-0-role": "president"}, button="_save")
    assert send(administrator, shown, {"city": "Aalst"}, button="_save").redirect_chain
    role.refresh_from_db()
    assert (role.role, role.club.city) == ("president", "Aalst")


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_saving_a_member_during_a_merge_keeps_the_merge(officer):
    anna, double = cast.member(10001), cast.member(10002)
    shown = page(officer, double)
    at_once(
        Member.objects.filter(pk=double.pk),
        lambda: merge(double, anna),
        lambda: send(officer, shown, {"title": "FM"}),
    )
    double.refresh_from_db()
    assert (double.title, double.merged_into) == ("FM", anna)
