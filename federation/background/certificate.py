"""When the certificate that visitors see expires. The sweeper checks it, so that nobody is surprised."""

import datetime as dt
import socket
import ssl

from cryptography import x509
from django.conf import settings

from federation.models import Sign

SIGN = "certificate"
PORT = 443
PATIENCE = 3  # seconds


def look() -> None:
    """Store when the certificate expires; nothing for a host that this machine does not reach."""
    if not settings.PRODUCTION:
        return
    try:
        Sign.leave(SIGN, ends=_end(settings.ALLOWED_HOSTS[0].lstrip(".")).isoformat())
    except OSError:
        Sign.objects.filter(part=SIGN).delete()


def _end(host: str) -> dt.datetime:
    """Return when the certificate of a host expires, also one that a private authority of the federation signed."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, PORT), timeout=PATIENCE) as plain,
        context.wrap_socket(plain, server_hostname=host) as opened,
    ):
        shown = opened.getpeercert(binary_form=True)
    return x509.load_der_x509_certificate(shown or b"").not_valid_after_utc
