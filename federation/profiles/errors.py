"""What is wrong in a file of a profile."""

from __future__ import annotations

import re

_STEP = re.compile(r"(\w+)((?:\[\d+\])?)")
_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<key>key in )?\$(?P<path>[^`]*)`)?$", re.DOTALL)


class ProfileError(ValueError):
    """A profile cannot be used: one sentence with file, table, line and key."""


def sentence(file: str, text: str, problem: str, table: str = "") -> str:
    """Return where a problem of msgspec's is: "profile.toml, [[transfers]] number 2 (line 31): `effective` ...".

    ``problem`` ends with a path such as ``at `$.transfers[1].effective```, or one inside ``table``; ``text`` is the
    file's.
    """
    what, path = _parts(problem)
    table, number, key = _place(f"{table}{path}".lstrip("."))
    what = _with_key(key, what)
    if not table:
        return f"{file}: {what}."
    line = _line(text, table, number)
    place = f"[[{table}]] number {number}" if number else f"[{table}]"
    return f"{file}, {place}{f' (line {line})' if line else ''}: {what}."


def sentence_of_row(problem: str) -> str:
    """Return one problem of msgspec: its key and what is wrong."""
    what, path = _parts(problem)
    return f"{_with_key(path.lstrip('.'), what)}."


def _parts(problem: str) -> tuple[str, str]:
    """Return what is wrong, and its path."""
    found = _WHERE.match(problem)
    what, path = (found["what"], found["path"] or "") if found else (problem, "")
    what = what.replace("Invalid RFC3339 encoded date", "expected a date such as 2026-09-01").rstrip(".")
    return what[:1].lower() + what[1:], path


def _with_key(key: str, what: str) -> str:
    return f"`{key}`: {what}" if key else what


def _place(path: str) -> tuple[str, int | None, str]:
    """Return table, its number among those of the same name (from 1) and the key in it."""
    step, _, rest = path.partition(".")
    if not (found := _STEP.fullmatch(step)):
        return path, None, ""
    index = found[2].strip("[]")
    return found[1], int(index) + 1 if index else None, rest


def _line(text: str, table: str, number: int | None) -> int | None:
    """Return the line of the table's heading, from 1."""
    headings = re.compile(rf"^[ \t]*\[\[?\s*{re.escape(table)}\s*\]", re.MULTILINE)
    places = [match.start() for match in headings.finditer(text)]
    if len(places) < (number or 1):
        return None
    return text.count("\n", 0, places[(number or 1) - 1]) + 1
