"""Pages of long answers by keyset: the cursor holds the values of the last row, none is skipped or repeated."""

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db.models import F, OrderBy, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

USUAL, MOST = 50, 200  # rows of a page
Row = TypeVar("Row")
LONGEST = 400  # letters of a cursor


class Key(NamedTuple):
    """A field by which rows are sorted. The fields of an order are unique together; NULLs come last."""

    field: str
    is_descending: bool = False
    may_be_null: bool = False

    @property
    def order(self) -> OrderBy:
        field = F(self.field)
        nulls_last = True if self.may_be_null else None
        return field.desc(nulls_last=nulls_last) if self.is_descending else field.asc(nulls_last=nulls_last)

    def equals(self, value: Any) -> Q:
        return Q((f"{self.field}__isnull", True)) if value is None else Q((self.field, value))

    def follows(self, value: Any) -> Q:
        """Return the condition for a row whose value comes after this one."""
        if value is None:
            return Q(pk__in=[])
        later = Q((f"{self.field}__{'lt' if self.is_descending else 'gt'}", value))
        return later | Q((f"{self.field}__isnull", True)) if self.may_be_null else later


def page(rows: QuerySet, keys: Sequence[Key], cursor: str, limit: int) -> tuple[list[Any], str]:
    """Return the rows after the cursor, and the cursor of the next page, "" if there is none. One query.

    Raise `NotFound` if the cursor is none of these rows.
    """
    rows = rows.order_by(*(key.order for key in keys))
    if cursor:
        rows = _after(rows, keys, _values(cursor, len(keys)))
    found = list(rows[: limit + 1])
    if len(found) <= limit:
        return found, ""
    return found[:limit], _cursor([_value(found[limit - 1], key.field) for key in keys])


def page_of(rows: Sequence[Row], name: Callable[[Row], int], cursor: str, limit: int) -> tuple[list[Row], str]:
    """Return the same for rows that were read already; ``name`` is unique among them."""
    start = 0
    if cursor:
        [last] = _values(cursor, 1)
        start = next((place for place, row in enumerate(rows, 1) if name(row) == last), 0)
        if not start:
            raise _unknown()
    found = list(rows[start : start + limit])
    return found, _cursor([name(found[-1])]) if start + limit < len(rows) else ""


def address(request: Request, cursor: str) -> str | None:
    """Return the address of the page with that cursor, None without one."""
    if not cursor:
        return None
    asked = {name: value for name, value in request.query_params.items() if name != "cursor"}
    return request.build_absolute_uri(f"{request.path}?{urlencode(asked | {'cursor': cursor})}")


def _after(rows: QuerySet, keys: Sequence[Key], values: Sequence[Any]) -> QuerySet:
    found, same = Q(pk__in=[]), Q()
    for key, value in zip(keys, values, strict=True):
        found |= same & key.follows(value)
        same &= key.equals(value)
    try:
        return rows.filter(found)
    except (ValidationError, ValueError, TypeError, OverflowError) as error:
        raise _unknown() from error


def _value(row: Any, field: str) -> Any:
    for name in field.split("__"):
        row = getattr(row, name)
    return row if row is None or isinstance(row, int | str) else row.isoformat()


def _cursor(values: list[Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(values, separators=(",", ":")).encode()).decode().rstrip("=")


def _values(cursor: str, count: int) -> list[Any]:
    try:
        values = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars="-_", validate=True))
    except (binascii.Error, ValueError, RecursionError) as error:
        raise _unknown() from error
    if not isinstance(values, list) or len(values) != count or not all(map(_is_storable, values)):
        raise _unknown()
    return values


def _is_storable(value: object) -> bool:
    if isinstance(value, str):
        return "\0" not in value
    return value is None or (type(value) is int and abs(value) < 2**31)


def _unknown() -> NotFound:
    return NotFound(_("There is no page with this “cursor”. Take it from “next” of the page before, as it is."))
