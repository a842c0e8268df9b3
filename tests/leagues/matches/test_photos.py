"""Photos of match sheets: who sends them, who sees them, how long they stay."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from federation.erasure import erasing
from federation.privacy import retention
from leagues.matches import photos
from leagues.models import SheetPhoto
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
JPEG = b"\xff\xd8\xff\xe0 a sheet"


@pytest.fixture
def season(settings: LazySettings, tmp_path: Path) -> Scene:
    settings.MEDIA_ROOT = tmp_path
    return scene.started()


def file(data: bytes = JPEG) -> SimpleUploadedFile:
    return SimpleUploadedFile("sheet.jpg", data)


@pytest.mark.long
def test_a_photo_is_kept_once_and_seen_by_both_sides_and_the_officer(client: Client, season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    client.force_login(season.captain(match, "home"))
    for _time in range(2):
        answer = client.post(f"/en/captain/{match.pk}/home/photo/", {"photo": file()}, follow=True)
    assert "The photo of the match sheet is kept." in answer.content.decode()
    kept = SheetPhoto.objects.get()
    for user in (*(season.captain(match, side) for side in ("home", "away")), season.officer):
        client.force_login(user)
        given = client.get(f"/en/captain/photos/{kept.pk}/")
        assert b"".join(given.streaming_content) == JPEG
    pages = {f"/en/captain/{match.pk}/away/": "away", f"/en/league-office/matches/{match.pk}/": ""}
    for page, side in pages.items():
        client.force_login(season.captain(match, side) if side else season.officer)
        assert f'href="/en/captain/photos/{kept.pk}/"' in client.get(page).content.decode()
    client.force_login(season.captains[301])
    assert client.get(f"/en/captain/photos/{kept.pk}/").status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(("data", "said"), [(b"<svg>", "neither a photo"), (JPEG + b" " * 100, "too large")])
def test_a_file_that_is_not_a_photo_is_refused(
    client: Client, season: Scene, settings: LazySettings, data: bytes, said: str
):
    settings.UPLOAD_LIMIT = 100
    match = scene.revealed(season, season.match(101, 201))
    client.force_login(season.captain(match, "home"))
    answer = client.post(f"/en/captain/{match.pk}/home/photo/", {"photo": file(data)}, follow=True)
    assert said in answer.content.decode()
    assert not SheetPhoto.objects.exists()


def test_photos_are_deleted_after_a_year(season: Scene, tmp_path: Path):
    match = scene.revealed(season, season.match(101, 201))
    photos.keep(match.pk, "home", file(), season.captain(match, "home"))
    photos.remove_old()
    assert list(photos.stored_files()) == list(SheetPhoto.objects.values_list("file", "sha256"))
    SheetPhoto.objects.update(at=timezone.now() - dt.timedelta(days=366))
    photos.remove_old()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.long
def test_an_erasure_deletes_the_photos_of_the_matches_of_the_person(season: Scene):
    for home, away in ((101, 201), (201, 301)):
        match = scene.revealed(season, season.match(home, away))
        photos.keep(match.pk, "home", file(), season.captain(match, "home"))
    first = season.match(101, 201)
    member = first.boards.get(number=1).home if first.home.club.key == 101 else first.boards.get(number=1).away
    erasing.remove_files(member)
    assert [each.match.pk for each in SheetPhoto.objects.all()] == [season.match(201, 301).pk]


def test_the_page_about_data_says_how_long_photos_are_kept(season: Scene):
    assert ("Photos of match sheets", 365) in retention.shown()
