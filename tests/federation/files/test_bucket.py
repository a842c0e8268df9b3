"""Files in a bucket, on a server of S3's protocol that the tests start: machines that share no folder."""

from __future__ import annotations

import gzip
import hashlib
import logging
import tarfile
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection
from django.test import Client
from moto.server import ThreadedMotoServer

from federation import environment
from federation.background import backups, restoring, worker
from federation.background.backup_checks import BackupFailed
from federation.files import bucket, pending_uploads
from federation.members.hiding import rewrite_public_files
from federation.models import Member
from ratings.models import RenderedFile
from ratings.public.rendering import clear_withdrawn, render
from ratings.verification.files import DAMAGED, MISSING, damaged
from ratings.verification.scrub import scrub
from tests import cast
from tests.outage import database_away
from tests.ratings import published
from tests.tournaments import events
from tournaments.intake import receive
from tournaments.models import Upload

pytestmark = pytest.mark.django_db(transaction=True)
BACKEND = "federation.files.bucket_storage.BucketStorage"
LIST = "/en/lists/elo/2026-07/"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Return the address of a server of S3's protocol on this machine."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    started = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    started.start()
    yield "http://{}:{}".format(*started.get_host_and_port())
    started.stop()


@pytest.fixture(autouse=True)
def empty_bucket(server: str, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the bucket for the files of this machine, which belong to this test alone."""
    name = tmp_path.name.replace("_", "-")[:60].strip("-")
    client = boto3.client(
        "s3",
        endpoint_url=server,
        region_name="us-east-1",
        aws_access_key_id="of-the-tests",
        aws_secret_access_key="a/b",
    )
    client.create_bucket(Bucket=name)
    monkeypatch.setenv("MEDIA_BUCKET", f"s3://of-the-tests:a%2Fb@{name}?endpoint={server}&region=us-east-1")
    settings.MEDIA_BUCKET = environment.bucket("MEDIA_BUCKET")
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.PUBLISHED_ROOT = settings.MEDIA_ROOT / "published"
    options = {"BACKEND": BACKEND, "OPTIONS": settings.MEDIA_BUCKET}
    cache.clear()
    settings.STORAGES = {**settings.STORAGES, "default": options}


def sent() -> Upload:
    upload, _new = receive.receive(
        ContentFile(events.csv_file(events.report())), "games.csv", cast.club(), cast.secretary()
    )
    receive.read_later(upload, upload.uploaded_by)
    return upload


def test_uploads_are_in_the_bucket_and_on_no_machine(settings: LazySettings) -> None:
    upload = sent()
    assert worker.run(upload.job_id).state == "done"
    assert upload.tournaments.get().name == "Tower Cup"
    assert not settings.MEDIA_ROOT.exists()


def test_published_files_are_in_the_bucket_and_any_machine_serves_them(settings: LazySettings) -> None:
    client = Client()
    render(published.spring_list())
    assert not settings.PUBLISHED_ROOT.exists()
    for name in ("bundle.zip", "chcklist.zip"):
        file = RenderedFile.objects.get(path=name)
        answer = client.get(f"/lists/elo/2026-07/{name}")
        assert answer["ETag"] == f'"{file.sha256}"'
        assert hashlib.sha256(b"".join(answer)).hexdigest() == file.sha256
    page = client.get(LIST)
    assert page["ETag"] == f'"{RenderedFile.objects.get(path="en/page-1.html").sha256}"'
    assert client.get(LIST, headers={"If-None-Match": page["ETag"]}).status_code == 304


def test_a_packed_copy_that_is_left_on_a_machine_does_not_change_what_the_bucket_answers() -> None:
    render(published.spring_list())
    place = RenderedFile.objects.get(path="list.csv").place
    place.parent.mkdir(parents=True)
    place.with_name("list.csv.gz").write_bytes(gzip.compress(b"old"))
    answer = Client().get("/lists/elo/2026-07/list.csv", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer
    assert b"Aerts" in b"".join(answer)


def test_a_file_that_was_damaged_in_the_bucket_is_found_and_not_served() -> None:
    rating_list = published.spring_list()
    render(rating_list)
    assert list(damaged(rating_list)) == []
    file = RenderedFile.objects.get(path="bundle.zip")
    default_storage.save(f"published/{file.sha256}/bundle.zip", ContentFile(b"damaged"))
    assert Client().get("/lists/elo/2026-07/bundle.zip").status_code == 404
    assert [(each.template, each.facts) for each in damaged(rating_list)] == [(DAMAGED, {"path": "bundle.zip"})]
    scrub(rating_list)
    assert [each.template for each in damaged(rating_list)] == [MISSING]


def test_who_is_hidden_is_in_no_answer_and_their_files_leave_the_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    render(published.spring_list())
    sha256 = RenderedFile.objects.get(path="list.csv").sha256
    assert "Aerts" in client.get(LIST).text
    Member.objects.filter(key=10001).update(hidden=True)
    rewrite_public_files()
    assert client.get(f"/published/{sha256}/list.csv").status_code == 404
    assert "Aerts" not in client.get(LIST).text
    clear_withdrawn()  # leaves files whose rows may not be committed yet
    assert sha256 in default_storage.listdir("published")[0]
    monkeypatch.setattr(bucket, "SETTLED", -bucket.SETTLED)
    clear_withdrawn()
    assert default_storage.listdir("published") == ([], [])


def test_without_its_database_a_site_answers_stored_pages_from_the_bucket() -> None:
    client = Client(raise_request_exception=False)
    render(published.spring_list())
    stored, latest = client.get(LIST).content, "/en/lists/elo/"
    with database_away():
        assert [client.get(address).content for address in (LIST, latest)] == [stored, stored]
        assert client.get("/en/lists/elo/2026-08/").status_code == 503


def test_without_its_database_a_site_with_a_bucket_shows_nobody_who_was_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = Client(raise_request_exception=False)
    render(published.spring_list())
    monkeypatch.setattr(bucket, "SETTLED", -bucket.SETTLED)
    clear_withdrawn()  # removes nothing that is in use
    with database_away():
        assert client.get(LIST).status_code == 200
    Member.objects.filter(key=10001).update(hidden=True)
    rewrite_public_files()
    with database_away():
        assert client.get(LIST).status_code == 503


def test_a_bucket_that_does_not_answer_is_not_an_error_of_the_site(settings: LazySettings) -> None:
    render(published.spring_list())
    upload = sent()
    options = {**settings.MEDIA_BUCKET, "endpoint_url": "http://127.0.0.1:9"}  # nobody listens there
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": BACKEND, "OPTIONS": options}}
    answer = Client(raise_request_exception=False).get(LIST)
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    job = worker.run(upload.job_id)
    assert (job.state, job.attempts) == ("queued", 0)


def test_what_is_kept_for_a_day_leaves_the_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    default_storage.save(f"{pending_uploads.FOLDER}/one", ContentFile(b"birth dates"))
    assert pending_uploads.purge() == 0
    monkeypatch.setattr(pending_uploads, "KEPT", -pending_uploads.KEPT)
    assert pending_uploads.purge() == 1
    assert pending_uploads.purge() == 0


def test_a_backup_takes_the_bucket_along(tmp_path: Path) -> None:
    upload = sent()
    render(published.spring_list())
    made, _rows = backups.make_good(tmp_path / "backups")
    with tarfile.open(made / "media.tar") as archive:
        kept = archive.extractfile(f"media/{upload.file.name}")
        assert kept.read() == events.csv_file(events.report())
    default_storage.delete(upload.file.name)
    with pytest.raises(BackupFailed, match=upload.file.name):
        backups.make_good(tmp_path / "others")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="`test_restoring` restores on PostgreSQL")
def test_a_backup_is_restored_into_the_bucket_and_sends_no_mail(tmp_path: Path) -> None:
    upload = sent()
    made, _rows = backups.make_good(tmp_path / "backups")
    default_storage.delete(upload.file.name)
    restoring.restore(made, replace=True)
    assert upload.file.open("rb").read() == events.csv_file(events.report())
    assert default_storage.exists("mails-held")
    call_command("release_mails")
    assert not default_storage.exists("mails-held")
