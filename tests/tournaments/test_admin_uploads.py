"""What the admin says of files, and of tournaments before they are deleted: ways between them, no long lists."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import cast, pages
from tests.forms import logged_in
from tests.tournaments import events

pytestmark = pytest.mark.django_db


def test_a_file_leads_to_what_came_of_it() -> None:
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
