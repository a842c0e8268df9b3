"""federation/admin: the page that moves a member to another club"""

import datetime as dt

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse

from federation.models import Affiliation, Member
from tests import cast

pytestmark = pytest.mark.django_db

OUTSIDE = "A transfer can only be requested from 1 June to 31 July, effective on 1 August."


@pytest.fixture
def anna() -> Member:
    """Return a member of club 101 from 1 September 2025 to 31 August 2026."""
    cast.club(201)
    return cast.member(10001)


def address(member: Member) -> str:
    return reverse("admin:federation_member_transfer", args=[member.pk])


def history(member: Member) -> list[tuple[int, dt.date, dt.date | None, str]]:
    rows = member.affiliations.order_by("start")
    return list(rows.values_list("club__key", "start", "end", "end_cause"))


def test_the_page_of_a_member_leads_to_the_transfer(officer, anna):
    page = officer.get(reverse("admin:federation_member_change", args=[anna.pk])).content.decode()
    assert f'href="{address(anna)}"' in page


def test_a_member_moves_on_the_first_of_august(officer, anna):
    page = officer.get(address(anna))
    assert [str(interval) for interval in page.context["intervals"]] == ["101 Tour Blanche, 01/09/2025 – 31/08/2026"]
    club = cast.club(201).pk
    done = officer.post(address(anna), {"club": club, "asked": "2026-06-15"}, follow=True)
    assert done.redirect_chain == [(reverse("admin:federation_member_change", args=[anna.pk]), 302)]
    assert history(anna) == [
        (101, dt.date(2025, 9, 1), dt.date(2026, 7, 31), Affiliation.EndCause.TRANSFER),
        (201, dt.date(2026, 8, 1), dt.date(2027, 8, 31), ""),
    ]
    [entry] = LogEntry.objects.all()
    assert (entry.object_repr, entry.get_change_message()) == (
        "10001 Aerts, Anna",
        "Transferred from 101 Tour Blanche to 201 Cavalier Noir; a member there from 1 August 2026.",
    )


def test_an_officer_may_set_the_day_of_a_transfer(officer, anna):
    said = {"club": cast.club(201).pk, "asked": "2026-01-10", "effective": "2026-02-01"}
    officer.post(address(anna), said)
    assert [row[:2] for row in history(anna)] == [(101, dt.date(2025, 9, 1)), (201, dt.date(2026, 2, 1))]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            {"club": 201, "asked": "2026-01-10"},
            OUTSIDE,
        ),
        ({"club": 101, "asked": "2026-06-10"}, "10001 Aerts, Anna is already a member of that club."),
        (
            {"club": 201, "asked": "2024-06-10"},
            "10001 Aerts, Anna is not affiliated: add an affiliation to the new club instead.",
        ),
    ],
)
def test_an_impossible_transfer_is_explained_and_changes_nothing(officer, anna, said, why):
    before = history(anna)
    page = officer.post(address(anna), said | {"club": cast.club(said["club"]).pk})
    assert page.context["form"].non_field_errors() == [why]
    assert why in page.content.decode()
    assert history(anna) == before
    assert not LogEntry.objects.exists()


def keeper_of_names():
    """Return a user who may change members but not affiliations."""
    user = cast.User.objects.create_user("keeper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="change_member"))
    return user


@pytest.mark.long
def test_a_transfer_requires_the_permission_for_affiliations(client, anna):
    for make in (cast.viewer, cast.rating_officer, keeper_of_names):
        client.force_login(make())
        assert client.get(address(anna)).status_code == 403
        assert client.post(address(anna), {"club": cast.club(201).pk, "asked": "2026-06-15"}).status_code == 403
        page = client.get(reverse("admin:federation_member_change", args=[anna.pk])).content.decode()
        assert address(anna) not in page
    assert len(history(anna)) == 1
