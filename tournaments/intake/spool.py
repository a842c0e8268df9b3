"""Files that were sent while the database did not answer: kept on the disk, and taken in once it is back.

Who sent them cannot be looked up then. So the page for sending files carries a signed note of who it was made for; it
counts only together with the session cookie of that browser. Before a file is taken in, the database is asked whether
that person may still act for the club or unit.

A file is two files of the spool: its bytes, and then its facts, which make it count. It may be taken in twice, after a
crash or by two sweepers: the same bytes are one upload.
"""

import fcntl
import json
import logging
import os
import time
import uuid
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.files import File
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from federation.access import clubs_of, units_of
from federation.models import Club, Unit
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.intake.archives import unpacked
from tournaments.intake.private import without_private
from tournaments.models import Upload

log = logging.getLogger(__name__)

SALT = "tournaments.intake.spool"
GOOD_FOR = 24 * 3600  # seconds since the page for sending was made
MOST_FILES = 300  # in the spool
MOST_BYTES = 20  # of all of them, in multiples of the limit for one


class Full(Exception):
    """The spool has no room for these files."""


class Sender(NamedTuple):
    """Who sent files, as the page for sending says."""

    user: int
    session: str  # digest of the key of their session
    auth: str  # digest that changes with the password


def note(user: User, session_key: str | None) -> str:
    """Return what the page for sending carries, so that its files can be kept without the database."""
    return signing.dumps(Sender(user.pk, _digest(session_key or ""), _digest(user.get_session_auth_hash())), salt=SALT)


def sender_of(noted: str, session_key: str) -> Sender | None:
    """Return who sent a page with this note; None if it is not ours, too old, or of another session. No query."""
    try:
        sender = Sender(*signing.loads(noted, salt=SALT, max_age=GOOD_FOR))
    except (signing.BadSignature, TypeError):
        return None
    return sender if session_key and constant_time_compare(sender.session, _digest(session_key)) else None


def keep(
    files: Iterable[tuple[File, str]], sender: Sender, organiser: Mapping[str, int], rounds: receive.Rounds
) -> list[str]:
    """Keep files, each with its name, until the database is back. Return the names; those in archives, one by one.

    ``organiser``: the id of a club or of a unit, as {"club": 7} or {"unit": 3}.

    Raise `Refused` if one of them could never be taken in, `Full` if there is no room; then none is kept. No query.
    """
    parts = [part for file, name in files for part in unpacked(file, name)]
    for file, _name in parts:
        receive.check(file)
    parts = [(without_private(file), name) for file, name in parts]
    _require_room(parts)
    places = []
    try:
        for file, name in parts:
            places.append(place := _folder() / f"{time.time_ns()}-{uuid.uuid4().hex}")
            facts = {**sender._asdict(), **organiser, "rounds": rounds, "name": name}
            _write(place.with_suffix(".bytes"), file.chunks())
            _write(place.with_suffix(".json"), [json.dumps(facts).encode()])
    except Full:
        for place in places:
            _remove(place)
        raise
    return [name for _file, name in parts]


def take_in() -> int:
    """Receive what the spool holds, in the order in which it was sent, and have it read. Return how many files.

    A file whose sender may no longer act for the club or unit is deleted.
    """
    taken = sum(_take_in_unless_held(place) for place in sorted(settings.SPOOL_ROOT.glob("*.json")))
    for remains in settings.SPOOL_ROOT.glob("*.bytes*"):  # of a web server that was killed while it wrote
        if not remains.with_suffix(".json").exists() and remains.stat().st_mtime < time.time() - GOOD_FOR:
            remains.unlink(missing_ok=True)
    return taken


def _take_in_unless_held(place: Path) -> bool:
    """Take in a file, unless another sweeper does, or did."""
    try:
        file = place.open("rb")
    except FileNotFoundError:
        return False
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        is_taken = place.exists() and _take_in(place, json.load(file))
        _remove(place)
    return is_taken


@transaction.atomic
def _take_in(place: Path, facts: dict[str, Any]) -> bool:
    sender = User.objects.filter(pk=facts["user"]).first()
    organiser = _organiser(sender, facts) if sender else None
    if sender is None or organiser is None or _digest(sender.get_session_auth_hash()) != facts["auth"]:
        log.error("a file that user %s sent for %s is dropped: they may not", facts["user"], _place(facts))
        return False
    with place.with_suffix(".bytes").open("rb") as content:
        try:
            upload, _new = receive.receive(File(content), facts["name"], organiser, sender, tuple(facts["rounds"]))
        except Refused as refused:  # the site accepts less than when it was sent
            log.error("a file that user %s sent for %s is dropped: %s", sender.pk, _place(facts), refused.sentence)
            return False
    if upload.state == Upload.State.RECEIVED and upload.job_id is None:
        receive.read_later(upload, sender)
    return True


def _organiser(sender: User, facts: Mapping[str, Any]) -> Club | Unit | None:
    """Return for whom the file was sent, if the sender still acts for it."""
    if "unit" in facts:
        return units_of(sender).filter(pk=facts["unit"]).first()
    return clubs_of(sender).filter(pk=facts["club"]).first()


def _place(facts: Mapping[str, Any]) -> str:
    return f"unit {facts['unit']}" if "unit" in facts else f"club {facts['club']}"


def _remove(place: Path) -> None:
    for suffix in (".json", ".bytes"):
        place.with_suffix(suffix).unlink(missing_ok=True)


def _require_room(parts: Sequence[tuple[File, str]]) -> None:
    kept = [path.stat().st_size for path in _folder().iterdir()]
    size = sum(kept) + sum(file.size for file, _name in parts)
    if len(kept) // 2 + len(parts) > MOST_FILES or size > MOST_BYTES * settings.UPLOAD_LIMIT:
        raise Full


def _folder() -> Path:
    settings.SPOOL_ROOT.mkdir(mode=0o700, parents=True, exist_ok=True)
    return settings.SPOOL_ROOT


def _write(place: Path, chunks: Iterable[bytes]) -> None:
    """Write the whole file, readable by this user alone, or nothing. Raise `Full` if the disk is full."""
    draft = place.with_suffix(f"{place.suffix}.draft")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(place)
    except OSError as problem:
        raise Full from problem
    finally:
        draft.unlink(missing_ok=True)


def _digest(secret: str) -> str:
    return salted_hmac(SALT, secret, algorithm="sha256").hexdigest()
