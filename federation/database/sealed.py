"""Text that is encrypted where it is stored. The key is made of SECRET_KEY, which no database or backup of it holds."""

import base64
from functools import cache
from hashlib import sha256

from cryptography.fernet import Fernet
from django.conf import settings


def cipher(purpose: str) -> Fernet:
    """Return what encrypts and decrypts texts of one purpose."""
    return _cipher(purpose, settings.SECRET_KEY)


@cache
def _cipher(purpose: str, secret: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(sha256(f"{purpose} {secret}".encode()).digest()))
