"""The end of the certificate that visitors see."""

from __future__ import annotations

import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail

from federation.accounts.alerts import Alerts
from federation.background import certificate, condition
from federation.models import Sign
from tests import tls

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]


@pytest.fixture(autouse=True)
def in_production(settings: LazySettings) -> None:
    settings.PRODUCTION, settings.ALLOWED_HOSTS = True, ["localhost"]


@contextmanager
def serving(folder: Path, days: float, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a server of this machine show a certificate that is good for so many days."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tls.certificate(folder, "localhost", days))
    with socketserver.TCPServer(("127.0.0.1", 0), socketserver.BaseRequestHandler) as server:
        monkeypatch.setattr(certificate, "PORT", server.server_address[1])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, args=[0.05], daemon=True).start()
        yield
        server.shutdown()


def seen() -> dict[str, bool]:
    return {part.name: part.is_well for part in condition.parts() if part.name == "certificate"}


def test_administrators_are_warned_two_weeks_before_the_certificate_expires(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.create_superuser("admin", "admin@example.org", "correct horse battery")
    for part in ("worker", "sweeper"):
        Sign.leave(part)
    alerts = Alerts()
    for days, told in ((15.1, []), (13.9, ["certificate"]), (-1, [])):
        with serving(tmp_path, days, monkeypatch):
            certificate.look()
        assert seen() == {"certificate": days > 14}
        mail.outbox.clear()
        alerts.look()
        alerts.look()
        assert [sent.subject.rpartition(" ")[2] for sent in mail.outbox] == told


def test_a_host_that_this_machine_does_not_reach_is_not_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path, 5, monkeypatch):
        certificate.look()
    certificate.look()  # nobody answers any more
    assert seen() == {}
