"""A list as JSON: what it is, its manifest, and its rows."""

from __future__ import annotations

import json

from django.core.serializers.json import DjangoJSONEncoder

from ratings.exports.columns import dates_as_text
from ratings.exports.rows import COLUMNS, Snapshot
from ratings.manifest import canonical

CONTENT_TYPE = "application/json"


def write(snapshot: Snapshot) -> bytes:
    """An object with the list's facts, its manifest and ``ratings``: an object a member, the columns of the CSV."""
    found = snapshot.list
    people = snapshot.listed
    columns = [dates_as_text(people[name]) if name == "last_played" else people[name] for name in COLUMNS]
    contents = {
        "pool": found.pool.slug,
        "date": found.date,
        "revision": found.revision,
        "state": found.state,
        "digest": found.digest,
        "manifest": json.loads(canonical(found.manifest)),  # PostgreSQL keeps the keys in an order of its own
        "ratings": [dict(zip(COLUMNS, row, strict=True)) for row in zip(*columns, strict=True)],
    }
    return DjangoJSONEncoder(ensure_ascii=False, separators=(",", ":")).encode(contents).encode()
