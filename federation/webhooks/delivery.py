"""One attempt to send a message of a webhook: signed, to a public address alone, without redirects."""

import base64
import datetime as dt
import hmac
import http.client
import json
import socket
import ssl
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone

from federation.models import Webhook
from federation.webhooks import webhooks
from federation.webhooks.public_hosts import PORT, NotPublic, host_of, resolve

SECONDS = 10  # in which the receiver has to answer
# How long after each failed attempt the next one follows; after the last one the webhook stops.
PAUSES = [dt.timedelta(minutes=minutes) for minutes in (1, 10, 60, 6 * 60, 24 * 60)]
GONE = 410  # the receiver does not want any more messages
Headers = dict[str, str]


class _Connection(http.client.HTTPSConnection):
    """A connection to the IP address that was checked: the name is not resolved again, so it cannot change."""

    def __init__(self, host: str, ip: str, context: ssl.SSLContext) -> None:
        super().__init__(host, PORT, timeout=SECONDS, context=context)
        self._ip, self._tls = ip, context

    def connect(self) -> None:
        plain = socket.create_connection((self._ip, PORT), SECONDS)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def deliver(pk: int, message: str, body: Mapping[str, Any], attempt: int) -> str:
    """Send a message, or queue the next attempt; stop the webhook after the last one. Return what happened."""
    webhook = Webhook.objects.select_related("account", "club").filter(pk=pk, stopped_at=None).first()
    if webhook is None:
        return "removed"
    status = send(webhook, message, json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode())
    is_over = 200 <= status < 300 or status == GONE
    with transaction.atomic():
        locked = Webhook.objects.select_for_update().filter(pk=pk).first()
        if locked is None:
            return "removed"
        locked.tried_at, locked.status = timezone.now(), status
        if status == GONE or (not is_over and attempt > len(PAUSES)):
            locked.stopped_at = timezone.now()
        elif not is_over:
            webhooks.queue(locked, message, body, attempt + 1, PAUSES[attempt - 1])
        locked.save(update_fields=["tried_at", "status", "stopped_at"])
    return str(status)


def send(webhook: Webhook, message: str, content: bytes, context: ssl.SSLContext | None = None) -> int:
    """Return the status of the answer; 0 if there is none. A redirect is an answer and is not followed."""
    signed = headers(webhooks.secrets_of(webhook), message, timezone.now(), content)
    parts = urlsplit(webhook.address)
    try:
        host = host_of(webhook.address)
        connection = _Connection(host, resolve(host), context or ssl.create_default_context())
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, content, signed)
            return connection.getresponse().status
        finally:
            connection.close()
    except (NotPublic, OSError, http.client.HTTPException, ValueError):
        return 0


def headers(secrets: Sequence[str], message: str, now: dt.datetime, content: bytes) -> Headers:
    """Return the headers with a signature for each secret."""
    moment = str(int(now.timestamp()))
    signed = f"{message}.{moment}.".encode() + content
    return {
        "content-type": "application/json",
        "user-agent": "Classement-Webhooks",
        "webhook-id": message,
        "webhook-timestamp": moment,
        "webhook-signature": " ".join(_signature(secret, signed) for secret in secrets),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(webhooks.BEGINNING))
    return f"v1,{base64.b64encode(hmac.new(key, signed, sha256).digest()).decode()}"
