"""What is kept no longer goes once a day, and the page says the same time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.models import BankLine
from federation.privacy import retention
from tests import cast, pages
from tests.ratings import scene
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.models import Stage, Upload

pytestmark = pytest.mark.django_db(transaction=True)


def sent(name: str, days: int, stage: Stage | None) -> Upload:
    """Return a file sent so many days ago, whose tournament was decided on that day."""
    upload, _is_new = receive.receive(ContentFile(name.encode()), name, cast.club(), None)
    moment = timezone.now() - dt.timedelta(days=days)
    Upload.objects.filter(pk=upload.pk).update(uploaded_at=moment, state="read" if stage else "failed")
    if stage:
        scene.tournament(["10001 10002 1-0"], name, stage=stage, upload=upload, decided_at=moment)
    return upload


@pytest.fixture
def _media(settings: object, tmp_path: object) -> Iterator[None]:
    settings.MEDIA_ROOT = tmp_path
    yield


@pytest.mark.long
@pytest.mark.usefixtures("_media")
def test_originals_go_after_the_days_of_the_profile_and_their_rows_stay() -> None:
    made = {
        "accepted long ago": sent("a", 1096, Stage.ACCEPTED),
        "accepted": sent("b", 1094, Stage.ACCEPTED),
        "rejected long ago": sent("c", 31, Stage.REJECTED),
        "rejected": sent("d", 29, Stage.REJECTED),
        "unreadable long ago": sent("e", 31, None),
        "waiting": sent("f", 2000, Stage.SUBMITTED),
    }
    paths = {name: upload.file.name for name, upload in made.items()}
    retention.sweep()
    left = {name for name, upload in made.items() if Upload.objects.get(pk=upload.pk).file}
    assert left == {"accepted", "rejected", "waiting"}
    assert {name for name, path in paths.items() if default_storage.exists(path)} == left
    gone = Upload.objects.get(pk=made["accepted long ago"].pk)
    assert (gone.sha256, gone.tournaments.count()) == (made["accepted long ago"].sha256, 1)
    with pytest.raises(Refused, match="was removed on"), transaction.atomic():
        receive.read_again(gone)
    _again, is_new = receive.receive(ContentFile(b"a"), "a", cast.club(), None)
    assert not is_new
    again, is_new = receive.receive(ContentFile(b"e"), "e", cast.club(), None)
    assert (is_new, default_storage.exists(again.file.name)) == (True, True)


@pytest.mark.long
def test_old_lines_of_banks_keep_their_amount_alone() -> None:
    for days, digest in ((3649, "new"), (3651, "old")):
        day = timezone.localdate() - dt.timedelta(days=days)
        BankLine.objects.create(
            booked_on=day, cents=5, payer="Payer", text="Fee", iban="BE1", digest=digest, file_name="f"
        )
    retention.sweep()
    kept = BankLine.objects.order_by("digest").values_list("digest", "cents", "payer", "text", "iban")
    assert list(kept) == [("new", 5, "Payer", "Fee", "BE1"), ("old", 5, "", "", "")]


def test_the_page_prints_the_time_that_the_sweep_goes_by_in_years_where_they_are_whole() -> None:
    page = pages.text(Client().get(reverse("privacy")))
    days = retention.in_force()
    assert (days.uploads, days.bank_lines) == (3 * 365, 10 * 365)
    assert "sent 3 years" in page and "bank files 10 years" in page
    assert f"{days.refused_uploads} days" in page
    assert "1 day " in page
    assert f"{days.backups} days" in page
