"""The chain of the audit: commitments to values, and the hash of an entry. Pure.

The hash of an entry is the SHA-256 of the previous hash (of the first: 32 zero bytes) and of the canonical JSON of the
entry: sorted keys, no spaces, UTF-8 as it is. Values stand in it as commitments, so that erasing a value and its salt
leaves the chain whole, and nobody can guess what was erased. The IP address is not part of it: it is cut after a time.
"""

import datetime as dt
import hashlib
import hmac
import json
from typing import Any

START = bytes(32)
SALT = 16  # bytes
OPTIONAL = ("hat", "row", "owner", "partner", "batch")  # left out if empty


def commitment(salt: bytes, value: str | None) -> str | None:
    """Return the HMAC-SHA-256 of a value in hexadecimal; None for None."""
    return None if value is None else hmac.digest(salt, value.encode(), "sha256").hex()


def content(entry: Any) -> dict[str, Any]:
    """Return what is hashed of an entry. Numbers and logins name people, names never do."""
    said = {
        "act": entry.act,
        "at": entry.at.astimezone(dt.UTC).isoformat(timespec="microseconds"),
        "by": entry.account,
        "field": entry.field,
        "from": entry.before,
        "n": entry.n,
        "of": f"{entry.kind} {entry.object}",
        "to": entry.after,
        "via": entry.via,
    }
    return said | {name: value for name in OPTIONAL if (value := getattr(entry, name))}


def link(previous: bytes, said: dict[str, Any]) -> bytes:
    """Return the hash of an entry."""
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(previous + text.encode()).digest()
