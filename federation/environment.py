"""Reads settings from environment variables. A wrong value stops the start and says what is expected."""

import os
import re
from collections.abc import Sequence
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from federation.profiles import reading
from federation.profiles.dated import Profile
from federation.profiles.errors import ProfileError

LOG_LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]

# The accounts of the demo federation, whose password everybody knows: a second factor would keep visitors out.
DEMO_LOGINS = [
    *("admin", "membres", "arbitre", "lecture", "tresorier", "interclubs"),
    *("secretaire", "secretaire-go", "ligue"),
]


def text(name: str, default: str | None = None) -> str:
    """Return the variable as it is. Raise `ImproperlyConfigured` if it is missing or empty and has no default."""
    value = os.environ.get(name) or default
    if value is None:
        raise ImproperlyConfigured(f"Set the environment variable {name}.")
    return value


def package(name: str) -> Path:
    """Return the folder of an installed package."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ImproperlyConfigured(f"The package {name} is missing: run ./run install.")
    return Path(spec.origin).parent


def boolean(name: str, default: bool) -> bool:
    """Return whether it is 1, true, yes or on. Raise `ImproperlyConfigured` if it is not 0, false, no or off either."""
    value = os.environ.get(name)
    if not value:
        return default
    known = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if value.lower() not in known:
        raise ImproperlyConfigured(f"{name}={value!r}: say 1 or 0 (true/false, yes/no, on/off).")
    return known[value.lower()]


def integer(name: str, default: int, at_least: int = 0) -> int:
    """Return a whole number. Raise `ImproperlyConfigured` if it is below ``at_least``."""
    value = os.environ.get(name)
    if not value:
        return default
    if not re.fullmatch(r"[0-9]+", value) or int(value) < at_least:
        raise ImproperlyConfigured(f"{name}={value!r}: say a whole number, {at_least} or more.")
    return int(value)


def one_of(name: str, choices: Sequence[str], default: str) -> str:
    """Return one of these words. Raise `ImproperlyConfigured` for any other."""
    value = text(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name}={value!r}: say {', '.join(choices[:-1])} or {choices[-1]}.")
    return value


def _matching(name: str, value: str, pattern: str, expected: str) -> str:
    """Return the value. Raise `ImproperlyConfigured` if it does not match the pattern."""
    if not re.fullmatch(pattern, value):
        raise ImproperlyConfigured(f"{name}={value!r}: say {expected}.")
    return value


def profile(name: str) -> Profile:
    """Return the profile of a federation. Raise `ImproperlyConfigured` with what is wrong in its files."""
    try:
        return reading.read(name)
    except ProfileError as problem:
        raise ImproperlyConfigured(str(problem)) from None


def replaced(name: str, same: str, by: str) -> None:
    """Raise `ImproperlyConfigured` if a variable of earlier versions asks for something else than the profile has."""
    value = os.environ.get(name)
    if value and value != same:
        raise ImproperlyConfigured(f"{name}={value!r} is not read any more: say it with {by}, or remove it.")


def time_zone(name: str, default: str) -> str:
    """Return the name of a time zone that this machine or Python's tzdata knows."""
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # unknown; a path; a folder of zones
        sentence = f"{name}={value!r}: say the name of a time zone, such as Europe/Brussels."
        raise ImproperlyConfigured(sentence) from None
    return value


def words(name: str, default: list[str]) -> list[str]:
    """Return a list that is separated by commas or blanks."""
    value = os.environ.get(name)
    return value.replace(",", " ").split() if value else default


def hosts(name: str, default: list[str]) -> list[str]:
    """Return names of hosts, without scheme and port; ``.example.org`` covers all below, ``*`` any."""
    found = words(name, default)
    for host in found:
        if not re.fullmatch(r"\*|\.?[\w-]+(\.[\w-]+)*|\[[0-9a-fA-F:.]+\]", host):
            raise ImproperlyConfigured(f"{name}: {host!r} is no name of a host; say ratings.example.org, without port.")
    return found


def origins(name: str) -> list[str]:
    """Return ``https://ratings.example.org`` and others, with a port if needed; ``https://*.example.org`` covers all
    below.
    """
    found = words(name, [])
    for each in found:
        if not re.fullmatch(r"https?://[^\s/?#@]+", each):
            raise ImproperlyConfigured(f"{name}: {each!r} is no origin; say https://ratings.example.org.")
    return found


def path(name: str, default: Path) -> Path:
    """Return a folder or file. Relative paths start at the current folder."""
    value = os.environ.get(name)
    return Path(value).expanduser().resolve() if value else default


CONNECT_TIMEOUT = 5  # seconds until a server that does not answer counts as down
SQLITE_OPTIONS = {
    # One writer at a time takes its lock when the transaction begins, readers keep reading (WAL). What is deleted is
    # overwritten: an erased person stays in no free page of the file. A list of a large federation changes more pages
    # than the 2 MB of the default cache hold; they would be written, read and changed again.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA mmap_size=268435456; PRAGMA secure_delete=ON; "
        "PRAGMA cache_size=-32768;"
    ),
}


def database(name: str, default: Path) -> dict[str, Any]:
    """Return the entry of DATABASES for ``sqlite:///relative/path``, ``sqlite:////absolute/path`` or
    ``postgres://user:password@host:port/name``; without the variable, SQLite in the file ``default``.

    A PostgreSQL socket folder goes into the query: ``postgres:///name?host=/run/postgresql``. Error messages do not
    repeat the password.
    """
    url = os.environ.get(name)
    if not url:
        return _sqlite(default)
    parts = _split(url)
    if parts.scheme == "sqlite":
        file = unquote(parts.path[1:])
        if parts.netloc or not file:
            raise ImproperlyConfigured(f"{name}={url!r}: say sqlite:///path/of/the/file.")
        return _sqlite(Path(file).expanduser())
    if parts.scheme in {"postgres", "postgresql"}:
        if not parts.path.strip("/"):
            raise ImproperlyConfigured(f"{name}: the name of the database is missing; say postgres://host/name.")
        return _postgresql(name, parts)
    raise ImproperlyConfigured(f"{name}: say sqlite:///path or postgres://user:password@host/name.")


