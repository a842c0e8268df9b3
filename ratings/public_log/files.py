"""The public log as static files (c2sp.org/tlog-tiles): a signed checkpoint, tiles of hashes, bundles of entries.

The files lie under `settings.LOG_ROOT`; any web server can hand them out. A full tile never changes.
"""

import datetime as dt
import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.models import LogEntry
from ratings.public_log import keys
from ratings.public_log.merkle import entry_tiles, hash_tiles, leaf_hash, root_hash
from ratings.public_log.signed_notes import BadNote, Checkpoint, Note, SigningKey, VerifierKey

CHECKPOINT = "checkpoint"
KEY = "key"


class Countersignature(NamedTuple):
    """How much of the log a witness has seen, and when."""

    witness: str
    size: int
    seen_at: dt.datetime
    key_id: str  # in hexadecimal digits; the name of its folder


class LogRewritten(RatingError):
    """The entries in the database are not those that were signed."""


def publish(also: Sequence[SigningKey] = ()) -> Checkpoint:
    """Write the tiles and the checkpoint of all entries, one process at a time. ``also``: further keys that sign.

    Raise `LogRewritten`, and write nothing, if an entry that an earlier checkpoint covers was changed or deleted.
    """
    settings.LOG_ROOT.mkdir(parents=True, exist_ok=True)
    with (settings.LOG_ROOT / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _publish(also)


def _publish(also: Sequence[SigningKey]) -> Checkpoint:
    entries = read_entries()
    leaves = [leaf_hash(entry) for entry in entries]
    signed = latest()
    if signed and (signed.size > len(leaves) or root_hash(leaves[: signed.size]) != signed.root):
        raise LogRewritten(
            noop("The public log was changed below entry %(size)s. Restore its entries from a backup."),
            size=signed.size,
        )
    signer = keys.signing_key() if signed else keys.any_key()  # never give a log a second key by accident
    checkpoint = Checkpoint(signer.name, len(leaves), root_hash(leaves))
    for path, content in (*entry_tiles(entries), *hash_tiles(leaves)):
        write_file(settings.LOG_ROOT / path, content)
    text = str(checkpoint)
    note = Note(text, tuple(each.signature_line(text) for each in (signer, *also)))
    write_file(settings.LOG_ROOT / KEY, f"{signer.verifier()}\n".encode())
    write_file(settings.LOG_ROOT / CHECKPOINT, str(note).encode())  # written last: what it covers is stored
    return checkpoint


def read_entries() -> list[bytes]:
    return [content.encode() for content in LogEntry.objects.order_by("number").values_list("content", flat=True)]


def read_leaves() -> list[bytes]:
    """Return the hashes of all entries in the database."""
    return [leaf_hash(entry) for entry in read_entries()]


def latest() -> Checkpoint | None:
    """Return the checkpoint that was signed last, None before the first one.

    Raise `LogRewritten` if the file holds something else.
    """
    try:
        return Checkpoint.read(Note.read((settings.LOG_ROOT / CHECKPOINT).read_text(encoding="utf-8")).text)
    except FileNotFoundError:
        return None
    except (BadNote, UnicodeDecodeError):
        raise LogRewritten(noop("The checkpoint of the public log is damaged. Restore it from a backup.")) from None


def key() -> str:
    """Return the verifier key of the log, "" before the first checkpoint."""
    file = settings.LOG_ROOT / KEY
    return file.read_text(encoding="utf-8").strip() if file.exists() else ""


def countersignatures() -> list[Countersignature]:
    """Return what witnesses have seen of this log, the latest first."""
    found = []
    for folder in (settings.LOG_ROOT / "countersigned").glob("*"):
        key = VerifierKey.read((folder / KEY).read_text(encoding="utf-8"))
        note = Note.read((folder / CHECKPOINT).read_text(encoding="utf-8"))
        seen_at = dt.datetime.fromtimestamp(note.seen_at(key) or 0, dt.UTC)
        found.append(Countersignature(key.name, Checkpoint.read(note.text).size, seen_at, folder.name))
    return sorted(found, key=lambda each: each.seen_at, reverse=True)


def write_file(file: Path, content: bytes) -> None:
    """Write a file atomically. Leave it alone if it has this content already."""
    if file.exists() and file.read_bytes() == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_name(f"{file.name}.{os.getpid()}")
    written.write_bytes(content)
    written.replace(file)
