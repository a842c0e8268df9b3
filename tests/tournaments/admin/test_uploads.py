"""What the admin shows of files, and of tournaments before they are deleted: links between them, no long lists."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Job
from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments import events

pytestmark = pytest.mark.django_db


def test_a_file_links_to_its_tournaments() -> None:
    first, second = events.stored(events.report(), events.report(name="Cup"))
    page = logged_in(cast.viewer()).get(reverse("admin:tournaments_upload_change", args=[first.upload_id]))
    for made in (first, second):
        assert f'<a href="{reverse("admin:tournaments_tournament_change", args=[made.pk])}">{made}</a>' in page.text


def test_a_tournament_that_is_deleted_is_named_without_each_of_its_games() -> None:
    tournament = events.tournament()
    address = reverse("admin:tournaments_tournament_delete", args=[tournament.pk])
    said = pages.text(logged_in(cast.rating_officer()).get(address, headers={"accept-language": "en"}))
    assert f"Pairings: {tournament.pairings.count()}" in said
    assert "Pairing: 1" not in said


def test_a_file_is_read_again(officer: Client) -> None:
    upload = events.read(events.csv_file(events.report()))
    address = reverse("admin:tournaments_upload_changelist")
    officer.post(address, {"action": "read_again", "_selected_action": [upload.pk]})
    assert Job.objects.get().arguments == {"upload": upload.pk, "again": True}


def test_an_unreadable_file_says_why(officer: Client) -> None:
    upload = events.read(b"event,white,black,result\nCup,10001,10002,7-3\n")
    text = officer.get(reverse("admin:tournaments_upload_change", args=[upload.pk])).text
    assert "The result 7-3 is not known. Wrong lines: 1. (line 2)" in text
