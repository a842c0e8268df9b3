"""Read the profile of the site."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from federation.profiles.dated import Amendments, Profile
from federation.profiles.days import DayOfYear
from federation.profiles.errors import ProfileError, sentence, sentence_of_row
from federation.profiles.identity import Demo, Words
from federation.profiles.schema import DATED, Sections, row_type
from federation.profiles.section import Dated

FOLDER = Path(__file__).resolve().parent
MAIN, WORDS, DEMO = "profile.toml", "words.toml", "demo.toml"


_amendments: list[Amendments] = []  # what `amended_by` was given


def profile() -> Profile:
    """Return the profile that the setting FEDERATION_PROFILE names, with staff's amendments; read once a process."""
    return _of_the_site(settings.FEDERATION_PROFILE)


def amended_by(amendments: Amendments) -> None:
    """Set the function that returns the rows with which staff amend the site's profile."""
    _amendments[:] = [amendments]
    _of_the_site.cache_clear()


@lru_cache(maxsize=8)
def _of_the_site(name: str) -> Profile:
    return Profile(read(name).sections, *_amendments)


@lru_cache(maxsize=8)
def read(name: str) -> Profile:
    """Return a profile as its files have it: a code of those shipped here, the path of a folder or of its profile.toml.

    Raise `ProfileError`.
    """
    folder = folder_of(name)
    text = _text(folder / MAIN)
    tables = _tables(MAIN, text)
    for section, file in (("words", WORDS), ("demo", DEMO)):
        if section in tables:
            raise ProfileError(f"{MAIN}, [{section}]: this section has a file of its own, {file}.")
    own = _text(folder / WORDS)
    tables["words"] = {
        language: _convert(WORDS, own, table, Words, language) for language, table in _tables(WORDS, own).items()
    }
    if (folder / DEMO).is_file():
        own = _text(folder / DEMO)
        tables["demo"] = _convert(DEMO, own, _tables(DEMO, own), Demo)
    return Profile(_convert(MAIN, text, tables, Sections))


def shipped() -> list[str]:
    """Return the codes of the profiles that come with the program."""
    return sorted(path.parent.name for path in FOLDER.glob(f"*/{MAIN}"))


def folder_of(name: str) -> Path:
    """Return the folder of a profile. Raise `ProfileError` if there is none."""
    path = FOLDER / name if name in shipped() else Path(name)
    folder = path.parent if path.name == MAIN else path
    if not (folder / MAIN).is_file():
        raise ProfileError(
            f"{name}: no such profile. Give the path of a folder with {MAIN}, or {', '.join(shipped())}."
        )
    return folder


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ProfileError(f"{path.name} is missing in {path.parent}.") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise ProfileError(f"{path.name} cannot be read: {problem}.") from None


def _tables(file: str, text: str) -> dict[str, Any]:
    """Return the tables of the text; a dated section that is written as one table is a list of one."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ProfileError(f"{file}: {problem}.") from None
    return {name: [table] if name in DATED and isinstance(table, dict) else table for name, table in tables.items()}


def row_of(section: str, values: Mapping[str, Any]) -> Dated:
    """Return the values as a row of a dated section. Raise `ProfileError` with the key that is wrong."""
    try:
        return msgspec.convert(values, row_type(section), dec_hook=_day, strict=True)
    except msgspec.ValidationError as problem:
        raise ProfileError(sentence_of_row(str(problem))) from None


def _convert(file: str, text: str, tables: Any, kind: Any, table: str = "") -> Any:
    """Return the tables as a struct; ``table`` is the one that holds them all. Raise `ProfileError`."""
    try:
        return msgspec.convert(tables, kind, dec_hook=_day, strict=True)
    except msgspec.ValidationError as problem:
        raise ProfileError(sentence(file, text, str(problem), table)) from None


def _day(kind: type, value: object) -> object:
    if kind is DayOfYear and isinstance(value, str):
        return DayOfYear.read(value)
    raise TypeError(f"expected {kind.__name__}")
