"""Files of published lists, written once by rendering.py: plain pages and downloads. Their digest is their ETag."""

import base64
import hashlib
import io
import re
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from federation import access
from federation.files import bucket
from federation.privacy import looks
from federation.structure.rights import Verb
from federation.web.conditional import is_for_anyone
from federation.web.gzip import takes_gzip
from federation.web.site_version import edition
from federation.web.unavailable import DATABASE_AWAY
from ratings.exports import Download, Snapshot, downloads_of
from ratings.find_lists import LATEST, day_of, find_list
from ratings.models import BUNDLE_PATH, RatingList, RenderedFile
from ratings.public import page_index
from ratings.public.pages import is_plain
from ratings.public.rendering import PAGE_TYPE

FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"  # keep it, and ask each time whether it is still current
DIGEST = re.compile(r"[0-9a-f]{64}")
NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9]+)+")

FILE = """
SELECT file.path, file.sha256, file.content_type FROM ratings_renderedfile file
JOIN ratings_ratinglist found ON found.id = file.list_id JOIN ratings_ratingpool pool ON pool.id = found.pool_id
WHERE pool.slug = %s AND pool.public AND found.state = %s AND found.rendered_edition = %s AND file.path = %s
"""
OF_DAY = "AND found.date = %s"
IN_LATEST = """AND found.date = (
    SELECT max(other.date) FROM ratings_ratinglist other WHERE other.pool_id = pool.id AND other.state = %s
)"""

KEPT_IN_MEMORY = 500_000  # bytes: no larger file of the bucket stays in the cache of this process
KEPT_FOR = 3600  # seconds
AWAY = "database_away"  # in the cache of this process: stored pages are found without it
AWAY_FOR = 2  # seconds until it is asked again: waiting for its answer would hold up all threads


@require_safe
def published(request: HttpRequest, sha256: str, name: str) -> HttpResponse:
    """Send a file by its digest: it never changes, so any cache may keep it. One query."""
    if not (DIGEST.fullmatch(sha256) and NAME.fullmatch(name)):
        raise Http404
    file = RenderedFile.objects.filter(list__pool__public=True, sha256=sha256, path__endswith=name).first()
    response = _answer(request, file, FOR_EVER, "" if name.endswith(".html") else name) if file else None
    if response is None:
        raise Http404
    response["X-Robots-Tag"] = "noindex"  # it has an address that stays
    return response


@require_safe
def download(request: HttpRequest, slug: str, month: str, name: str) -> HttpResponse:
    """Send a file of a list at an address that stays. Two queries.

    A file that no rendering wrote is written on the spot, if `Download.is_on_demand`.
    """
    rating_list, wanted = _find_download(slug, month, name, request.GET.get("revision", ""))
    file = RenderedFile.objects.filter(list=rating_list, path=name).first()
    response = _answer(request, file, ASK_AGAIN, wanted.file_name(rating_list)) if file else None
    if response is None and not wanted.is_on_demand:
        raise Http404
    if response is None:
        response = _asked_again(request, _written(wanted, Snapshot(rating_list)))
    return _of_the_list(request, response, rating_list, "list_file", name)


@require_safe
@login_required
def with_birth_dates(request: HttpRequest, slug: str, month: str, name: str) -> HttpResponse:
    """Send the file with the birth dates that the user may see: written for each user, kept by no cache."""
    if not access.may_see_birth_dates(request.user):
        raise PermissionDenied
    rating_list, wanted = _find_download(slug, month, name, request.GET.get("revision", ""))
    if not wanted.has_birth_dates:
        raise Http404
    shown = access.members_of(request.user, Verb.SEE_BIRTH_DATES)
    looks.note(request, count=shown.count(), chosen=f"{slug} {month}")
    response = _written(wanted, Snapshot(rating_list, births_of=shown))
    add_never_cache_headers(response)
    return response


@require_safe
def bundle(request: HttpRequest, slug: str, month: str) -> HttpResponse:
    """Send the open bundle of a list, at an address that stays. The rendering writes it, since that takes long.

    Two queries.
    """
    rating_list = find_list(slug, month, request.GET.get("revision", ""))
    file = RenderedFile.objects.filter(list=rating_list, path=BUNDLE_PATH).first()
    name = f"{slug}-{rating_list.month_slug}-bundle.zip"
    response = _answer(request, file, ASK_AGAIN, name) if file else None
    if response is None:
        raise Http404
    return _of_the_list(request, response, rating_list, "list_bundle")


def stored_page(request: HttpRequest, slug: str, month: str) -> HttpResponse | None:
    """Return the plain page of a list as it was written; None if the view has to make it. One query.

    Readers who filter, sort or ask for an old revision get a page made for them, and so do those with a session or a
    message waiting: the stored page knows nobody. A page that another edition of the site wrote is no answer either.
    """
    if not is_for_anyone(request) or not is_plain(request.GET) or request.GET.get("revision"):
        return None
    number = request.GET.get("page") or "1"
    if not (number.isdecimal() and len(number) < 7):
        return None
    file = _stored(slug, month, f"{get_language()}/page-{int(number)}.html")
    return _answer(request, file, ASK_AGAIN) if file else None


