"""Hashes passwords with argon2id, in a few threads at once, so that the others keep answering."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

AT_ONCE = 2  # threads of a process that hash or wait: half of those that serve pages (deploy/Dockerfile)
RETRY_AFTER = 2  # seconds

_places = threading.BoundedSemaphore(AT_ONCE)
_hashing = threading.Lock()


class TooManyLogins(Exception):
    """Others are logging in just now; trying again a moment later helps."""


@contextmanager
def turn() -> Iterator[None]:
    """Let one thread hash and one wait for it. Raise `TooManyLogins` in any other."""
    if not _places.acquire(blocking=False):
        raise TooManyLogins
    try:
        with _hashing:
            yield
    finally:
        _places.release()


def require_place() -> None:
    """Raise `TooManyLogins` if one thread hashes and one waits: a login that has to wait costs no query then."""
    if not _places.acquire(blocking=False):
        raise TooManyLogins
    _places.release()


class Argon2(Argon2PasswordHasher):
    """Argon2id as OWASP's cheat sheet on storing passwords has it: 19 MiB, two passes, one thread."""

    time_cost, memory_cost, parallelism = 2, 19456, 1

    def encode(self, password: str, salt: str) -> str:
        with turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with turn():
            return super().verify(password, encoded)


class PBKDF2(PBKDF2PasswordHasher):
    """The former hasher of passwords: each password is hashed again at its next login."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with turn():
            return super().encode(password, salt, iterations)
