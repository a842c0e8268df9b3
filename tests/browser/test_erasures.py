"""Two officers erase a person in a real browser, with their clicks counted; the pages about people's data."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from federation.models import Erasure, Looked, Member
from tests import cast
from tests.browser.conftest import Visitor
from tests.browser.test_accessibility import faults
from tests.browser.test_desk import clicked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.long
def test_two_officers_erase_a_person_with_four_clicks(reader_without_javascript: Visitor) -> None:
    visitor, anna = reader_without_javascript, cast.member(10001)
    visitor.log_in(cast.membership_officer())
    page = visitor.open(reverse("admin:federation_member_change", args=[anna.pk]))
    clicks = clicked(page.get_by_role("link", name="Erase this person"))
    page.get_by_label("Reason").fill("Letter of 1 June")
    clicks += clicked(page.get_by_role("button", name="Request the erasure"))
    expect(page.get_by_text("can be approved from")).to_be_visible()
    Erasure.objects.update(asked_at=timezone.now() - dt.timedelta(days=14))
    visitor.log_in(cast.administrator())
    page = visitor.open(reverse("admin:index"))
    clicks += clicked(
        page.get_by_role("link", name="1 erasure of a person waits for your approval."),
        page.get_by_role("button", name="Erase Aerts, Anna for good"),
    )
    expect(page.get_by_text("being erased", exact=True)).to_be_visible()
    assert clicks == 4


@pytest.mark.long
def test_the_pages_about_peoples_data_are_for_everybody(visitor: Visitor) -> None:
    cast.everybody()
    first, second = cast.membership_officer(), cast.administrator()
    for number, days in ((10001, 20), (10002, 1)):
        asked = timezone.now() - dt.timedelta(days=days)
        Erasure.objects.create(member=cast.member(number), reason="Letter", asked_by=first, asked_at=asked)
    Looked.objects.create(account=first, role="membership officer", page="export", count=320)
    visitor.log_in(second)
    pk = Member.objects.get(key=10003).pk
    pages = ("privacy", "erasures", "looks")
    for address in (*map(reverse, pages), *(reverse(name, args=[pk]) for name in ("kept_of_member", "erase_member"))):
        assert faults(visitor.open(address)) == [], address
