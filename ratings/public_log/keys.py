"""The key that signs the public log: a file outside the database and outside its backups."""

import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.conf import settings
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.public_log.signed_notes import SigningKey


def any_key() -> SigningKey:
    """Return this site's key; create it if there is none."""
    return _found_or_made(settings.LOG_KEY)


def signing_key() -> SigningKey:
    """Return this site's key. Raise `RatingError` if there is none, or if the file holds something else."""
    return _read(settings.LOG_KEY)


def next_key() -> SigningKey:
    """Return the key that will follow: the same one until `take_next`."""
    return _found_or_made(_next_file())


def take_next() -> None:
    """Put the next key in place of the present one, which is deleted."""
    _next_file().replace(settings.LOG_KEY)


def _next_file() -> Path:
    return settings.LOG_KEY.with_suffix(".next")


def _read(file: Path) -> SigningKey:
    try:
        private = load_pem_private_key(file.read_bytes(), None)
    except OSError as problem:
        facts = {"file": file, "problem": problem.strerror}
        raise RatingError(noop("The key of the public log cannot be read: %(file)s: %(problem)s."), **facts) from None
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise RatingError(noop("%(file)s is not a key of the public log: restore it from your copy."), file=file)
    return SigningKey(settings.LOG_ORIGIN, private)


def _found_or_made(file: Path) -> SigningKey:
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        written = file.with_name(f"{file.name}.{os.getpid()}")
        pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
            opened.write(pem)
            os.fsync(opened.fileno())
        try:
            file.hardlink_to(written)  # another process may be faster; nobody sees half a key
        except FileExistsError:
            pass
        finally:
            written.unlink()
    return _read(file)
