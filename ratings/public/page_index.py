"""Which stored file is which page of a list, as a file beside the pages: for web servers whose database is away.

It names no people. Hiding a member removes it: on a disk together with the pages, in a bucket before them.
"""

import json
import os
import shutil
from pathlib import Path

from django.conf import settings

from federation.files import bucket
from federation.web.site_version import edition
from ratings.find_lists import LATEST, day_of
from ratings.models import RatingList

FOLDER = "index"


def write(rating_list: RatingList) -> None:
    """Note the pages of a list whose rendering is complete, if it is published in a public pool. One query."""
    files = rating_list.files.filter(list__state=RatingList.State.PUBLISHED, list__pool__public=True)
    pages = dict(files.exclude(language="").values_list("path", "sha256"))
    if not pages:
        return
    place = _folder(rating_list.pool.slug) / f"{rating_list.date}.json"
    content = json.dumps({"edition": edition(), "pages": pages}).encode()
    if settings.MEDIA_BUCKET:
        bucket.put(place, content)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        draft.write_bytes(content)
        draft.replace(place)


def find(slug: str, month: str, path: str) -> str | None:
    """Return the SHA-256 of a page of the list of that day, or of the latest that is stored; None if there is none.

    No query. Raise Http404 if the address means no day.
    """
    name = max(_names(slug), default=None) if month == LATEST else f"{day_of(month)}.json"
    content = _content(_folder(slug) / name) if name else None
    known = json.loads(content) if content else {}
    return known["pages"].get(path) if known.get("edition") == edition() else None


def remove(slug: str = "") -> None:
    """Forget all pages of a pool that is no longer public, or of all pools."""
    if settings.MEDIA_BUCKET:
        bucket.remove_folder(_folder(slug))
    else:
        shutil.rmtree(_folder(slug), ignore_errors=True)


def holds(place: Path) -> bool:
    """Return whether a file below PUBLISHED_ROOT belongs to the index: its folder is no digest."""
    return place.is_relative_to(settings.PUBLISHED_ROOT / FOLDER)


def _names(slug: str) -> list[str]:
    if settings.MEDIA_BUCKET:
        return bucket.names(_folder(slug))
    return [place.name for place in _folder(slug).glob("[0-9]*.json")]


def _content(place: Path) -> bytes | None:
    if settings.MEDIA_BUCKET:
        return bucket.content(place)
    try:
        return place.read_bytes()
    except FileNotFoundError:  # never written, or set aside just now
        return None


def _folder(slug: str) -> Path:
    return settings.PUBLISHED_ROOT / FOLDER / slug
