"""Damaged stored files are no longer served, and are rendered again."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from federation.background import worker
from federation.models import Job
from ratings.models import RatingList
from ratings.verification import nightly
from ratings.verification.scrub import scrub
from tests.ratings.published import rendered_spring_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(settings: LazySettings, tmp_path: Path) -> RatingList:
    settings.PUBLISHED_ROOT = tmp_path / "published"
    found = rendered_spring_list()
    Job.objects.update(state=Job.State.DONE)
    return found


def damage(rating_list: RatingList) -> Path:
    place: Path = rating_list.files.get(path="list.csv").place
    place.write_bytes(b"not what was generated")
    place.with_name("list.csv.gz").unlink(missing_ok=True)
    return place


@pytest.mark.long
def test_a_damaged_file_is_found_at_night_removed_and_rendered_again(published: RatingList, client: Client) -> None:
    whole = published.files.get(path="list.csv").place.read_bytes()
    place = damage(published)
    RatingList.objects.update(published_at="2020-01-01T00:00Z")
    assert not nightly.check(published).passed
    assert not place.exists()
    address = f"/lists/{published.pool.slug}/{published.month_slug}/list.csv"
    said = client.get(address)
    assert (b"".join(said.streaming_content) if said.streaming else said.content) == whole
    (job,) = Job.objects.filter(kind="render", state=Job.State.QUEUED)
    assert worker.run(job.pk).state == Job.State.DONE
    assert place.read_bytes() == whole


def test_a_list_that_was_revised_forgets_the_file(published: RatingList) -> None:
    damage(published)
    RatingList.objects.filter(pk=published.pk).update(state=RatingList.State.REVISED)
    published.refresh_from_db()
    assert scrub(published) == 1
    assert not published.files.filter(path="list.csv").exists()
    assert not Job.objects.filter(kind="render", state=Job.State.QUEUED).exists()


def test_whole_files_are_left_alone(published: RatingList) -> None:
    assert scrub(published) == 0
    assert not Job.objects.filter(state=Job.State.QUEUED).exists()
