"""Addresses of clubs and of the federation that receive messages, their secrets, and the messages themselves.

The form of messages and signatures is that of Standard Webhooks (standardwebhooks.com). A secret is stored encrypted
with a key made from SECRET_KEY, because each message is signed with it.
"""

import base64
import datetime as dt
import secrets
import uuid
from collections.abc import Collection, Mapping
from typing import Any

from cryptography.fernet import InvalidToken
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.database.sealed import cipher
from federation.i18n.errors import UserError
from federation.models import Club, Webhook
from federation.webhooks.public_hosts import NotPublic, host_of, resolve

KIND = "webhook"
BEGINNING = "whsec_"
BOTH_GOOD_FOR = dt.timedelta(days=1)  # for this long after a change of secret, messages carry both signatures
MOST = 5  # addresses of a club, and of an officer for the federation
NOT_PUBLIC = noop("“%(address)s” is not an https address of the public Internet.")
TOO_MANY = noop("A club has at most %(most)s addresses. Remove one first.")
TOO_MANY_OF_OFFICER = noop("An officer adds at most %(most)s addresses. Remove one first.")


class Refused(UserError):
    """The address is not accepted."""


def add(club: Club | None, account: User, address: str, events: Collection[str]) -> tuple[Webhook, str]:
    """Return a new webhook of the club, without one of the federation, with its secret.

    Raise `Refused` for an address that is not public, or one too many.
    """
    try:
        resolve(host_of(address))
    except NotPublic:
        raise Refused(NOT_PUBLIC, address=address) from None
    secret = _secret()
    with transaction.atomic():
        if club:
            Club.objects.select_for_update(no_key=True).get(pk=club.pk)
            there = club.webhooks.all()
        else:
            User.objects.select_for_update(no_key=True).get(pk=account.pk)
            there = Webhook.objects.filter(club=None, account=account)
        if there.count() >= MOST:
            raise Refused(TOO_MANY if club else TOO_MANY_OF_OFFICER, most=MOST)
        made = Webhook.objects.create(
            club=club, account=account, address=address, events=sorted(events), secret=_sealed(secret)
        )
    return made, secret


@transaction.atomic
def turn(webhook: Webhook) -> str:
    """Return a new secret. For a day messages are signed with the old one, too."""
    locked = Webhook.objects.select_for_update().get(pk=webhook.pk)
    secret = _secret()
    locked.previous_secret, locked.secret, locked.turned_at = locked.secret, _sealed(secret), timezone.now()
    locked.save(update_fields=["previous_secret", "secret", "turned_at"])
    return secret


def tell(event: Webhook.Event, data: Mapping[str, Any]) -> int:
    """Queue a message to all webhooks of the event, in the transaction in which it happens. Return how many.

    ``data`` holds nothing that is not public.
    """
    body = {"type": event.value, "timestamp": timezone.now().isoformat(), "data": dict(data)}
    count = 0
    for webhook in Webhook.objects.filter(stopped_at=None).order_by("pk"):
        if event in webhook.events:
            queue(webhook, _message(), body)
            count += 1
    return count


def test(webhook: Webhook) -> None:
    """Queue a test message without content."""
    queue(webhook, _message(), {"type": "test", "timestamp": timezone.now().isoformat(), "data": {}})


def queue(
    webhook: Webhook, message: str, body: Mapping[str, Any], attempt: int = 1, after: dt.timedelta = dt.timedelta()
) -> None:
    """Queue an attempt to send a message."""
    arguments = {"webhook": webhook.pk, "message": message, "body": dict(body), "attempt": attempt}
    jobs.submit(KIND, f"{KIND}:{webhook.pk}:{message}:{attempt}", arguments, after=after)


def secrets_of(webhook: Webhook) -> list[str]:
    """Return the secrets with which a message is signed now. None if SECRET_KEY has changed since they were made."""
    is_turned = webhook.turned_at is not None and timezone.now() - webhook.turned_at < BOTH_GOOD_FOR
    found = [webhook.secret, *([webhook.previous_secret] if is_turned and webhook.previous_secret else [])]
    return [secret for each in found if (secret := _opened(each))]


def _message() -> str:
    return f"msg_{uuid.uuid4().hex}"


def _secret() -> str:
    return BEGINNING + base64.b64encode(secrets.token_bytes(24)).decode()


def _sealed(secret: str) -> str:
    return cipher("webhooks").encrypt(secret.encode()).decode()


def _opened(sealed: str) -> str:
    try:
        return cipher("webhooks").decrypt(sealed.encode()).decode()
    except InvalidToken:
        return ""
