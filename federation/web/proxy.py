"""The client of a request, if the site stands behind its own proxy (PRODUCTION=1)."""

from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address that the proxy saw. It must set X-Real-IP itself, as deploy/nginx.conf does."""
    return request.headers.get("X-Real-IP") or request.META["REMOTE_ADDR"]
