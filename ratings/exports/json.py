"""A list as JSON: what it is, its manifest, and its rows."""

import json
import re
from collections.abc import Sequence
from json.encoder import encode_basestring
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from federation.files.text_columns import NUL, Cells, lines, of_any, texts
from federation.identity.member_numbers import as_shown
from ratings.calculation.manifest import canonical
from ratings.exports.formatted_columns import dates_as_text
from ratings.exports.snapshot import COLUMNS, Snapshot

CONTENT_TYPE = "application/json"
_SPECIAL = re.compile(r'[\x01-\x1f"\\]')
_ENCODER = DjangoJSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write(snapshot: Snapshot) -> bytes:
    """Return an object with the list's facts, its manifest and ``ratings``: an object for each member with the columns
    of the CSV.
    """
    found = snapshot.list
    people = snapshot.listed
    facts = {
        "pool": found.pool.slug,
        "date": found.date,
        "revision": found.revision,
        "state": found.state,
        "digest": found.digest,
        "manifest": json.loads(canonical(found.manifest)),  # PostgreSQL does not keep the order of the keys
    }
    head = _ENCODER.encode(facts).removesuffix("}").encode()
    columns = {
        **{name: people[name] for name in COLUMNS},
        "matricule": as_shown(people["matricule"]),
        "last_played": dates_as_text(people["last_played"]),
    }
    parts = [part for name, column in columns.items() for part in (f',"{name}":'.encode(), *_cells(column))]
    rows = b"".join(lines([b",{", parts[0].removeprefix(b","), *parts[1:], b"}"]))
    return b"".join([head, b',"ratings":[', rows.removeprefix(b","), b"]}"])


def _cells(column: Sequence[Any]) -> list[bytes | Cells]:
    """Return parts of a line that are one value each."""
    if set(map(type, column)) == {str}:
        return [b'"', texts(column, _escaped), b'"']
    return [of_any(column, _ENCODER.encode)]


def _escaped(joined: str) -> str:
    """Return texts, joined by NULs, as JSON without their quotation marks."""
    if not _SPECIAL.search(joined):
        return joined
    return NUL.join([encode_basestring(text)[1:-1] for text in joined.split(NUL)])
