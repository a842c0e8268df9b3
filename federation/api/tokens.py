"""Tokens of programs: made, found, revoked. A token is as good as its account: without the office it opens nothing."""

import datetime as dt
import secrets
from collections.abc import Collection
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from federation.access import may
from federation.models import ApiToken, Club
from federation.structure.rights import Verb

BEGINNING = "cl_"  # identifies it to people and to programs that look for secrets in code
SHOWN = 8  # letters of a token by which people know it
USED_EVERY = dt.timedelta(hours=1)  # as often the use is noted


def make(club: Club, account: User, name: str, scopes: Collection[str]) -> tuple[ApiToken, str]:
    """Return a new token with the text that the program shows: it is not stored and cannot be shown again."""
    text = BEGINNING + secrets.token_urlsafe(32)
    found = ApiToken.objects.create(
        club=club,
        account=account,
        name=name,
        scopes=sorted(scopes),
        beginning=text[:SHOWN],
        digest=_digest(text),
    )
    return found, text


def find(text: str) -> ApiToken | None:
    """Return the valid token with this text, None if there is none. One query, and one for the office.

    One whose account has lost the right to send results for the club is not valid (any more).
    """
    found = ApiToken.objects.valid().select_related("account", "club").filter(digest=_digest(text)).first()
    if found is None or not may(found.account, Verb.SEND_RESULTS, found.club):
        return None
    return found


def note_use(token: ApiToken) -> None:
    """Note that the token is used now, at most once an hour."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at >= USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)


@transaction.atomic
def revoke(token: ApiToken, by: User) -> None:
    """Revoke a token for good. Do nothing if it is revoked already."""
    locked = ApiToken.objects.select_for_update().get(pk=token.pk)
    if locked.revoked_at is None:
        locked.revoked_at, locked.revoked_by = timezone.now(), by
        locked.save(update_fields=["revoked_at", "revoked_by"])


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
