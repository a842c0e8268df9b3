"""Names of people: one canonical form, and whether two spellings can be one person. Pure."""

from __future__ import annotations

import re
import unicodedata

_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_SEPARATORS = re.compile(r"[^a-z0-9]+")


def folded(text: str) -> str:
    """Lower case, without accents, words separated by single blanks: ``O'Neil-Łuk`` -> ``o neil luk``."""
    lower = text.casefold().translate(_LETTERS)
    plain = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return _SEPARATORS.sub(" ", plain).strip()


def search_key(last_name: str, first_name: str) -> str:
    """What an index on names holds: the folded last name, then the first."""
    return f"{folded(last_name)} {folded(first_name)}".strip()


def matching_key(last_name: str, first_name: str) -> str:
    """One form for all spellings of a person: folded, without blanks, the words in alphabetical order.

    Files disagree on hyphens, blanks, and on which word is the first name; the sorted words do not.
    """
    return "".join(sorted(folded(f"{last_name} {first_name}").split()))