def _split(url: str) -> SplitResult:
    """Return the parts of an address, no parts if it is none: `urlsplit` raises for an unclosed bracket."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def _sqlite(file: Path) -> dict[str, Any]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)  # SQLite makes the file, but not its folder
    except OSError as problem:
        sentence = f"The folder of the database cannot be made: {file.parent}: {problem.strerror}."
        raise ImproperlyConfigured(sentence) from None
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": dict(SQLITE_OPTIONS),
        "CONN_MAX_AGE": None,
    }


def _postgresql(name: str, parts: SplitResult) -> dict[str, Any]:
    options = dict(parse_qsl(parts.query))
    try:
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{name}: the port must be a number from 0 to 65535.") from None
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": str(port or options.pop("port", "")),
        "OPTIONS": {"connect_timeout": CONNECT_TIMEOUT, **options},
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def bucket(name: str) -> dict[str, Any]:
    """Return the options of django-storages for ``s3://key:secret@bucket?endpoint=https://host&region=name``, or none.

    Raise `ImproperlyConfigured` if the variable says something else.
    """
    url = os.environ.get(name)
    if not url:
        return {}
    parts = _split(url)
    query = dict(parse_qsl(parts.query))
    if parts.scheme != "s3" or not parts.hostname or parts.path.strip("/") or query.keys() - {"endpoint", "region"}:
        raise ImproperlyConfigured(f"{name}: say s3://key:secret@bucket?endpoint=https://host&region=name.")
    return {
        "bucket_name": parts.hostname,
        "endpoint_url": query.get("endpoint"),
        "region_name": query.get("region"),
        "access_key": unquote(parts.username) if parts.username else None,
        "secret_key": unquote(parts.password) if parts.password else None,
    }


def broker(name: str, default: str) -> str:
    """Return Celery's URL of ``redis://host:port/0``, ``rediss://...`` or ``unix:///path?db=0``."""
    url = text(name, default)
    if not re.fullmatch(r"rediss?://(\S*@)?([^\s/:@?]+|\[[0-9a-fA-F:]+\])(:\d+)?(/\d*)?(\?\S*)?|unix:///.+", url):
        raise ImproperlyConfigured(f"{name}: say redis://host:port/0 or unix:///path/of/the/socket.")
    return url.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=", 1)


def redis_cache(broker_url: str) -> dict[str, object]:
    """Return the settings of a cache in the broker. One that does not answer holds a request up for half a second."""
    url = broker_url.replace("redis+socket://", "unix://", 1).replace("?virtual_host=", "?db=", 1)
    options = {"socket_timeout": 0.5, "socket_connect_timeout": 0.5}
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url, "OPTIONS": options}


class MailServer(NamedTuple):
    """The mail server, in the order of Django's settings. Without a host no mail is sent."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False  # encrypted after the greeting
    tls: bool = False  # encrypted from the first byte


def mail_server(name: str) -> MailServer:
    """Return the server of ``smtp://user:password@host:587?tls=1`` or ``smtps://user:password@host``; without it, none.

    Error messages do not repeat the password.
    """
    url = os.environ.get(name)
    if not url:
        return MailServer()
    wrong = ImproperlyConfigured(
        f"{name}: say smtp://user:password@host:587?tls=1 or smtps://user:password@host:465,"
        " and write @, # and / of a password as %40, %23 and %2F."
    )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise wrong from None
    ports = {("smtp", ""): 25, ("smtp", "tls=0"): 25, ("smtp", "tls=1"): 587, ("smtps", ""): 465}
    kind = (parts.scheme, parts.query)
    if kind not in ports or not parts.hostname or parts.path.strip("/") or parts.fragment:
        raise wrong
    return MailServer(
        parts.hostname,
        port or ports[kind],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        starttls=parts.query == "tls=1",
        tls=parts.scheme == "smtps",
    )


def origin(name: str, default: str) -> str:
    """Return the origin of a site: ``https://ratings.example.org``, with a port if needed."""
    expected = "https://ratings.example.org, without anything after it"
    return _matching(name, text(name, default), r"https?://[^\s/?#@*]+/?", expected).removesuffix("/")


def contact(name: str) -> str:
    """Return the link of ``office@example.org`` (a mailto) or ``https://example.org/contact``; "" for none."""
    value = text(name, "")
    if re.fullmatch(r"[^@\s/:?]+@[^@\s/:?]+", value):
        return f"mailto:{value}"
    expected = "office@example.org or https://example.org/contact"
    return value and _matching(name, value, r"https?://[^\s/]\S*", expected)


def mail_address(name: str) -> str:
    """Return the sender of mails: ``office@example.org`` or ``Name <office@example.org>``."""
    value = text(name)
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", parseaddr(value)[1]):
        raise ImproperlyConfigured(f"{name}={value!r}: say office@example.org or Name <office@example.org>.")
    return value


def logging_to_console(name: str) -> dict[str, Any]:
    """Return Django's ``LOGGING``: entries of this level and above, each on one line of the console."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "filters": {"short": {"()": "federation.web.log_filters.Short"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["short"]}},
        "root": {"handlers": ["console"], "level": one_of(name, LOG_LEVELS, "WARNING")},
    }