def _find_download(slug: str, month: str, path: str, revision: str) -> tuple[RatingList, Download]:
    rating_list = find_list(slug, month, revision)
    wanted = downloads_of(rating_list).get(path)
    if wanted is None:
        raise Http404
    return rating_list, wanted


def _written(wanted: Download, snapshot: Snapshot) -> HttpResponse:
    content = wanted.write(snapshot)
    response = _as_download(HttpResponse(content, content_type=wanted.content_type), wanted.file_name(snapshot.list))
    response["Repr-Digest"] = repr_digest(hashlib.sha256(content).digest())
    return response


def _asked_again(request: HttpRequest, written: HttpResponse) -> HttpResponse:
    """Return what was written on the spot, or "not modified": its ETag is that of the file once it is stored."""
    etag = f'"{hashlib.sha256(written.content).hexdigest()}"'
    response = get_conditional_response(request, etag=etag) or written
    response["ETag"] = etag
    response["Cache-Control"] = ASK_AGAIN
    return response


def _of_the_list(
    request: HttpRequest, response: HttpResponse, rating_list: RatingList, route: str, *names: str
) -> HttpResponse:
    """Add the digest of the list and the address of this very list (RFC 8288), also under "latest"."""
    address = reverse(route, args=[rating_list.pool.slug, rating_list.month_slug, *names])
    if rating_list.state == RatingList.State.REVISED:
        address += f"?revision={rating_list.revision}"
    response["Link"] = f'<{request.build_absolute_uri(address)}>; rel="canonical"'
    response["List-Digest"] = rating_list.digest
    response["Access-Control-Allow-Origin"] = "*"  # the scripts of other sites may show what anyone may read
    response["Access-Control-Expose-Headers"] = "ETag, List-Digest"
    return response


def _stored(slug: str, month: str, path: str) -> RenderedFile | None:
    """Return a file of the list of that day, or of the latest: never of an earlier one that happens to be rendered.

    This serves the most frequent page. The ORM would take several times as long to build this query as to run it.
    """
    latest = month == LATEST
    facts = (slug, RatingList.State.PUBLISHED, edition(), path, RatingList.State.PUBLISHED if latest else day_of(month))
    if AWAY not in cache:
        try:
            with connection.cursor() as cursor:
                cursor.execute(FILE + (IN_LATEST if latest else OF_DAY), facts)
                row = cursor.fetchone()
        except DATABASE_AWAY:
            cache.set(AWAY, True, AWAY_FOR)
        else:
            return RenderedFile(path=row[0], sha256=row[1], content_type=row[2]) if row else None
    sha256 = page_index.find(slug, month, path)  # pages of a member who was hidden since are deleted
    return RenderedFile(path=path, sha256=sha256, content_type=PAGE_TYPE) if sha256 else None


def _answer(request: HttpRequest, file: RenderedFile, caching: str, download_as: str = "") -> HttpResponse | None:
    """Return the file, packed if the browser accepts that, or "not modified"; None if it is not stored."""
    in_bucket = _in_bucket(file) if settings.MEDIA_BUCKET else None
    place, encoding = (file.place, "") if in_bucket is not None else _place(request, file)
    if in_bucket is None and not place.is_file():
        return None
    etag = f'"{file.sha256}{"-" + encoding if encoding else ""}"'
    response = get_conditional_response(request, etag=etag)
    if response is None and download_as:
        response = _as_download(FileResponse(_opened(place, in_bucket), content_type=file.content_type), download_as)
    elif response is None:
        content = place.read_bytes() if in_bucket is None else in_bucket
        response = HttpResponse(content, content_type=file.content_type)
    if encoding and response.status_code == 200:
        response["Content-Encoding"] = encoding
    if response.status_code == 200:
        response["Repr-Digest"] = _digest_of(place) if encoding else repr_digest(bytes.fromhex(file.sha256))
    response["ETag"] = etag
    response["Cache-Control"] = caching
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _in_bucket(file: RenderedFile) -> bytes | None:
    """Return the file from the bucket, if it is whole. Small ones stay in memory, so that few readers wait for it."""
    content = cache.get(file.sha256)
    if content is None:
        content = bucket.read(file.place, file.sha256)
        if content is not None and len(content) < KEPT_IN_MEMORY:
            cache.set(file.sha256, content, KEPT_FOR)
    return content


def _opened(place: Path, content: bytes | None) -> BinaryIO:
    return place.open("rb") if content is None else io.BytesIO(content)


def repr_digest(sha256: bytes) -> str:
    """Return the Repr-Digest (RFC 9530) of the bytes that are sent, packed or not."""
    return f"sha-256=:{base64.b64encode(sha256).decode()}:"


@lru_cache(maxsize=1024)
def _digest_of(place: Path) -> str:
    """Return the digest of a file whose path names its content, so that it is read once."""
    return repr_digest(hashlib.sha256(place.read_bytes()).digest())


def _place(request: HttpRequest, file: RenderedFile) -> tuple[Path, str]:
    plain = file.place
    packed = plain.with_name(plain.name + ".gz")
    takes_packed = takes_gzip(request.headers.get("Accept-Encoding", ""))
    return (packed, "gzip") if takes_packed and packed.is_file() else (plain, "")


def _as_download(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
