"""The export of everything that is stored of a person."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from federation.members import merging
from federation.models import Licence, Member
from tests import cast
from tests.forms import logged_in
from tests.ratings import scene
from tournaments.models import ConfirmedSpelling

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_export_has_the_rows_of_the_person_from_every_table_and_no_others() -> None:
    scene.started()
    anna, twin = cast.member(10001), Member.objects.create(number="20001", last_name="Aerts")
    Licence.objects.create(member=anna, issuer="FFE", number="A12345")
    ConfirmedSpelling.objects.create(member=twin, name_key="aerts anne")
    scene.tournament(["10001 10002 1-0"], name="Open")
    merging.merge(twin, anna)
    officer, address = logged_in(cast.membership_officer()), reverse("kept_file", args=[anna.pk])
    change = reverse("admin:federation_member_change", args=[anna.pk])
    assert f'href="{reverse("kept_of_member", args=[anna.pk])}"' in officer.get(change).text
    page = officer.get(address, headers={"accept-language": "en"})
    kept = json.loads(page.content)
    assert page["Content-Disposition"] == 'attachment; filename="10001.json"'
    assert [row["birth_date"] for row in kept["member"]] == ["1990-01-01", None]
    assert [row["number"] for row in kept["licence"]] == ["A12345"]
    assert [(row["club"], row["start"]) for row in kept["affiliation"]] == [("101 Tour Blanche", "2025-09-01")]
    assert [(row["name_key"], "confirmed_by" in row) for row in kept["confirmedspelling"]] == [("aerts anne", False)]
    assert [(row["tournament"], row["file_last_name"]) for row in kept["participant"]] == [("Open", "10001")]
    assert kept["comparedplayer"] == []
    assert kept["rating"] == [
        {"list": "Elo, 1 January 2026", "member": "10001 Aerts, Anna", "rating": 1800, "games": 150}
    ]


def test_viewers_cannot_export_personal_data() -> None:
    address = reverse("kept_file", args=[cast.member(10001).pk])
    assert logged_in(cast.viewer()).get(address).status_code == 403
