"""Witnesses and the monitor, over HTTP, against a log that stays honest and one that does not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import transaction

from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import LogEntry, RatingList
from ratings.public_log import files, keys, monitor
from ratings.public_log.append import append_news
from ratings.public_log.rotation import rotate
from ratings.public_log.signed_notes import COSIGNATURE, Note
from ratings.public_log.witness import LogProblem, add_countersignature, witness
from tests.ratings import scene

pytestmark = pytest.mark.django_db(transaction=True)
NOON = 1_790_000_000
KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"


@pytest.fixture
def site(live_server: object) -> Iterator[str]:
    publish(rate(scene.spring_pool(), scene.LIST))
    grow()
    yield live_server.url


def grow() -> None:
    with transaction.atomic():
        append_news()
    files.publish()


def rewrite(log_folder: Path, digest: str) -> None:
    """Publish another past with the right key, as somebody who runs the site could."""
    entry = LogEntry.objects.get(number=2)
    LogEntry.objects.filter(number=2).update(content=entry.content.replace(digest, "0" * 64))
    (log_folder / "checkpoint").unlink()
    files.publish()


def run_monitor(site: str, key: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, monitor.__file__, site, key, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_witness_countersigns_a_log_that_grew(site: str) -> None:
    first = witness(f"{site}/log", NOON, files.key())
    LogEntry.objects.create(number=3, kind="list", subject="x", content="{}")
    files.publish()
    second = witness(f"{site}/log", NOON)
    mine = keys.signing_key().verifier(COSIGNATURE)
    assert [note.text.splitlines()[1] for note in (first, second)] == ["3", "4"]
    assert second.seen_at(mine) == NOON


@pytest.mark.long
def test_a_new_log_needs_its_key(site: str) -> None:
    with pytest.raises(LogProblem, match="--key"):
        witness(f"{site}/log", NOON)


@pytest.mark.long
def test_a_witness_refuses_a_log_with_another_past(site: str, log_folder: Path) -> None:
    witness(f"{site}/log", NOON, files.key())
    rewrite(log_folder, RatingList.objects.get(date=scene.LIST).digest)
    with pytest.raises(LogProblem, match="its past was rewritten"):
        witness(f"{site}/log", NOON)


@pytest.mark.long
def test_a_witness_refuses_a_log_that_shrank(site: str, log_folder: Path) -> None:
    witness(f"{site}/log", NOON, files.key())
    LogEntry.objects.filter(number=2).delete()
    (log_folder / "checkpoint").unlink()
    files.publish()
    with pytest.raises(LogProblem, match="its past was rewritten"):
        witness(f"{site}/log", NOON)


@pytest.mark.long
def test_a_witness_refuses_another_key(site: str, settings: LazySettings) -> None:
    witness(f"{site}/log", NOON, files.key())
    settings.LOG_KEY.unlink()
    (settings.LOG_ROOT / "checkpoint").unlink()
    files.publish()
    with pytest.raises(LogProblem, match="not signed by its key"):
        witness(f"{site}/log", NOON)


@pytest.mark.long
def test_a_rotated_key_is_found_through_the_log(site: str, tmp_path: Path) -> None:
    old = files.key()
    witness(f"{site}/log", NOON, old)
    assert run_monitor(site, old, tmp_path / "watched").returncode == 0
    new = str(rotate())
    assert files.key() == new != old
    witness(f"{site}/log", NOON)
    assert run_monitor(site, old, tmp_path / "watched").returncode == 0
    assert run_monitor(site, old, tmp_path / "watched for the first time").returncode == 0


@pytest.mark.long
def test_an_interrupted_rotation_continues_with_the_same_key(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(keys, "take_next", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            rotate()
    planned = str(keys.next_key().verifier())
    assert str(rotate()) == planned
    assert LogEntry.objects.filter(kind="key").count() == 1


@pytest.mark.long
def test_the_monitor_finds_a_rewritten_past(site: str, log_folder: Path, tmp_path: Path) -> None:
    assert run_monitor(site, files.key(), tmp_path / "watched").returncode == 0
    rewrite(log_folder, RatingList.objects.get(date=scene.LIST).digest)
    done = run_monitor(site, files.key(), tmp_path / "watched")
    assert (done.returncode, "not those that were seen before" in done.stdout) == (1, True)


@pytest.mark.long
def test_the_monitor_finds_a_list_that_was_replaced(site: str, tmp_path: Path) -> None:
    RatingList.objects.filter(date=scene.LIST).update(digest="0" * 64)
    done = run_monitor(site, files.key(), tmp_path / "watched")
    assert (done.returncode, "the list elo of 2026-07-01" in done.stdout) == (1, True)


@pytest.mark.long
def test_the_monitor_finds_a_list_that_is_gone(site: str, tmp_path: Path) -> None:
    RatingList.objects.filter(date=scene.LIST).update(revision=1)
    done = run_monitor(site, files.key(), tmp_path / "watched")
    assert done.returncode == 1
    assert done.stdout == "ALARM: the list elo of 2026-07-01 is in the log, but no longer on the site\n"


@pytest.mark.long
def test_the_monitor_says_that_a_site_does_not_answer(tmp_path: Path) -> None:
    assert run_monitor("http://localhost:9", "x", tmp_path).returncode == 2


@pytest.mark.long
def test_the_monitor_fits_on_a_few_screens() -> None:
    assert len(Path(monitor.__file__).read_text(encoding="utf-8").splitlines()) <= 200


@pytest.mark.long
def test_what_a_witness_publishes_is_stored_and_shown(site: str, log_folder: Path) -> None:
    countersigned = witness(f"{site}/log", NOON, files.key())
    folder = next((log_folder / "witnessed").iterdir())
    key = str(keys.signing_key().verifier(COSIGNATURE))
    seen = add_countersignature(f"{site}/log/witnessed/{folder.name}/checkpoint", key)
    assert str(seen) == countersigned.text
    assert [each.size for each in files.countersignatures()] == [3]


@pytest.mark.long
def test_a_countersignature_of_another_past_is_refused(site: str, log_folder: Path) -> None:
    witness(f"{site}/log", NOON, files.key())
    folder = next((log_folder / "witnessed").iterdir())
    rewrite(log_folder, RatingList.objects.get(date=scene.LIST).digest)
    with pytest.raises(LogProblem, match="no countersignature"):
        add_countersignature(
            f"{site}/log/witnessed/{folder.name}/checkpoint", str(keys.signing_key().verifier(COSIGNATURE))
        )


@pytest.mark.long
def test_the_command_prints_the_countersigned_checkpoint(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("witness", f"{site}/log", key=files.key())
    printed = capsys.readouterr().out
    assert Note.read(printed.partition("\n")[2]).seen_at(keys.signing_key().verifier(COSIGNATURE))


@pytest.mark.long
def test_the_command_fails_with_one_sentence() -> None:
    with pytest.raises(CommandError, match="does not answer"):
        call_command("witness", "http://localhost:9/log", key=KEY)
