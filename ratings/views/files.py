"""Files of published lists: the pages and downloads that were written once. Named by their digest, they never change."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from ratings.models import RatingList, RenderedFile
from ratings.pages import is_plain
from ratings.published import LATEST, find_list

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))  # the smaller first


def stored_page(request: HttpRequest, slug: str, month: str) -> HttpResponse | None:
    """The plain page of a list as it was written, where it was; None: the view makes it.

    Whoever is logged in gets a page of his own, and so does whoever filters, sorts or asks for an old revision.
    """
    return None


def download(request, slug, month, extension):
    raise Http404


def published(request, sha256, name):
    raise Http404
