"""federation/admin: titles and links of pages."""

import datetime as dt

import pytest
from django.urls import reverse

from federation.models import Affiliation, Club, Member

pytestmark = pytest.mark.django_db


def test_each_page_has_its_own_title(officer, members):
    member = reverse("admin:federation_member_change", args=[members[0].pk])
    headings = {
        reverse("admin:federation_member_changelist"): "<h1>Members</h1>",
        member: f'<p class="eyebrow">Member</p><h1>{members[0]}</h1>',
        reverse("admin:federation_member_add"): '<p class="eyebrow">Add</p><h1>Member</h1>',
    }
    for address, heading in headings.items():
        assert heading in officer.get(address).text


@pytest.mark.long
def test_members_and_clubs_link_to_their_public_pages(officer, members):
    for address, public in (
        (reverse("admin:federation_member_change", args=[members[0].pk]), reverse("player", args=[10001])),
        (reverse("admin:federation_club_change", args=[members[0].affiliations.get().club_id]), "/clubs/101/"),
    ):
        page = officer.get(address)
        assert page.context["absolute_url"].endswith(public)
        assert officer.get(page.context["absolute_url"]).status_code == 200
    Member.objects.filter(pk=members[0].pk).update(merged_into=members[1])
    assert not officer.get(reverse("admin:federation_member_change", args=[members[0].pk])).context["has_absolute_url"]


@pytest.mark.parametrize("years", [21, 30])
def test_a_large_club_cannot_be_deleted_in_a_constant_number_of_queries(
    officer, members, years, django_assert_num_queries
):
    club = Club.objects.create(number="401", name="Vieux Pions")
    days = [dt.date(1990 + year, 9, 1) for year in range(years)]
    Affiliation.objects.bulk_create(
        Affiliation(member=members[0], club=club, start=day, end=day + dt.timedelta(days=300)) for day in days
    )
    with django_assert_num_queries(6):  # session, user, permissions (2), the club, 21 of its affiliations
        page = officer.get(reverse("admin:federation_club_delete", args=[club.pk]))
    assert page.context["protected"] == [str(each) for each in club.affiliations.order_by("pk")[:20]] + ["…"]
    officer.post(reverse("admin:federation_club_delete", args=[club.pk]), {"post": "yes"})
    assert Club.objects.filter(pk=club.pk).exists()
