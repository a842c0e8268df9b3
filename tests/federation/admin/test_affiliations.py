"""federation/admin/affiliations: errors of days, names in histories, search, affiliations and roles."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Affiliation, Member, Office
from tests import cast
from tests.forms import send

pytestmark = pytest.mark.django_db

NEW_MEMBER = {
    "last_name": "Peeters",
    "first_name": "Jan",
    "sex": "M",
    "licences-TOTAL_FORMS": "0",
    "licences-INITIAL_FORMS": "0",
    "affiliations-TOTAL_FORMS": "0",
    "affiliations-INITIAL_FORMS": "0",
}


def new_affiliations(*rows: tuple[str, str, str]) -> dict[str, str]:
    facts = {"affiliations-TOTAL_FORMS": str(len(rows)), "affiliations-INITIAL_FORMS": "0"}
    for number, (club, start, end) in enumerate(rows):
        values = {"club": str(cast.club(int(club)).pk), "kind": "full", "start": start, "end": end}
        facts |= {f"affiliations-{number}-{name}": value for name, value in values.items()}
    return facts


@pytest.mark.long
def test_an_end_before_the_start_is_one_error_at_its_field(officer: Client) -> None:
    cast.member(10001), cast.secretary()
    for row, sentence in (
        (Affiliation.objects.get(), "An affiliation cannot end before it starts."),
        (Office.objects.get(), "An office cannot end before it starts."),
    ):
        address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
        page = send(officer, officer.get(address, headers={"accept-language": "en"}), {"end": "2025-08-31"})
        assert page.context["adminform"].form.errors == {"end": [sentence]}


@pytest.mark.long
def test_a_new_member_is_not_affiliated_backwards_either(officer: Client) -> None:
    sent = NEW_MEMBER | {"number": "23001"} | new_affiliations(("101", "2026-09-01", "2025-08-31"))
    page = officer.post(reverse("admin:federation_member_add"), sent, headers={"accept-language": "en"})
    [_licences, affiliations] = page.context["inline_admin_formsets"]
    assert affiliations.formset.errors == [{"end": ["An affiliation cannot end before it starts."]}]


@pytest.mark.long
def test_histories_and_messages_name_the_person_of_affiliations_and_roles(officer: Client) -> None:
    cast.member(10001), cast.secretary()
    for row in (Affiliation.objects.get(), Office.objects.get()):
        address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
        send(officer, officer.get(address), {"end": "2026-06-30"})
    assert [entry.object_repr for entry in LogEntry.objects.order_by("pk")] == [
        "10001 Aerts, Anna, 01/09/2025 – 30/06/2026",
        "secretary101, secretary 101 Tour Blanche",
    ]


@pytest.mark.long
def test_a_new_role_starts_today_by_default(officer: Client) -> None:
    page = officer.get(reverse("admin:federation_club_change", args=[cast.club().pk]))
    [_units, roles] = page.context["inline_admin_formsets"]
    assert roles.formset.empty_form["start"].value() == timezone.localdate()


def test_a_member_and_an_affiliation_are_created_together(officer):
    rows = new_affiliations(("101", "2025-09-01", "2026-08-31"), ("201", "2026-09-01", ""))
    response = officer.post(reverse("admin:federation_member_add"), NEW_MEMBER | {"number": "23001"} | rows)
    assert response.status_code == 302
    member = Member.objects.get(key=23001)
    assert member.search_name == "peeters jan"
    assert [row.club.key for row in member.affiliations.order_by("start")] == [101, 201]


@pytest.mark.long
def test_new_affiliations_may_not_overlap(officer, members):
    address = reverse("admin:federation_member_change", args=[members[0].pk])
    facts = NEW_MEMBER | {"number": "10001"}
    response = officer.post(address, facts | new_affiliations(("101", "2024-09-01", "2025-09-01")))
    assert "is already affiliated: 101 Tour Blanche" in response.text
    twice = new_affiliations(("101", "2023-09-01", "2024-08-31"), ("201", "2024-08-31", "2025-01-01"))
    assert "Two new affiliations overlap." in officer.post(address, facts | twice).text
    assert officer.post(address, facts | new_affiliations(("101", "", ""))).status_code == 200
    assert Affiliation.objects.filter(member=members[0]).count() == 1


@pytest.mark.long
def test_a_changed_affiliation_may_not_overlap(officer, members):
    cast.affiliate(members[0], cast.club(101), dt.date(2020, 1, 1), dt.date(2020, 8, 31))
    old, _ = members[0].affiliations.order_by("start")
    address = reverse("admin:federation_affiliation_change", args=[old.pk])
    facts = {"member": old.member_id, "club": old.club_id, "kind": "full", "start": "2020-01-01", "note": ""}
    response = officer.post(address, facts | {"end": "2025-09-01"})
    assert "is already affiliated: 101 Tour Blanche, 01/09/2025" in response.text
    assert officer.post(address, facts | {"end": "2025-08-31"}).status_code == 302
    assert officer.post(address, facts | {"end": "2019-08-31"}).status_code == 200
    old.refresh_from_db()
    assert old.end == dt.date(2025, 8, 31)


@pytest.mark.long
@pytest.mark.parametrize(
    ("fact", "sentence"),
    [("deceased", " is deceased."), ("merged_into", " was merged into another member.")],
)
def test_deceased_and_merged_members_cannot_be_affiliated(officer, members, fact, sentence):
    anna, bram = members[0], cast.member(10002)
    Member.objects.filter(pk=anna.pk).update(**{fact: {"deceased": True}.get(fact, bram)})
    today = {"member": anna.pk, "club": cast.club().pk, "kind": "full", "start": "2026-09-01", "end": "2099-08-31"}
    his_page = reverse("admin:federation_member_change", args=[anna.pk])
    for address, facts in (
        (reverse("admin:federation_affiliation_add"), today),
        (reverse("admin:federation_affiliation_change", args=[bram.affiliations.get().pk]), today),
        (his_page, NEW_MEMBER | {"number": "10001"} | new_affiliations(("101", "2026-09-01", ""))),
    ):
        assert sentence in officer.post(address, facts).text
    over = today | {"start": "2020-09-01", "end": "2021-08-31"}
    officer.post(reverse("admin:federation_affiliation_add"), over)
    assert anna.affiliations.count() == (2 if fact == "deceased" else 1)


def test_affiliations_are_listed_by_the_club_that_pays_them(officer, members):
    paid = Affiliation.objects.get(member=members[0])
    Affiliation.objects.filter(pk=paid.pk).update(charged_to=cast.club(201), ex_officio=True)
    address = reverse("admin:federation_affiliation_changelist")
    found = officer.get(address, {"charged_to__id__exact": cast.club(201).pk}).context["cl"].result_list
    assert list(found) == [paid]
    assert f"?charged_to__id__exact={cast.club(301).pk}" not in officer.get(address).text


@pytest.mark.long
def test_affiliations_are_found_by_member_club_and_note(officer, members):
    Affiliation.objects.filter(member=members[2]).update(note="Paid by hand: 201.")
    address = reverse("admin:federation_affiliation_changelist")
    for query, found in {
        "10001": [10001],
        "DUBOÏS": [10004],
        "990008": [10008],
        "201": [10004, 10008],
        "201 paid": [10008],
        "PAID dubois": [],
        "?": [],
        "": [10001, 10004, 10008],
    }.items():
        rows = officer.get(address, {"q": query}).context["cl"].result_list
        assert [row.member.key for row in rows] == found, query
