"""What a request says of its sender when the site stands behind a proxy of its own (PRODUCTION=1)."""

from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address that the proxy saw; it must set X-Real-IP itself, as deploy/nginx.conf does."""
    return request.headers.get("X-Real-IP") or request.META["REMOTE_ADDR"]
