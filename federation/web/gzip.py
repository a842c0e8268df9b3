"""Pages travel compressed, with or without nginx in front: a tournament is a tenth as long on a slow network."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

TEXTS = ("text/html", "application/xml", "application/atom+xml")
RANDOM_BYTES = 100  # at most, so that the length of a page tells nothing of what is secret in it (BREACH)
_NOTHING = re.compile(r"0(\.0*)?")  # as a weight


def compress(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: pages, feeds and maps of the site, where they are not compressed already.

    What has a Repr-Digest is sent as it is: the digest is of the bytes that are sent.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_done = response.has_header("Content-Encoding") or response.has_header("Repr-Digest")
        if response.get("Content-Type", "").startswith(TEXTS) and not is_done:
            patch_vary_headers(response, ["Accept-Encoding"])
            if takes_gzip(request.headers.get("Accept-Encoding", "")):
                response.content = compress_string(response.content, max_random_bytes=RANDOM_BYTES)
                response["Content-Encoding"] = "gzip"
                response["Content-Length"] = len(response.content)
        return response

    return middleware


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header (RFC 9110, 12.5.3) asks for gzip; a weight of 0 refuses it."""
    weights: dict[str, str] = {}
    for part in "".join(accepted.lower().split()).split(","):
        coding, _, weight = part.partition(";q=")
        weights[coding] = weight or "1"
    return _NOTHING.fullmatch(weights.get("gzip", weights.get("*", "0"))) is None
