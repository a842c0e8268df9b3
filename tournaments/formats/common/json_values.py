"""JSON files: from bytes to an object, and single values of it. Shared by the readers of JSON."""

import json
import re

from tournaments.formats.common.decoding import decode
from tournaments.formats.common.values import clean_text, whole_number
from tournaments.formats.report import FormatError, Place, noop

LONGEST_TEXT = 200

_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}\{")

Facts = dict[str, object]


def is_object(data: bytes) -> bool:
    """Return whether the bytes begin like a JSON object."""
    return _BEGINNING.match(data) is not None


def parsed(data: bytes) -> Facts:
    """Return the object of a file, in UTF-8 or as older programs write. Raise `FormatError` if it is not complete."""
    try:
        found = json.loads(decode(data)[0], parse_constant=_refuse)
    except json.JSONDecodeError as error:
        place = Place(line=error.lineno, column=error.colno)
        raise FormatError(noop("The file is not valid JSON: it was cut off or changed."), place) from None
    except (RecursionError, ValueError):  # nested without end; a number of thousands of digits
        raise FormatError(noop("The file is not valid JSON: it was cut off or changed.")) from None
    return found if isinstance(found, dict) else {}


def _refuse(word: str) -> None:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(word)


def inside(facts: Facts, name: str) -> Facts:
    """Return the object of that name; an empty one if there is none."""
    value = facts.get(name)
    return value if isinstance(value, dict) else {}


def rows(facts: Facts, name: str) -> list[Facts] | None:
    """Return the list of objects of that name; None if there is none, or if it holds anything else."""
    value = facts.get(name)
    return value if isinstance(value, list) and all(isinstance(row, dict) for row in value) else None


def text(facts: Facts, name: str) -> str:
    """Return the text of that name; "" if there is none."""
    value = facts.get(name)
    return clean_text(value)[:LONGEST_TEXT] if isinstance(value, str) else ""


def number_of(facts: Facts, name: str, highest: int) -> float | None:
    """Return the number of that name; None if there is none, or if it is further from zero than ``highest``."""
    value = facts.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= highest else None


def whole(facts: Facts, name: str) -> int:
    """Return the whole number of that name, written as a number or as text; 0 if there is none."""
    value = facts.get(name)
    if isinstance(value, str):
        return whole_number(value) or 0
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
