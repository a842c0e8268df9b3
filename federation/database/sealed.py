"""Text that is encrypted where it is stored. The key is made of SECRET_KEY, which no database or backup of it holds.

What was encrypted with a key of SECRET_KEY_FALLBACKS is still read; `seal_again` encrypts it with SECRET_KEY.
"""

import base64
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.apps import apps
from django.conf import settings
from django.db import models, transaction

# Where such texts are stored: model, column, purpose. In a column of JSON these are the values of the named keys.
SEALED = (
    ("federation.Mandate", "sealed_iban", "mandate"),
    ("federation.Webhook", "secret", "webhooks"),
    ("federation.Webhook", "previous_secret", "webhooks"),
    ("mfa.Authenticator", "data", "second factor"),
)
KEYS = ("secret", "seed")


class SealedAgain(NamedTuple):
    """How many texts are encrypted with SECRET_KEY now, and how many no key reads."""

    read: int
    unreadable: int


def cipher(purpose: str) -> MultiFernet:
    """Return what encrypts and decrypts texts of one purpose."""
    return _cipher(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@cache
def _cipher(purpose: str, secrets: tuple[str, ...]) -> MultiFernet:
    keys = (sha256(f"{purpose} {secret}".encode()).digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


@transaction.atomic
def seal_again() -> SealedAgain:
    """Encrypt everything with SECRET_KEY that one of the keys reads; what none reads stays as it is."""
    read = unreadable = 0
    for label, column, purpose in SEALED:
        for row in apps.get_model(label)._base_manager.select_for_update().order_by("pk"):
            value = getattr(row, column)
            for name, text in _texts(value):
                try:
                    sealed = cipher(purpose).rotate(text.encode()).decode()
                except InvalidToken:
                    unreadable += 1
                    continue
                read += 1
                value = {**value, name: sealed} if name else sealed
            _store(row, column, value)
    return SealedAgain(read, unreadable)


def _texts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the encrypted texts of a column, in JSON with their keys."""
    if isinstance(value, dict):
        yield from ((name, value[name]) for name in KEYS if value.get(name))
    elif value:
        yield "", value


def _store(row: models.Model, column: str, value: Any) -> None:
    if value != getattr(row, column):
        setattr(row, column, value)
        row.save(update_fields=[column])
