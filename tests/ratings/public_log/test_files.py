"""The log as files: what is signed stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from ratings.errors import RatingError
from ratings.models import LogEntry
from ratings.public_log import files, keys
from ratings.public_log.append import append_news
from ratings.public_log.merkle import root_hash
from ratings.public_log.signed_notes import Note
from ratings.public_log.witness import read_log
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def log_of(entries: int) -> None:
    start = LogEntry.objects.count()
    LogEntry.objects.bulk_create(
        LogEntry(number=number, kind="list", subject=str(number), content=f'{{"kind":"list","number":{number}}}')
        for number in range(start, start + entries)
    )


def test_the_first_checkpoint_makes_a_key_that_nobody_else_reads(log_folder: Path) -> None:
    scene.started()
    append_news()
    checkpoint = files.publish()
    assert (checkpoint.origin, checkpoint.size) == ("ratings.example.org/log", 2)
    key = log_folder.parent / "keys" / "public_log.pem"
    assert key.stat().st_mode & 0o777 == 0o600
    assert Note.read((log_folder / "checkpoint").read_text()).is_signed_by(keys.signing_key().verifier())


@pytest.mark.parametrize("size", [0, 1, 256, 257, 600])
def test_files_give_the_whole_log_back(log_folder: Path, size: int) -> None:
    log_of(size)
    checkpoint = files.publish()
    note, key, leaves = read_log(lambda path: (log_folder / path).read_bytes(), keys.signing_key().verifier())
    assert (len(leaves), root_hash(leaves)) == (size, checkpoint.root)
    assert str(key) == files.key()
    assert note.text == str(checkpoint)


def test_a_full_tile_is_not_written_again(log_folder: Path) -> None:
    log_of(256)
    files.publish()
    tile = log_folder / "tile" / "0" / "000"
    before = tile.stat()
    log_of(1)
    files.publish()
    assert (tile.stat().st_ino, tile.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("change", ["changed", "deleted", "last deleted"])
def test_a_log_that_was_rewritten_is_not_signed(log_folder: Path, change: str) -> None:
    log_of(3)
    files.publish()
    if change == "changed":
        LogEntry.objects.filter(number=1).update(content="{}")
    else:
        LogEntry.objects.filter(number=1 if change == "deleted" else 2).delete()
    before = (log_folder / "checkpoint").read_text()
    with pytest.raises(files.LogRewritten, match="below entry 3"):
        files.publish()
    assert (log_folder / "checkpoint").read_text() == before


def test_a_log_without_its_key_is_not_signed_by_another_one(log_folder: Path) -> None:
    log_of(1)
    files.publish()
    (log_folder.parent / "keys" / "public_log.pem").unlink()
    with pytest.raises(RatingError, match="cannot be read"):
        files.publish()


def test_a_damaged_checkpoint_is_not_overwritten(log_folder: Path) -> None:
    log_of(1)
    files.publish()
    (log_folder / "checkpoint").write_text("damaged")
    with pytest.raises(files.LogRewritten, match="damaged"):
        files.publish()
