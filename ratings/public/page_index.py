"""Which stored file is which page of a list, as a file on the disk: for web servers whose database is away.

It is stored among the pages, so that hiding a member sets it aside together with them, and it names no people.
"""

import json
import os
import shutil
from pathlib import Path

from django.conf import settings

from federation.web.site_version import edition
from ratings.find_lists import LATEST, day_of
from ratings.models import RatingList

FOLDER = "index"


def write(rating_list: RatingList) -> None:
    """Note the pages of a list whose rendering is complete, if it is published in a public pool. One query."""
    files = rating_list.files.filter(list__state=RatingList.State.PUBLISHED, list__pool__public=True)
    pages = dict(files.exclude(language="").values_list("path", "sha256"))
    if not pages or settings.MEDIA_BUCKET:  # a bucket has no folder that is set aside in one step
        return
    place = _folder(rating_list.pool.slug) / f"{rating_list.date}.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.{os.getpid()}")
    draft.write_text(json.dumps({"edition": edition(), "pages": pages}))
    draft.replace(place)


def find(slug: str, month: str, path: str) -> str | None:
    """Return the SHA-256 of a page of the list of that day, or of the latest that is stored; None if there is none.

    No query. Raise Http404 if the address means no day.
    """
    name = "[0-9]*.json" if month == LATEST else f"{day_of(month)}.json"
    latest = max(_folder(slug).glob(name), default=None)
    try:
        known = json.loads(latest.read_text()) if latest else {}
    except FileNotFoundError:  # set aside just now
        known = {}
    return known["pages"].get(path) if known.get("edition") == edition() else None


def remove(slug: str) -> None:
    """Forget all pages of a pool, which is no longer public."""
    shutil.rmtree(_folder(slug), ignore_errors=True)


def _folder(slug: str) -> Path:
    return settings.PUBLISHED_ROOT / FOLDER / slug
