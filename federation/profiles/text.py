"""Rows of a profile as the lines of a TOML file."""

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping

from msgspec import NODEFAULT, structs

from federation.profiles.dated import Profile
from federation.profiles.days import DayOfYear
from federation.profiles.schema import DATED, Sections
from federation.profiles.section import Section

BARE = re.compile(r"[A-Za-z0-9_-]+")


def lines_of(row: Section) -> list[str]:
    """Return the keys of a row that say something, a line each: ``days = 3``."""
    return [f"{key} = {_value(value)}" for key, value in _said(row)]


def sections_of(profile: Profile) -> Iterator[tuple[str, list[Section]]]:
    """Yield the sections of a profile that have rows, in the order of the schema."""
    sections = profile.sections
    for name, field in zip(Sections.__struct_fields__, Sections.__struct_encode_fields__, strict=True):
        held = getattr(sections, name)
        if name == "words":
            yield from ((f"words.{language}", [words]) for language, words in sorted(held.items()))
        elif held:
            yield field, list(held) if name in DATED else [held]


def heading(section: str) -> str:
    return f"[[{section}]]" if section in DATED else f"[{section}]"


def difference(one: Profile, other: Profile) -> list[str]:
    """Return the rows that only one of two profiles has: those of the first with a minus, of the other with a plus."""
    before, after = (dict(sections_of(profile)) for profile in (one, other))
    found = []
    for section in dict.fromkeys([*before, *after]):
        rows, others = before.get(section, []), after.get(section, [])
        for sign, mine, theirs in (("-", rows, others), ("+", others, rows)):
            for row in mine:
                if row not in theirs:
                    found += [f"{sign} {heading(section)}", *(f"{sign} {line}" for line in lines_of(row)), ""]
    return found


def _said(row: Section) -> Iterator[tuple[str, object]]:
    """Yield the keys whose value is not the default, those of every row last."""
    for field in sorted(structs.fields(row), key=lambda field: field.name in {"article", "source"}):
        value = getattr(row, field.name)
        default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
        if field.required or value != default:
            yield field.encode_name, value


def _value(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.date | int | float):
        return str(value)
    if isinstance(value, Section):
        return _value(dict(_said(value)))
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())} }}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(str(value) if isinstance(value, DayOfYear) else value, ensure_ascii=False)


def _key(key: str) -> str:
    """Return a key as TOML: in quotation marks where it is no plain word."""
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
