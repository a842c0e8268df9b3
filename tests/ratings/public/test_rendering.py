"""The files of a published list."""

from __future__ import annotations

import errno
import gzip
import hashlib
from pathlib import Path

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from ratings import exports
from ratings.errors import RatingError
from ratings.lists.rating_run import rate
from ratings.models import RatingList, RenderedFile
from ratings.public import rendering
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def root(settings, tmp_path: Path) -> Path:
    settings.PUBLISHED_ROOT = tmp_path
    return tmp_path


@pytest.fixture
@made_once
def published() -> RatingList:
    pool = scene.spring_pool()
    return scene.published(pool)


def content(file: RenderedFile) -> bytes:
    return rendering.location(file.sha256, file.path.rpartition("/")[2]).read_bytes()


@pytest.mark.long
def test_downloads_and_a_page_in_every_language(published: RatingList) -> None:
    rendering.render(published)
    found = {file.path: file.language for file in RenderedFile.objects.all()}
    pages = {f"{language}/page-1.html": language for language in ("de", "en", "fr", "nl")}
    assert found == {**dict.fromkeys(exports.downloads_of(published), ""), "bundle.zip": "", **pages}
    published.refresh_from_db()
    assert published.rendered_at is not None


@pytest.mark.long
def test_files_for_pairing_programs_are_written_for_the_latest_list_alone(published: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], start=scene.NEXT.replace(year=2026, month=9))
    latest = scene.published(published.pool, scene.NEXT)
    programs = {
        path for path, download in exports.DOWNLOADS.items() if download.group is exports.DownloadGroup.PROGRAMS
    }
    earlier, later = ({file.path for file in rendering.render(each)} for each in (published, latest))
    assert {"player.zip", "papi.zip"} <= later
    assert programs & earlier == set()
    assert later - earlier == programs & set(exports.downloads_of(latest))


@pytest.mark.long
def test_a_file_is_stored_under_the_digest_of_its_content(published: RatingList) -> None:
    for file in rendering.render(published):
        data = content(file)
        assert hashlib.sha256(data).hexdigest() == file.sha256
        assert len(data) == file.size


@pytest.mark.long
def test_a_packed_copy_is_beside_it(published: RatingList, root: Path) -> None:
    file = next(file for file in rendering.render(published) if file.path == "list.csv")
    packed = root / file.sha256 / "list.csv.gz"
    assert gzip.decompress(packed.read_bytes()) == content(file) == exports.WRITERS["csv"](published)
    assert packed.stat().st_size < file.size


@pytest.mark.long
def test_archives_are_not_packed_again(published: RatingList, root: Path) -> None:
    files = {file.path: file.sha256 for file in rendering.render(published)}
    packed = {path for path, sha256 in files.items() if list((root / sha256).glob("*.gz"))}
    assert {path for path in files if path.endswith((".zip", ".xlsx"))} == files.keys() - packed


def test_a_full_disk_is_left_without_half_files(published: RatingList, root: Path, monkeypatch) -> None:
    def half(path: Path, content: bytes) -> None:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="No space left"):
        rendering.render(published)
    assert [path for path in root.rglob("*") if path.is_file()] == []


@pytest.mark.long
def test_a_page_shows_the_list_in_its_language(published: RatingList) -> None:
    files = {file.path: content(file).decode() for file in rendering.render(published) if file.language}
    assert all("Hermans, Hanne" in files[f"{language}/page-1.html"] for language in ("fr", "nl", "de", "en"))
    assert '<html lang="nl"' in files["nl/page-1.html"]


@pytest.mark.long
def test_rendering_again_changes_nothing(
    published: RatingList, root: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first = {(file.path, file.sha256) for file in rendering.render(published)}
    before = sorted(root.rglob("*"))
    with django_capture_on_commit_callbacks(execute=True):  # after which files that nobody names go
        assert {(file.path, file.sha256) for file in rendering.render(published)} == first
    assert sorted(root.rglob("*")) == before
    assert RenderedFile.objects.count() == len(first)


@pytest.mark.long
def test_the_files_of_a_replaced_list_stay(published: RatingList) -> None:
    files = rendering.render(published)
    scene.tournament(["10001 10004 1-0"], name="Late")
    rendering.render(scene.published(published.pool, reason="Late came late."))
    assert all(content(file) for file in files)
    assert RenderedFile.objects.filter(list=published).count() == len(files)


def test_a_draft_is_not_rendered(root: Path) -> None:
    pool = scene.started()
    with pytest.raises(RatingError, match="is a draft"):
        rendering.render(rate(pool, scene.LIST))
    assert list(root.iterdir()) == []


@pytest.mark.long
def test_progress_is_reported(published: RatingList) -> None:
    reported: list[int] = []
    rendering.render(published, lambda *progress: reported.append(progress[0]))
    assert reported == sorted(reported)
    assert 0 < reported[-1] < 100


@pytest.mark.long
def test_a_birth_date_is_in_no_file(published: RatingList) -> None:
    born = cast.member(10001).birth_date
    for file in rendering.render(published):
        data = content(file)
        assert born.isoformat().encode() not in data
        assert born.strftime("%Y%m%d").encode() not in data
