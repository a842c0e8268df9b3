"""Files of a correction: kept with it, given to the staff and those whom it concerns, deleted in time."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.erasure.erasing import remove_files
from federation.models import Office
from tests import cast
from tests.tournaments.admin.test_corrections import FACTS, row
from tests.tournaments.claims import scene
from tournaments.claims import claims
from tournaments.models import CorrectionDecision, CorrectionEvidence, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def files(settings: LazySettings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


def corrected(content: bytes = b"\xff\xd8\xff sheet", **button: str) -> None:
    """Correct the game of Anna and Bram with the form, with a file."""
    tournament = Tournament.objects.first() or scene.accepted()
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    sent = FACTS | {"what": "changes", "reason": "See the sheet.", **row(scene.game(), result="01"), **button}
    sent["evidence"] = SimpleUploadedFile("sheet.jpg", content)
    logged_in(User.objects.filter(username="officer").first() or cast.rating_officer()).post(address, sent)


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.long
def test_staff_the_organiser_and_the_players_of_the_game_get_the_file_and_nobody_else() -> None:
    corrected()
    address = f"/en/claims/corrections/{CorrectionEvidence.objects.get().pk}/"
    readers = [scene.player(10001), cast.secretary(), User.objects.get(username="officer")]
    for user in readers:
        answer = logged_in(user).get(address)
        assert b"".join(answer.streaming_content) == b"\xff\xd8\xff sheet"
        assert answer["Content-Disposition"].startswith("attachment")
    others = [scene.player(10005), cast.secretary(201)]
    assert [logged_in(user).get(address).status_code for user in others] == [404, 404]
    assert Client().get(address).status_code == 302


def test_the_page_of_the_tournament_leads_those_and_nobody_else_to_the_file() -> None:
    corrected()
    link = f'href="/en/claims/corrections/{CorrectionEvidence.objects.get().pk}/"'
    page = f"/en/tournaments/{Tournament.objects.get().pk}/"
    unit = cast.league("400")
    officer = User.objects.create_user("league")
    Office.objects.create(account=officer, unit=unit, role="officer", start=cast.SEASON[0])
    readers = [scene.player(10001), cast.secretary(), User.objects.get(username="officer"), officer]
    others = [scene.player(10005), cast.secretary(201), cast.membership_officer()]
    shown = [link in logged_in(user).get(page, follow=True).content.decode() for user in [*readers, *others]]
    assert shown == [True] * 4 + [False] * 3
    assert link not in Client().get(page, follow=True).content.decode()


@pytest.mark.long
def test_a_preview_keeps_no_file_and_a_file_that_is_refused_leaves_nothing_corrected() -> None:
    corrected(look="1")
    corrected(b"<script>")
    assert (CorrectionEvidence.objects.count(), CorrectionDecision.objects.count()) == (0, 0)


def test_it_goes_after_the_days_that_the_profile_says() -> None:
    corrected()
    path = CorrectionEvidence.objects.get().file.name
    assert claims.queue() is None
    CorrectionDecision.objects.update(made_at=timezone.now() - dt.timedelta(days=91))
    assert (claims.delete_old_evidence(), default_storage.exists(path)) == (1, False)


@pytest.mark.long
def test_an_erasure_deletes_the_files_of_corrections_of_the_persons_games() -> None:
    corrected()
    remove_files(cast.member(10009))
    assert CorrectionEvidence.objects.count() == 1
    remove_files(scene.bram())
    assert CorrectionEvidence.objects.count() == 0
