"""Confirm a result without an account: by a signed link, or by the six-digit code of a side."""

import hashlib

from django.core import signing
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_noop as noop

from leagues.errors import Refused
from leagues.matches import results
from leagues.matches.locking import locked
from leagues.models import Match

SALT = "leagues.confirmation"
DAYS = 30
TRIES = 5
WRONG_LINK = noop("This link is wrong or has expired. Ask the other captain for the code of the match.")
WRONG_CODE = noop("This code is wrong.")
TOO_MANY = noop("Too many wrong codes. Confirm the result with the link, or ask the division officer.")


def token(match: Match, side: str) -> str:
    """Return what the link of a side ends with."""
    return signing.dumps([match.pk, side], salt=SALT)


def of_token(signed: str) -> tuple[int, str]:
    """Return match (id) and side of a link. Raise `Refused`."""
    try:
        match, side = signing.loads(signed, salt=SALT, max_age=DAYS * 24 * 3600)
    except signing.BadSignature:
        raise Refused(WRONG_LINK) from None
    return match, side


def code(match: Match, side: str) -> str:
    """Return the code with which a side confirms on the other captain's phone: six digits, of this match alone."""
    digest = salted_hmac(SALT, f"{match.pk} {side}", algorithm="sha256").digest()
    return f"{int.from_bytes(hashlib.sha256(digest).digest()[:8]) % 1_000_000:06}"


def by_code(match: int, side: str, given: str, seen: str) -> Match:
    """Confirm for a side with its code. After too many wrong ones no code is right. Raise `Refused`."""
    with transaction.atomic():
        found = locked(match)
        is_right = constant_time_compare(given.strip(), code(found, side))
        has_tries = found.wrong_codes < TRIES
        if has_tries and not is_right:
            found.wrong_codes += 1
            found.save(update_fields=["wrong_codes"])
    if not has_tries:
        raise Refused(TOO_MANY)
    if not is_right:
        raise Refused(WRONG_CODE)
    return results.confirm(match, side, None, seen)
