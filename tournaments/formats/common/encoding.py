"""Letters for formats whose encoding has no place for all of them."""

from __future__ import annotations

from federation.files.dbase import plain_ascii


def encoded(text: str, encoding: str) -> bytes:
    """Return the text encoded; a letter that the encoding lacks becomes a plain one, or "?", so that columns stay."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b"".join(_letter(letter, encoding) for letter in text)


def _letter(letter: str, encoding: str) -> bytes:
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        return (plain_ascii(letter)[:1] or "?").encode("ascii")
