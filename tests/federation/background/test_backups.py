"""Backups: a written backup can be restored, and a damaged one is detected."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import resource
import secrets
import shutil
import tarfile
import threading
import time
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from federation.accounts.alerts import Alerts
from federation.background import backup_checks, backups, jobs, worker
from federation.background.backup_checks import HELD
from federation.models import Job, Member, Sign
from tests import cast, postman
from tournaments.models import Upload

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    cast.everybody()
    return backups.make(tmp_path)


@pytest.mark.long
def test_a_backup_holds_every_row(backup: Path):
    rows = backups.verify(backup)
    assert (rows["federation_member"], rows["federation_club"]) == (len(cast.PEOPLE), len(cast.CLUBS))


@pytest.mark.long
def test_a_backup_holds_the_files(tmp_path: Path):
    default_storage.save("uploads/ab/abc", ContentFile(b"a tournament"))
    try:
        with tarfile.open(backups.make(tmp_path) / "media.tar") as archive:
            assert archive.extractfile("media/uploads/ab/abc").read() == b"a tournament"
    finally:
        default_storage.delete("uploads/ab/abc")


@pytest.mark.long
def test_a_backup_taken_while_others_write_restores_with_each_of_their_transactions_whole_or_not_at_all(tmp_path: Path):
    has_begun, is_over = threading.Event(), threading.Event()

    def write() -> None:
        try:
            while not is_over.is_set():
                with transaction.atomic():
                    User.objects.create(username=secrets.token_hex(8))
                    User.objects.create(username=secrets.token_hex(8))
                has_begun.set()
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert has_begun.wait(30)
        known = User.objects.count()
        made = backups.make(tmp_path)
        written = User.objects.count()
    finally:
        is_over.set()
        writer.join()
    restored = backups.verify(made)["auth_user"]  # it counts what comes back
    assert known < written
    assert (known <= restored <= written, restored % 2) == (True, 0)


@pytest.mark.long
def test_nobody_else_may_read_a_backup(backup: Path):
    assert backup.stat().st_mode & 0o077 == 0


@pytest.mark.long
def test_a_damaged_file_is_found_out(backup: Path):
    file = next(backup.glob("database.*"))
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(backups.BackupFailed, match=r"database\.\w+ is not the file that was written\.$"):
        backups.verify(backup)


@pytest.mark.long
def test_other_rows_than_were_counted_are_found_out(backup: Path):
    manifest = json.loads((backup / "manifest.json").read_text())
    manifest["rows"]["federation_member"] += 1
    (backup / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(backups.BackupFailed, match=r"other rows than when it was written in federation_member\.$"):
        backups.verify(backup)


def test_a_folder_that_is_not_a_backup_is_refused(tmp_path: Path):
    with pytest.raises(CommandError, match=r"no readable manifest\.json"):
        call_command("backup", "--verify", str(tmp_path))


@pytest.mark.long
def test_the_command_makes_checks_and_keeps_the_newest(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    for day in (1, 2, 3):
        (tmp_path / f"classement-2026010{day}-000000").mkdir()
    call_command("backup", str(tmp_path), "--keep", "2")
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made[:-1]] == ["classement-20260103-000000"]
    assert capsys.readouterr().out.startswith(f"{made[-1]}: good, ")
    call_command("backup", "--verify", str(made[-1]))


def test_remains_of_a_killed_backup_are_deleted_after_a_day(tmp_path: Path):
    killed, running = tmp_path / ".classement-20260101-000000", tmp_path / ".classement-20260102-000000"
    for path, age in ((killed, 25), (running, 23)):
        path.mkdir()
        (path / "media.tar").write_bytes(b"half")
        os.utime(path, (time.time() - age * 3600,) * 2)
    backups.remove_old(tmp_path, 1)
    assert list(tmp_path.iterdir()) == [running]


@pytest.mark.long
def test_no_old_backup_is_removed_if_the_new_one_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "classement-20260101-000000").mkdir()
    monkeypatch.setattr(backups, "_sha256", lambda _file: secrets.token_hex())  # a disk that forgets
    with pytest.raises(CommandError, match=r" is not the file that was written\.$"):
        call_command("backup", str(tmp_path), "--keep", "1")
    assert (tmp_path / "classement-20260101-000000").is_dir()


def test_an_empty_database_is_not_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    copied = "_copy_sqlite" if connection.vendor == "sqlite" else "_dump_postgresql"
    monkeypatch.setattr(backups, copied, lambda folder: (folder, {}))
    with pytest.raises(CommandError, match=r"^The database .+ is empty: there is nothing to keep\.$"):
        call_command("backup", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_copy_that_finds_no_room_is_one_sentence(tmp_path: Path):
    cast.everybody()
    backup_checks.site_id()
    said = r"database\.sqlite3: .+\.$" if connection.vendor == "sqlite" else r"^pg_dump: .+"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(CommandError, match=said):
            call_command("backup", str(tmp_path))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []


def test_the_command_keeps_no_negative_number(tmp_path: Path):
    with pytest.raises(CommandError, match=r"^--keep -1: say how many backups to keep\.$"):
        call_command("backup", str(tmp_path), "--keep", "-1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_a_file_that_is_removed_meanwhile_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    names = [
        default_storage.save(f"uploads/meanwhile/{name}", ContentFile(b"a tournament")) for name in ("first", "last")
    ]
    add = tarfile.TarFile.add

    def add_and_remove(archive: tarfile.TarFile, path: Path, **options: object) -> None:
        add(archive, path, **options)
        if Path(path).name == "first":
            default_storage.delete("uploads/meanwhile/last")

    monkeypatch.setattr(tarfile.TarFile, "add", add_and_remove)
    try:
        with tarfile.open(backups.make(tmp_path) / "media.tar") as archive:
            assert [name for name in archive.getnames() if "/meanwhile/" in name] == ["media/uploads/meanwhile/first"]
    finally:
        for name in names:
            default_storage.delete(name)


@pytest.fixture
def upload(settings: LazySettings, tmp_path: Path) -> Upload:
    """Return an upload with its file, in a MEDIA_ROOT of its own."""
    settings.MEDIA_ROOT = tmp_path / "media"
    content = b"a tournament"
    made = Upload(name="a.trf", size=len(content), sha256=hashlib.sha256(content).hexdigest())
    made.file.save("a.trf", ContentFile(content))
    return made


@pytest.mark.long
def test_a_backup_without_a_file_that_the_database_names_is_bad(upload: Upload, tmp_path: Path):
    Path(upload.file.path).unlink()
    with pytest.raises(CommandError, match=rf"lacks files that the database names.*: {upload.file.name}\.$"):
        call_command("backup", str(tmp_path / "backups"))
    assert Sign.objects.get(part="backup_failed").facts["sentence"].endswith(f": {upload.file.name}.")


@pytest.mark.long
def test_a_backup_with_a_damaged_file_is_bad_until_the_file_is_whole_again(upload: Upload, tmp_path: Path):
    Path(upload.file.path).write_bytes(b"a tournamemt")
    with pytest.raises(CommandError, match=r"or has them damaged: uploads/"):
        call_command("backup", str(tmp_path / "backups"))
    Path(upload.file.path).write_bytes(b"a tournament")
    call_command("backup", str(tmp_path / "again"))
    assert not Sign.objects.filter(part="backup_failed").exists()


def backups_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.long
def test_a_backup_of_another_database_removes_nothing(tmp_path: Path):
    cast.everybody()
    older = backups.make(tmp_path).rename(tmp_path / "classement-20260101-000000")
    Sign.objects.all().delete()  # what a database that was made by a slip does not have
    with pytest.raises(CommandError, match=rf"is of another database than {older}: check DATABASE_URL"):
        call_command("backup", str(tmp_path), "--keep", "1")
    assert older.name in backups_in(tmp_path)


@pytest.mark.long
def test_a_backup_that_is_suddenly_smaller_removes_nothing_unless_allowed(tmp_path: Path):
    cast.everybody()
    Member.objects.bulk_create(Member(number=str(50000 + n), last_name="Many") for n in range(1000))
    older = backups.make(tmp_path).rename(tmp_path / "classement-20260101-000000")
    Member.objects.filter(last_name="Many").delete()
    with pytest.raises(CommandError, match=r"rows, .* had \d+: find out what is gone\. No backup was removed"):
        call_command("backup", str(tmp_path), "--keep", "1")
    assert older.name in backups_in(tmp_path)
    shutil.rmtree(next(path for path in tmp_path.iterdir() if path != older))
    call_command("backup", str(tmp_path), "--keep", "1", "--smaller")
    assert older.name not in backups_in(tmp_path)


@pytest.mark.long
@pytest.mark.usefixtures("with_mail")
def test_once_a_week_the_earlier_backups_are_restored_and_a_damaged_one_is_reported_by_mail(
    tmp_path: Path, settings: LazySettings
):
    cast.everybody()
    call_command("backup", str(tmp_path))
    older = next(tmp_path.iterdir()).rename(tmp_path / "classement-20260101-000000")
    (older / "media.tar").write_bytes(b"")
    call_command("backup", str(tmp_path))  # the drill was today
    next(path for path in tmp_path.iterdir() if path != older).rename(tmp_path / "classement-20260102-000000")
    Sign.objects.filter(part="backup_drill").update(seen_at=timezone.now() - dt.timedelta(days=8))
    with pytest.raises(CommandError, match=r"classement-20260101-000000/media\.tar is not the file that was written"):
        call_command("backup", str(tmp_path))
    User.objects.create_superuser("admin", "admin@example.org", "correct horse battery")
    alerts = Alerts()
    with postman.serving(settings) as mails:
        alerts.look()
        alerts.look()
    [told] = mails
    assert b"To: admin@example.org" in told
    assert b"backup ill: failed 20" in told


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the tests share one PostgreSQL database")
def test_a_restored_site_has_its_rows_and_files_and_sends_no_waiting_mail_until_released(
    upload: Upload, tmp_path: Path, settings: LazySettings
):
    member = cast.member(10001)
    User.objects.filter(pk=cast.secretary().pk).update(email="secretary@example.org")
    job = jobs.submit("password_mail", "waits", {"user": User.objects.get().pk, "language": "en"})
    made = backups.make(tmp_path / "backups")
    with pytest.raises(CommandError, match=r"^There is a site already"):
        call_command("restore", str(made))
    Member.objects.filter(pk=member.pk).update(last_name="Changed")
    Path(upload.file.path).write_bytes(b"changed")
    call_command("restore", str(made), "--replace")
    assert Member.objects.get(pk=member.pk).last_name == member.last_name
    assert Path(upload.file.path).read_bytes() == b"a tournament"
    assert worker.run(job.pk).state == Job.State.QUEUED
    assert (mail.outbox, Job.objects.get(pk=job.pk).attempts) == ([], 0)
    call_command("release_mails")
    assert not (settings.MEDIA_ROOT / HELD).exists()
    assert worker.run(job.pk).state == Job.State.DONE
    assert len(mail.outbox) == 1


def test_waiting_mails_of_a_restored_site_can_be_dropped():
    jobs.submit("password_mail", "waits", {})
    other = jobs.submit("sleep", "waits too", {})
    call_command("release_mails", "--drop")
    assert list(Job.objects.all()) == [other]
