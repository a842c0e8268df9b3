"""Check the public log of another federation, and countersign what was seen (c2sp.org/tlog-cosignature).

What a witness has seen stays in its own files. A log that rewrites its past contradicts them.
"""

import hashlib
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.models import LogEntry
from ratings.public_log import keys
from ratings.public_log.files import CHECKPOINT, KEY, read_leaves, write_file
from ratings.public_log.merkle import leaf_hash, read_entries, root_hash, tile_path, tiles_of
from ratings.public_log.signed_notes import BadNote, Checkpoint, Note, VerifierKey

SECONDS = 30  # for an answer
LARGEST = 64 * 1024 * 1024  # bytes of one file
Fetch = Callable[[str], bytes]  # takes a path below the log's address


class LogProblem(RatingError):
    """The other log cannot be countersigned."""


def witness(url: str, seconds: int, key: str = "") -> Note:
    """Check the log at an address and return its checkpoint, countersigned at a Unix time.

    ``key`` is its verifier key, needed the first time. Raise `LogProblem` if the log does not answer, is not signed by
    its key, contradicts itself, or no longer contains what was seen before.
    """
    folder = settings.LOG_ROOT / "witnessed" / hashlib.sha256(url.encode()).hexdigest()[:16]
    pinned = _read(folder / KEY) or key
    if not pinned:
        raise LogProblem(noop("This log is new here: give its key with --key. Ask the federation for it."))
    try:
        note, verifier, leaves = read_log(fetcher(url), VerifierKey.read(pinned))
        seen = _read(folder / CHECKPOINT)
        if seen:
            require_growth(Checkpoint.read(Note.read(seen).text), leaves)
    except BadNote as problem:
        raise LogProblem(
            noop("%(url)s is not a log that can be trusted: %(problem)s."), url=url, problem=str(problem)
        ) from None
    line = keys.any_key().cosignature_line(note.text, seconds)
    countersigned = Note(note.text, (*note.lines, line))
    write_file(folder / KEY, f"{verifier}\n".encode())
    write_file(folder / CHECKPOINT, str(countersigned).encode())
    return countersigned


def read_log(fetch: Fetch, key: VerifierKey) -> tuple[Note, VerifierKey, list[bytes]]:
    """Return the checkpoint, the key that signs it now, and the hashes of all entries.

    Raise `BadNote` if the entries do not give the root of the checkpoint, or the key did not sign it.
    """
    note = Note.read(fetch(CHECKPOINT).decode("utf-8", "replace"))
    checkpoint = Checkpoint.read(note.text)
    entries = []
    for number, width in tiles_of(checkpoint.size):
        try:
            entries += read_entries(fetch(f"tile/entries/{tile_path(number, width)}"))
        except ValueError:
            raise BadNote("a bundle of entries is cut off") from None
    leaves = [leaf_hash(entry) for entry in entries]
    if len(leaves) != checkpoint.size or root_hash(leaves) != checkpoint.root:
        raise BadNote("its entries are not those of its checkpoint")
    for entry in entries:
        if note.is_signed_by(key):
            break
        key = following_key(key, entry)
    if checkpoint.origin != key.name or not note.is_signed_by(key):
        raise BadNote("its checkpoint is not signed by its key")
    return note, key, leaves


def following_key(key: VerifierKey, entry: bytes) -> VerifierKey:
    """Return the new key that an entry announces; this key if it announces none, or is not signed by this key."""
    facts = json.loads(entry)
    if facts.get("kind") == LogEntry.Kind.KEY and key.verify(facts["key"].encode(), bytes.fromhex(facts["signature"])):
        return VerifierKey.read(facts["key"])
    return key


def require_growth(seen: Checkpoint, leaves: list[bytes]) -> None:
    """Raise `BadNote` unless the log only grew since a checkpoint."""
    if len(leaves) < seen.size or root_hash(leaves[: seen.size]) != seen.root:
        raise BadNote(f"its first {seen.size} entries are no longer those seen before: its past was rewritten")


def add_countersignature(url: str, key: str) -> Checkpoint:
    """Store what a witness published of our own log. Return the checkpoint it has seen.

    Raise `LogProblem` if the address holds no countersignature of this key, or not of our entries.
    """
    try:
        verifier = VerifierKey.read(key)
        content = fetcher(url.rpartition("/")[0])(url.rpartition("/")[2])
        note = Note.read(content.decode("utf-8", "replace"))
        seen = Checkpoint.read(note.text)
        if not note.is_signed_by(verifier):
            raise BadNote("it is not signed by that key")
        require_growth(seen, read_leaves())
    except BadNote as problem:
        facts = {"url": url, "problem": str(problem)}
        raise LogProblem(noop("%(url)s holds no countersignature of our log: %(problem)s."), **facts) from None
    write_file(settings.LOG_ROOT / "countersigned" / verifier.id.hex() / KEY, f"{verifier}\n".encode())
    write_file(settings.LOG_ROOT / "countersigned" / verifier.id.hex() / CHECKPOINT, content)
    return seen


def fetcher(url: str) -> Fetch:
    """Return the function that fetches files below an address. It raises `LogProblem`."""
    if not url.startswith(("https://", "http://")):
        raise LogProblem(noop("%(url)s is not an address: write https://ratings.example.org/log."), url=url)

    def fetch(path: str) -> bytes:
        address = f"{url.rstrip('/')}/{path}"
        try:
            with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - http or https, see above
                return bytes(answer.read(LARGEST))
        except (urllib.error.URLError, OSError, ValueError) as problem:
            raise LogProblem(noop("%(url)s does not answer: %(problem)s."), url=address, problem=str(problem)) from None

    return fetch


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""
