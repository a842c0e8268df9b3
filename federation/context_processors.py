"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest

from federation.accounts import mail


def site(request: HttpRequest) -> dict[str, object]:
    """The federation's name and the languages, for base.html, and whether it sends mails."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "site_languages": settings.LANGUAGES,
        "sends_mails": mail.are_sent(),
    }
