"""Requests for correction: asked by the member, decided by an officer, seen by both."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from federation.erasure.erasing import erase_rows, remove_files
from federation.models import AuditValue, Job, Member, Rectification
from federation.privacy import rectifications
from federation.privacy.rectifications import RectificationError
from tests import cast
from tests.tournaments.claims.scene import player

pytestmark = pytest.mark.django_db


def asked(field: str = "last_name", value: str = "Baetens", by: User | None = None) -> Rectification:
    """Return the request of member 10002."""
    return rectifications.ask(cast.member(10002), by or player(), field, value, "Identity card")


def stored(field: str) -> object:
    return Member.objects.values_list(field, flat=True).get(key=10002)


def test_an_accepted_request_corrects_the_record_and_the_published_files():
    rectifications.accept(asked(), cast.membership_officer())
    assert (stored("last_name"), stored("search_name")) == ("Baetens", "baetens bram")
    assert Job.objects.filter(kind="hide").count() == 1
    made = Rectification.objects.get()
    assert (made.accepted, made.decided_by.username) == (True, "registrar")
    with pytest.raises(RectificationError, match="meanwhile been decided"):
        rectifications.decline(made, made.decided_by, "Late")


def test_a_birth_date_is_corrected_without_new_files():
    rectifications.accept(asked("birth_date", "1985-02-03"), cast.membership_officer())
    assert stored("birth_date") == dt.date(1985, 2, 3)
    assert not Job.objects.filter(kind="hide").exists()


def test_a_declined_request_keeps_the_record_and_needs_a_reason():
    made, officer = asked(), cast.membership_officer()
    with pytest.raises(RectificationError, match="Give the reason"):
        rectifications.decline(made, officer, " ")
    rectifications.decline(made, officer, "The card says Baeten.")
    made.refresh_from_db()
    assert (made.accepted, made.reason, stored("last_name")) == (False, "The card says Baeten.", "Baeten")


@pytest.mark.parametrize(
    ("field", "value", "refusal"),
    [
        ("birth_date", "yesterday", "cannot be read"),
        ("sex", "Q", "cannot be read"),
        ("last_name", " ", "cannot be read"),
        ("last_name", "Baeten", "already on record"),
    ],
)
def test_an_entry_that_is_not_a_correction_is_refused(field: str, value: str, refusal: str):
    with pytest.raises(RectificationError, match=refusal):
        asked(field, value)
    assert not Rectification.objects.exists()


def test_one_request_about_a_field_is_open_at_a_time():
    made = asked()
    with pytest.raises(RectificationError, match="open already"):
        asked(value="Bats", by=made.asked_by)
    rectifications.accept(made, cast.membership_officer())
    assert asked(value="Bats", by=made.asked_by).pk


def test_only_the_member_asks_and_only_the_membership_officer_decides():
    with pytest.raises(PermissionDenied):
        asked(by=cast.secretary())
    made = asked()
    for other in (cast.rating_officer(), made.asked_by):
        with pytest.raises(PermissionDenied):
            rectifications.accept(made, other)


@pytest.mark.long
def test_both_sides_see_the_request_and_its_clock(client, django_assert_num_queries):
    account, officer = player(), cast.membership_officer()
    client.force_login(account)
    member = cast.member(10002)
    form = {f"{member.pk}-field": "last_name", f"{member.pk}-value": "Baetens", f"{member.pk}-proof": "Card"}
    page = client.post(reverse("own_correction", args=[member.pk]), form, follow=True).text
    assert "The request was sent." in page
    assert "to be decided by" in page
    client.force_login(officer)
    made = Rectification.objects.get()
    assert made.due == timezone.localdate() + dt.timedelta(days=30)
    assert "Baeten, Bram asks for a correction" in client.get(reverse("office")).text
    for more in ("first_name", "nationality"):
        with django_assert_num_queries(7):
            assert "Baetens" in client.get(reverse("rectifications")).text
        asked(more, "FRA", by=account)
    client.post(reverse("decide_rectification", args=[made.pk]), {"verb": "decline", "reason": "No card"})
    client.force_login(account)
    assert "No card" in client.get(reverse("own_data")).text


@pytest.mark.long
def test_an_erasure_deletes_the_requests():
    asked(value="Canaryson")
    erase_rows(remove_files(cast.member(10002)))
    assert not Rectification.objects.exists()
    assert not AuditValue.objects.filter(after__contains="Canaryson").exists()
