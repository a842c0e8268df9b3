"""Files at fixed addresses that browsers and people who test sites ask for."""

import datetime as dt
import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = dt.timedelta(days=180)
SHORT = 12  # letters below an icon
PAPER = "#fbfbf9"  # the light page of tokens.css


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the site for the home screen of a phone (W3C Web Application Manifest)."""
    facts = {
        "name": settings.FEDERATION_NAME,
        "short_name": settings.FEDERATION_NAME[:SHORT].rstrip(),
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": static("favicon.svg"), "type": "image/svg+xml", "sizes": "any"},
            {"src": static("apple-touch-icon.png"), "type": "image/png", "sizes": "180x180"},
        ],
    }
    return HttpResponse(json.dumps(facts, ensure_ascii=False), content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect from the icon's traditional address to the icon."""
    return redirect(static("favicon.svg"))


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Say where to report a vulnerability (RFC 9116): the contact of the settings, else the page that names people."""
    origin = f"{request.scheme}://{request.get_host()}"
    context = {
        "contact": settings.CONTACT or f"{origin}{reverse('privacy')}",
        "expires": (timezone.now() + GOOD_FOR).isoformat(timespec="seconds"),
        "languages": ", ".join(code for code, _name in settings.LANGUAGES),
        "origin": origin,
    }
    return render(request, "security.txt", context, content_type="text/plain; charset=utf-8")
