"""Signed messages to addresses of clubs: what is sent, tried again, and never sent into the site's own network."""

from __future__ import annotations

import datetime as dt
import json
import socket
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from standardwebhooks import Webhook as Receiver
from standardwebhooks import WebhookVerificationError

from federation.models import Job, Webhook
from federation.webhooks import delivery, webhooks
from federation.webhooks.public_hosts import NotPublic, host_of, is_public, resolve
from tests import cast, tls

pytestmark = pytest.mark.django_db

ADDRESS = "https://hooks.example.org/in?club=101"
EVERYTHING = Webhook.Event.values


class Heard(BaseHTTPRequestHandler):
    """A receiver that keeps the last message and answers what it is told to."""

    status = 204
    message: tuple[str, dict[str, str], bytes] = ("", {}, b"")

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["content-length"]))
        type(self).message = (self.path, dict(self.headers), content)
        self.send_response(self.status)
        self.send_header("Location", "https://elsewhere.example.org/")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ssl.SSLContext]:
    """Serve hooks.example.org on this machine, with its own certificate; return what trusts it."""
    certificate = tls.certificate(tmp_path, "hooks.example.org")
    server = HTTPServer(("127.0.0.1", 0), Heard)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setattr(delivery, "PORT", server.server_port)
    monkeypatch.setattr(delivery, "resolve", lambda _host: "127.0.0.1")
    trusting = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    Heard.status = 204
    yield trusting
    server.shutdown()
    thread.join()
    server.server_close()


def made() -> tuple[Webhook, str]:
    """Return a webhook with its secret; its name needs no resolving."""
    secret = webhooks._secret()
    sealed = webhooks._sealed(secret)
    club = cast.club()
    return Webhook.objects.create(club=club, address=ADDRESS, events=EVERYTHING, secret=sealed), secret


def run_next() -> str:
    """Run the attempt that waits."""
    job = Job.objects.filter(kind="webhook", state=Job.State.QUEUED).get()
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE)
    return delivery.deliver(job.arguments["webhook"], *(job.arguments[name] for name in ("message", "body", "attempt")))


def test_a_message_is_signed_as_its_receiver_expects(receiver: ssl.SSLContext) -> None:
    webhook, secret = made()
    assert webhooks.tell(Webhook.Event.LIST, {"pool": "elo"}) == 1
    assert run_next() == "204"
    path, headers, content = Heard.message
    said = Receiver(secret).verify(content, headers)
    assert (path, said["type"], said["data"]) == ("/in?club=101", "list.published", {"pool": "elo"})
    with pytest.raises(WebhookVerificationError):
        Receiver(secret).verify(content + b" ", headers)
    webhook.refresh_from_db()
    assert (webhook.status, webhook.stopped_at) == (204, None)
    assert secret not in json.dumps(list(Webhook.objects.values("secret")))


def test_after_a_new_secret_both_are_valid_for_a_day(receiver: ssl.SSLContext) -> None:
    webhook, old = made()
    new = webhooks.turn(webhook)
    for days, secrets in ((0, (old, new)), (2, (new,))):
        Webhook.objects.update(turned_at=webhook.made_at - dt.timedelta(days=days))
        webhooks.tell(Webhook.Event.LIST, {})
        run_next()
        _path, headers, content = Heard.message
        assert len(headers["webhook-signature"].split()) == len(secrets)
        assert all(Receiver(secret).verify(content, headers) for secret in secrets)


def test_a_failed_message_is_tried_again_and_the_last_attempt_stops_the_webhook(receiver: ssl.SSLContext) -> None:
    webhook, _secret = made()
    Heard.status = 302
    webhooks.tell(Webhook.Event.ACCEPTED, {"id": 1})
    assert [run_next() for _attempt in range(len(delivery.PAUSES) + 1)] == ["302"] * 6
    webhook.refresh_from_db()
    assert webhook.stopped_at
    assert not Job.objects.filter(kind="webhook", state=Job.State.QUEUED).exists()
    assert webhooks.tell(Webhook.Event.ACCEPTED, {"id": 2}) == 0


def test_a_receiver_that_answers_410_is_asked_once(receiver: ssl.SSLContext) -> None:
    webhook, _secret = made()
    Heard.status = 410
    webhooks.tell(Webhook.Event.ACCEPTED, {"id": 1})
    assert run_next() == "410"
    webhook.refresh_from_db()
    assert webhook.stopped_at


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.1.2.3",
            "224.0.0.1",
        ),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1"),
    ],
)
def test_an_address_of_a_private_network_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_an_address_of_the_internet_is_public() -> None:
    assert all(map(is_public, ("93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34")))


def test_a_name_of_this_machine_is_sent_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotPublic):
        resolve("localhost")
    both = [(2, 1, 6, "", (ip, 443)) for ip in ("93.184.216.34", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_names: both)
    with pytest.raises(NotPublic):
        resolve("half.example.org")
    webhook, _secret = made()
    assert delivery.send(webhook, "msg_1", b"{}") == 0


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/", "ftp://example.org/", "https://user:word@example.org/", "https://example.org:22/"),
        *("https:///x", "https://[::1", "//example.org", "https://example.org:99999/"),
    ],
)
def test_only_plain_https_addresses_are_taken(address: str) -> None:
    with pytest.raises(NotPublic):
        host_of(address)


def test_a_club_has_five_addresses_and_none_in_the_network_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    club, secretary = cast.club(), cast.secretary()
    with pytest.raises(webhooks.Refused):
        webhooks.add(club, secretary, "https://localhost/", EVERYTHING)
    monkeypatch.setattr(webhooks, "resolve", lambda _host: "93.184.216.34")
    for _number in range(webhooks.MOST):
        webhooks.add(club, secretary, ADDRESS, EVERYTHING)
    with pytest.raises(webhooks.Refused):
        webhooks.add(club, secretary, ADDRESS, EVERYTHING)
    assert club.webhooks.count() == webhooks.MOST
