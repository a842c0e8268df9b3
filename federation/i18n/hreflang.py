"""The addresses of a page in all languages, and the one that search engines index."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix
from django.utils.translation import get_language

LONGEST = 200  # letters of an address in the header: four longer ones would not pass through nginx


def address_in(language: str, address: str) -> str:
    """Return the address in another language, given one in the reader's. Its query stays."""
    start = get_script_prefix()
    rest = address.removeprefix(start).removeprefix(f"{get_language()}/")
    return f"{start}{rest}" if language == settings.LANGUAGE_CODE else f"{start}{language}/{rest}"


def main_address(request: HttpRequest) -> str:
    """Return the address for search engines: that of the page without parameters that sort or narrow a table.

    Parameters that other sites add to their links are dropped too. A revision and a page number stay, because they show
    other rows.
    """
    kept = ("revision", "page") if request.GET.keys() <= {"revision", "page"} else ("revision",)
    query = urlencode([(name, request.GET[name]) for name in kept if name in request.GET])
    address = request.get_full_path().partition("?")[0]
    return f"{address}?{query}" if query else address


def add_links(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: name the main address of a page and its languages in a header, unless the page is not indexed.

    It is a header (RFC 8288, RFC 6596), because stored pages of lists are written once for all readers, without knowing
    the host.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.status_code == 200 and response.get("Content-Type", "").startswith("text/html")
        address = main_address(request)
        if is_page and len(address) <= LONGEST and not response.has_header("X-Robots-Tag"):
            links = [(code, request.build_absolute_uri(address_in(code, address))) for code, _ in settings.LANGUAGES]
            links.append(("x-default", links[0][1]))  # the site's own language, for all others
            languages = [f'<{link}>; rel="alternate"; hreflang="{code}"' for code, link in links]
            response["Link"] = ", ".join([f'<{request.build_absolute_uri(address)}>; rel="canonical"', *languages])
        return response

    return middleware
