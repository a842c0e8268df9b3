"""Variables that every template has."""

from django.conf import settings
from django.http import HttpRequest

from federation.accounts import mail
from federation.version import VERSION


def site(request: HttpRequest) -> dict[str, object]:
    """Return the federation's name, whether the site sends mails, and its version."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "sends_mails": mail.are_sent(),
        "version": VERSION,
    }
