"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """The federation's name and the languages, for base.html, and whether who forgot his password gets a mail."""
    return {
        "federation_name": settings.FEDERATION_NAME,
        "site_languages": settings.LANGUAGES,
        "mails_passwords": bool(settings.EMAIL_HOST),
    }
