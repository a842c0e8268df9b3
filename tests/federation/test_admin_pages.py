"""federation/admin: what pages are called, and where they lead"""

import pytest
from django.urls import reverse

from federation.models import Member

pytestmark = pytest.mark.django_db


def test_pages_are_called_by_what_is_on_them(officer, members):
    member = reverse("admin:federation_member_change", args=[members[0].pk])
    headings = {
        reverse("admin:federation_member_changelist"): "<h1>Members</h1>",
        member: f'<p class="eyebrow">Member</p><h1>{members[0]}</h1>',
        reverse("admin:federation_member_add"): '<p class="eyebrow">Add</p><h1>Member</h1>',
    }
    for address, heading in headings.items():
        assert heading in officer.get(address).text


def test_a_member_and_a_club_lead_to_their_public_pages(officer, members):
    for address, public in (
        (reverse("admin:federation_member_change", args=[members[0].pk]), reverse("player", args=[10001])),
        (reverse("admin:federation_club_change", args=[members[0].affiliations.get().club_id]), "/clubs/101/"),
    ):
        page = officer.get(address)
        assert page.context["absolute_url"].endswith(public)
        assert officer.get(page.context["absolute_url"]).status_code == 200
    Member.objects.filter(pk=members[0].pk).update(merged_into=members[1])
    assert not officer.get(reverse("admin:federation_member_change", args=[members[0].pk])).context["has_absolute_url"]
