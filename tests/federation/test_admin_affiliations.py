"""Affiliations and roles in clubs in the admin: what is told of their days, and what they are called."""

from __future__ import annotations

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import Affiliation, ClubRole
from tests import cast
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def officer() -> Client:
    return logged_in(cast.membership_officer())


def test_an_end_before_the_beginning_is_told_once_at_its_field(officer: Client) -> None:
    cast.member(10001), cast.secretary()
    for row, sentence in (
        (Affiliation.objects.get(), "An affiliation cannot end before it begins."),
        (ClubRole.objects.get(), "A role cannot end before it begins."),
    ):
        address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
        page = send(officer, officer.get(address, headers={"accept-language": "en"}), {"end": "2025-08-31"})
        assert page.context["adminform"].form.errors == {"end": [sentence]}


def test_a_new_member_is_not_affiliated_backwards_either(officer: Client) -> None:
    address = reverse("admin:federation_member_add")
    row = {"club": cast.club().pk, "kind": "full", "start": "2026-09-01", "end": "2025-08-31"}
    counts = {f"{rows}-{name}_FORMS": "0" for rows in ("licences", "affiliations") for name in ("TOTAL", "INITIAL")}
    sent = {"matricule": "23001", "last_name": "Peeters", **counts, "affiliations-TOTAL_FORMS": "1"}
    sent |= {f"affiliations-0-{name}": value for name, value in row.items()}
    page = officer.post(address, sent, headers={"accept-language": "en"})
    [_licences, affiliations] = page.context["inline_admin_formsets"]
    assert affiliations.formset.errors == [{"end": ["An affiliation cannot end before it begins."]}]


def test_histories_and_messages_say_whose_affiliation_and_role_it_is(officer: Client) -> None:
    cast.member(10001), cast.secretary()
    for row in (Affiliation.objects.get(), ClubRole.objects.get()):
        address = reverse(f"admin:federation_{row._meta.model_name}_change", args=[row.pk])
        send(officer, officer.get(address), {"end": "2026-06-30"})
    assert [entry.object_repr for entry in LogEntry.objects.order_by("pk")] == [
        "10001 Aerts, Anna, 2025-09-01 – 2026-06-30",
        "secretary101, secretary 101 Tour Blanche",
    ]


def test_who_acts_for_a_club_does_so_from_today_on_unless_told_otherwise(officer: Client) -> None:
    page = officer.get(reverse("admin:federation_club_change", args=[cast.club().pk]))
    [roles] = page.context["inline_admin_formsets"]
    assert roles.formset.empty_form["start"].value() == timezone.localdate()
