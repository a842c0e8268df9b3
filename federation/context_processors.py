"""Variables that every template has."""

from django.conf import settings
from django.http import HttpRequest

from federation.accounts import mail
from federation.version import VERSION
from federation.web.site_version import has_own_colours


def site(request: HttpRequest) -> dict[str, object]:
    """Return the federation's name, whether the site sends mails and has its own colours, and its version."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "sends_mails": mail.are_sent(),
        "has_own_colours": has_own_colours,  # asked by the pages that need it
        "version": VERSION,
    }
