"""A list as JSON: what it is, its manifest, and its rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from json.encoder import encode_basestring
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from federation.records import Cells, lines, of_any, texts
from ratings.exports.columns import dates_as_text
from ratings.exports.rows import COLUMNS, Snapshot
from ratings.manifest import canonical

CONTENT_TYPE = "application/json"
_ENCODER = DjangoJSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write(snapshot: Snapshot) -> bytes:
    """An object with the list's facts, its manifest and ``ratings``: an object a member, the columns of the CSV."""
    found = snapshot.list
    people = snapshot.listed
    facts = {
        "pool": found.pool.slug,
        "date": found.date,
        "revision": found.revision,
        "state": found.state,
        "digest": found.digest,
        "manifest": json.loads(canonical(found.manifest)),  # PostgreSQL keeps the keys in an order of its own
    }
    head = _ENCODER.encode(facts).removesuffix("}").encode()
    columns = {**{name: people[name] for name in COLUMNS}, "last_played": dates_as_text(people["last_played"])}
    parts = [part for name, column in columns.items() for part in (f',"{name}":'.encode(), _cells(column))]
    rows = b"".join(lines([b",{", parts[0].removeprefix(b","), *parts[1:], b"}"]))
    return b"".join([head, b',"ratings":[', rows.removeprefix(b","), b"]}"])


def _cells(column: Sequence[Any]) -> Cells:
    if set(map(type, column)) == {str}:
        return texts(list(map(encode_basestring, column)))
    return of_any(column, _ENCODER.encode)
