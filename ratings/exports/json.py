"""A list as JSON: what it is, its manifest, and its rows."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder

from ratings.exports.rows import rows
from ratings.models import RatingList

CONTENT_TYPE = "application/json"


def write(rating_list: RatingList) -> bytes:
    """An object with the list's facts, its manifest and ``ratings``: an object a member, the columns of the CSV."""
    contents = {
        "pool": rating_list.pool.slug,
        "date": rating_list.date,
        "revision": rating_list.revision,
        "state": rating_list.state,
        "digest": rating_list.digest,
        "manifest": rating_list.manifest,
        "ratings": [row._asdict() for row in rows(rating_list)],
    }
    return DjangoJSONEncoder(ensure_ascii=False, separators=(",", ":")).encode(contents).encode()
