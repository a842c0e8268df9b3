"""Reads settings from environment variables and fails loudly: a wrong value stops the start with a hint."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str | None = None) -> str:
    """The variable as it is. Raises `ImproperlyConfigured` where it is missing and has no default."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}.")
    return value


def boolean(name: str, default: bool) -> bool:
    """1/0, true/false, yes/no, on/off; anything else is refused."""
    value = os.environ.get(name)
    if value is None or value == "":
        return default
    known = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if value.lower() not in known:
        raise ImproperlyConfigured(f"{name}={value!r}: say 1 or 0 (true/false, yes/no, on/off).")
    return known[value.lower()]


def integer(name: str, default: int) -> int:
    """A whole number."""
    value = os.environ.get(name)
    if value is None or value == "":
        return default
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r}: say a whole number.") from None


def words(name: str, default: list[str]) -> list[str]:
    """A list separated by commas or blanks."""
    value = os.environ.get(name)
    return value.replace(",", " ").split() if value else default


def path(name: str, default: Path) -> Path:
    """A folder or file; relative paths count from the current folder."""
    value = os.environ.get(name)
    return Path(value).expanduser().resolve() if value else default


SQLITE_OPTIONS = {
    # One writer at a time takes its lock when the transaction begins, readers go on reading (WAL).
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=268435456;",
}


def database(name: str, default: Path) -> dict[str, Any]:
    """One entry of DATABASES from ``sqlite:///absolute/or/relative/path`` or ``postgres://user:password@host:port/name``.

    A PostgreSQL socket folder goes into the query: ``postgres:///name?host=/run/postgresql``.
    """
    url = os.environ.get(name) or f"sqlite:///{default}"
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        file = unquote(parts.path[1:] if not parts.path.startswith("//") else parts.path)
        if not file:
            raise ImproperlyConfigured(f"{name}={url!r}: say sqlite:///path/of/the/file.")
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(Path(file).expanduser()),
            "OPTIONS": dict(SQLITE_OPTIONS),
            "CONN_MAX_AGE": None,
        }
    if parts.scheme in {"postgres", "postgresql"}:
        if not parts.path.strip("/"):
            raise ImproperlyConfigured(f"{name}={url!r}: the name of the database is missing.")
        options = dict(parse_qsl(parts.query))
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.strip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", parts.hostname or ""),
            "PORT": str(parts.port or options.pop("port", "")),
            "OPTIONS": options,
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
        }
    raise ImproperlyConfigured(f"{name}={url!r}: say sqlite:///path or postgres://user:password@host/name.")
