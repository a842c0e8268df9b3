"""Compressed pages, with or without nginx in front: a tournament is a tenth as long on a slow network."""

import re

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware

TEXTS = ("text/html", "application/xml", "application/atom+xml")
_NOTHING = re.compile(r"0(\.0*)?")  # a weight in Accept-Encoding


class PageGZipMiddleware(GZipMiddleware):
    """Compress pages, feeds and site maps, but nothing with a Repr-Digest: that is of the bytes that are sent."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.has_header("Repr-Digest") or not response.get("Content-Type", "").startswith(TEXTS):
            return response
        return super().process_response(request, response)


def takes_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header (RFC 9110, 12.5.3) asks for gzip; a weight of 0 refuses it."""
    weights: dict[str, str] = {}
    for part in "".join(accepted.lower().split()).split(","):
        coding, _, weight = part.partition(";q=")
        weights[coding] = weight or "1"
    return _NOTHING.fullmatch(weights.get("gzip", weights.get("*", "0"))) is None
