"""A list and its corrections are those that were entered in the public log."""

from __future__ import annotations

from pathlib import Path

import pytest

from federation.background import worker
from federation.models import Job
from ratings.calculation.manifest import digest
from ratings.models import LogEntry, RatingList
from ratings.public_log import files, nightly
from ratings.public_log.append import append_news
from ratings.verification.verify import verify
from tests import cast
from tests.ratings import scene
from tests.ratings.public_log.conftest import log_folder  # noqa: F401 - the log lies in a folder of the test
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result
from tournaments.models import Correction, Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def published() -> RatingList:
    """Return a list whose tournament was corrected before, with the log."""
    pool = scene.spring_pool()
    game = Pairing.objects.get(round=1)
    correct_result(game, Result.DRAW, Result.DRAW, cast.rating_officer(), "Scoresheet seen")
    made = scene.published(pool)
    append_news()
    return made


def said(rating_list: RatingList) -> dict[str, list[str]]:
    found = verify(RatingList.objects.get(pk=rating_list.pk))
    return {check.code: check.sentences for check in found.failed}


def test_a_list_made_anew_with_all_its_checksums_is_not_the_logged_one(published: RatingList) -> None:
    then = published.digest
    published.manifest["facts"] = {"unlisted": 1}
    published.digest = digest(published.manifest)
    published.save()
    sentence = f"The public log has the checksum {then} for this list, the list has {published.digest}."
    assert said(published) == {"log": [sentence]}


@pytest.mark.long
@pytest.mark.parametrize(("field", "value"), [("after", "0-1"), ("reason", "Nothing"), ("field", "date")])
def test_a_changed_correction_is_named(published: RatingList, field: str, value: str) -> None:
    Correction.objects.update(**{field: value})
    pk, day = Correction.objects.values_list("pk", "made_at__date").get()
    sentence = f"Spring Open: correction {pk} says something else than what was entered in the public log on {day}."
    assert said(published) == {"log": [sentence]}


def test_a_deleted_correction_is_named(published: RatingList) -> None:
    pk, day = Correction.objects.values_list("pk", "made_at__date").get()
    Correction.objects.all().delete()
    gone = f"Spring Open: correction {pk}, entered in the public log on {day}, is no longer among the corrections."
    assert said(published) == {"log": [gone]}


@pytest.mark.long
def test_a_correction_that_named_an_erased_person_is_not_compared(published: RatingList) -> None:
    LogEntry.objects.update(salt="")
    Correction.objects.update(reason="")
    assert said(published) == {}


def test_a_new_site_makes_its_key_and_signs_the_empty_log_at_its_first_start(log_folder: Path) -> None:  # noqa: F811
    done = worker.run(nightly.queue().pk)
    assert done.result == {"appended": 0, "size": 0}
    assert files.latest().size == 0
    assert (log_folder.parent / "keys" / "public_log.pem").stat().st_mode & 0o777 == 0o600


@pytest.mark.long
def test_a_log_that_was_changed_is_found_the_next_night(published: RatingList) -> None:
    files.publish()
    Job.objects.all().delete()
    LogEntry.objects.filter(number=1).update(content="{}")
    done = worker.run(nightly.queue().pk)
    assert done.state == Job.State.FAILED
    assert done.failure == "The public log was changed below entry 4. Restore its entries from a backup."
    assert nightly.queue() is None
