"""The amendments in force, asked of the database once a request or job, if one of their sections is read."""

import json
import threading
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from federation.models import ProfileChange
from federation.profiles.reading import row_of
from federation.profiles.section import Dated

_known = threading.local()
FIELDS = ("section", "value", "valid_from", "article", "source")


def amendments() -> Mapping[str, tuple[Dated, ...]]:
    """Return the rows by section. One query for each request or job that reads such a section."""
    if not hasattr(_known, "rows"):
        found = ProfileChange.objects.in_force().values_list(*FIELDS)
        _known.rows = _read(tuple((section, json.dumps(value), *rest) for section, value, *rest in found))
    return _known.rows


def forget(**_signal: Any) -> None:
    """Read the rows again at the next use: in another request or job, or after a change."""
    _known.__dict__.clear()


@lru_cache(maxsize=4)
def _read(rows: tuple[tuple[Any, ...], ...]) -> Mapping[str, tuple[Dated, ...]]:
    found: dict[str, list[Dated]] = defaultdict(list)
    for section, value, *dated in rows:
        found[section].append(row_of(section, values_of(json.loads(value), *dated)))
    return {section: tuple(each) for section, each in found.items()}


def values_of(value: Mapping[str, Any], valid_from: object, article: str, source: str) -> dict[str, Any]:
    """Return the keys of a row as a file would have them."""
    return {**value, "from": valid_from, "article": article, "source": source}
