"""The addresses of a page in the languages of the site, and that search engines are told of them."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix
from django.utils.translation import get_language


def address_in(language: str, address: str) -> str:
    """The address in another language, of one in the reader's; its query stays with it."""
    start = get_script_prefix()
    rest = address.removeprefix(start).removeprefix(f"{get_language()}/")
    return f"{start}{rest}" if language == settings.LANGUAGE_CODE else f"{start}{language}/{rest}"


def tell_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a page says where it stands in each language (RFC 8288), unless search engines are to leave it.

    In a header: whoever writes the page of a list once, for all readers, does not know the name of the host.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.status_code == 200 and response.get("Content-Type", "").startswith("text/html")
        if is_page and not response.has_header("X-Robots-Tag"):
            response["Link"] = ", ".join(_link(request, code) for code, _name in settings.LANGUAGES)
        return response

    return middleware


def _link(request: HttpRequest, language: str) -> str:
    address = request.build_absolute_uri(address_in(language, request.get_full_path()))
    return f'<{address}>; rel="alternate"; hreflang="{language}"'
