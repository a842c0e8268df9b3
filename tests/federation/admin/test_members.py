"""federation/admin/members: the list of members, the page of a member, merging."""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Affiliation, Licence, Member
from tests import cast
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db


def listed(officer: Client, **query: str) -> list[int]:
    """Return the numbers in the list."""
    response = officer.get(reverse("admin:federation_member_changelist"), query)
    assert response.status_code == 200
    return [row.key for row in response.context["cl"].result_list]


# -- The list ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("10004", [10004]),
        ("990004", [10004]),
        ("dubois", [10004]),
        ("DUBOÏS didier", [10004]),
        ("Didier Dub", [10004]),
        ("o'", [10004]),
        ("nobody", []),
        ("9" * 40, []),
        ("'", [10001, 10004, 10008]),
        ("%", [10001, 10004, 10008]),
    ],
)
def test_members_are_found_by_number_and_by_any_spelling(officer, members, query, found):
    assert listed(officer, q=query) == found


@pytest.mark.long
def test_members_are_filtered(officer, members):
    Affiliation.objects.filter(member=members[2]).update(end=timezone.localdate() - dt.timedelta(days=1))
    assert listed(officer, affiliated="1") == [10001, 10004]
    assert listed(officer, affiliated="0") == [10008]
    assert listed(officer, club="201") == [10004]
    assert listed(officer, club="x") == [10001, 10004, 10008]
    assert listed(officer, unit="400") == [10001]
    assert listed(officer, sex__exact="M") == [10004]
    assert listed(officer, merged="1") == []
    assert listed(officer, merged="0") == [10001, 10004, 10008]


@pytest.mark.long
def test_members_are_sorted_by_their_club_of_today(officer, members):
    anna, didier, hanne = members
    yesterday = timezone.localdate() - dt.timedelta(days=1)
    Affiliation.objects.filter(member=anna).update(end=yesterday)
    Affiliation.objects.create(member=anna, club=cast.club(301), start=timezone.localdate())
    Affiliation.objects.filter(member=didier).update(end=yesterday)
    nobody = [10004] if connection.vendor == "sqlite" else []  # where a database puts those without is its own affair
    assert listed(officer, o="3") == nobody + [10001, 10008] + ([] if nobody else [10004])
    Affiliation.objects.filter(member=hanne).update(club=cast.club(101))
    assert [found for found in listed(officer, o="-3") if found != 10004] == [10001, 10008]


def test_the_list_shows_the_club_of_today(officer, members):
    page = officer.get(reverse("admin:federation_member_changelist")).text
    assert "101 Tour Blanche" in page
    assert "201 Cavalier Noir" in page


def test_a_long_filter_is_folded_until_it_is_used():
    client = logged_in(cast.viewer())
    cast.member(10001)
    page = reverse("admin:federation_member_changelist")
    assert '<details data-filter-title="current club">' in client.get(page).text
    assert '<details data-filter-title="current club" open>' in client.get(page, {"club": "101"}).text


# -- The page of a member ---------------------------------------------------------------------------------------------


def test_a_viewer_sees_a_member_and_has_no_button_to_save(members):
    response = logged_in(cast.viewer()).get(reverse("admin:federation_member_change", args=[members[0].pk]))
    assert response.status_code == 200
    assert 'name="_save"' not in response.text


@pytest.mark.long
def test_a_member_page_makes_the_same_queries_whatever_the_history(officer, members, django_assert_num_queries):
    anna, didier, _ = members
    Affiliation.objects.filter(member=anna).update(end=dt.date(2026, 8, 31))
    for year in range(2027, 2037):
        cast.affiliate(anna, cast.club(101), dt.date(year, 1, 1), dt.date(year, 8, 31))
        Licence.objects.create(member=anna, issuer="FFE", number=str(year))
    Licence.objects.create(member=didier, issuer="FFE", number="1")
    address = "admin:federation_member_change"
    officer.get(reverse(address, args=[didier.pk]))
    for member in (didier, anna):
        with django_assert_num_queries(8):
            assert officer.get(reverse(address, args=[member.pk])).status_code == 200


def test_a_new_member_gets_the_next_free_number(officer):
    Member.objects.create(number="23001", last_name="First")
    page = officer.get(reverse("admin:federation_member_add"))
    assert page.context["adminform"].form["number"].value() == "23002"
    assert page.context["adminform"].form["nationality"].value() == "BEL"


@pytest.mark.long
def test_an_odd_number_is_a_warning(officer):
    page = officer.get(reverse("admin:federation_member_add"), headers={"accept-language": "en"})
    answer = send(officer, page, {"number": "77", "last_name": "Peeters"})
    assert next(map(str, answer.context["messages"])) == "The member number does not have the usual number of digits."
    assert Member.objects.get().number == "77"


# -- Merging ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def double(members) -> Member:
    """Return a second record of Anna."""
    made = Member.objects.create(number="20001", last_name="Aerts", birth_date=dt.date(1990, 1, 2), title="WIM")
    Licence.objects.create(member=made, issuer="FFE", number="A12345")
    cast.affiliate(made, cast.club(201), dt.date(2020, 1, 1), dt.date(2020, 8, 31))
    cast.affiliate(made, cast.club(301), dt.date(2025, 8, 1), dt.date(2026, 8, 31))
    return made


@pytest.mark.long
def test_two_records_are_merged_after_a_look_at_what_moves(officer, members, double):
    anna = members[0]
    chosen = {"action": "merge_two", "_selected_action": [anna.pk, double.pk]}
    page = officer.post(reverse("admin:federation_member_changelist"), chosen, follow=True)
    address = reverse("admin:federation_member_merge", args=[double.pk, anna.pk])
    assert page.redirect_chain == [(address, 302)]
    for piece in ("FFE A12345", "WIM", "201 Cavalier Noir", "301 Pion Passé", "They differ in", "2 January 1990"):
        assert piece in page.text
    assert not Member.objects.filter(merged_into=anna).exists()

    done = officer.post(address, follow=True)
    double.refresh_from_db()
    assert double.merged_into == anna
    assert "was merged into" in done.text
    messages = {entry.object_repr: entry.get_change_message() for entry in LogEntry.objects.all()}
    assert messages["10001 Aerts, Anna"] == "20001 Aerts was merged into this record."
    assert messages["20001 Aerts"] == "Merged into 10001 Aerts, Anna."


@pytest.mark.parametrize("count", [1, 3])
def test_only_two_are_merged(officer, members, count):
    chosen = {"action": "merge_two", "_selected_action": [member.pk for member in members[:count]]}
    response = officer.post(reverse("admin:federation_member_changelist"), chosen, follow=True)
    assert [str(message) for message in response.context["messages"]] == ["Choose two members to merge."]


@pytest.mark.long
def test_an_impossible_merge_is_explained(officer, members, double):
    double.merged_into = members[0]
    double.save()
    address = reverse("admin:federation_member_merge", args=[members[1].pk, double.pk])
    for response in (officer.get(address, follow=True), officer.post(address, follow=True)):
        assert [str(message) for message in response.context["messages"]] == [
            "20001 Aerts has already been merged into another member."
        ]


def test_a_viewer_merges_nobody(members):
    viewer = logged_in(cast.viewer())
    address = reverse("admin:federation_member_merge", args=[members[1].pk, members[0].pk])
    assert viewer.get(address).status_code == 403
    assert viewer.post(address).status_code == 403
    assert not Member.objects.exclude(merged_into=None).exists()
