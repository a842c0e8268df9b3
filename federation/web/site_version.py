"""The edition of the site that rendered a stored page. Pages of another edition would name missing style sheets."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache

from federation.models import Appearance
from federation.version import VERSION
from federation.web.unavailable import DATABASE_AWAY

OWN_COLOURS = "own-colours"
KEPT_SECONDS = 60


def edition() -> str:
    """Return the digest of the files that make a page, and of whether it loads the federation's own colours."""
    return hashlib.sha256(f"{_of_files()}{' with colours' * has_own_colours()}".encode()).hexdigest()


def has_own_colours() -> bool:
    """Return whether the federation has chosen colours or a logo. One query a minute in each process.

    While the database is away, it is as it was.
    """
    found: bool | None = cache.get(OWN_COLOURS)
    if found is None:
        try:
            found = any(Appearance.objects.in_force().values_list("light", "logo_digest").first() or ())
        except DATABASE_AWAY:
            found = bool(cache.get(f"{OWN_COLOURS}-last"))
        cache.set(OWN_COLOURS, found, KEPT_SECONDS)
        cache.set(f"{OWN_COLOURS}-last", found, None)
    return found


def forget_colours() -> None:
    """Ask again at the next use: after a change, and before a page is stored."""
    cache.delete(OWN_COLOURS)


@lru_cache(maxsize=1)
def _of_files() -> str:
    """Return the digest of version, templates, catalogues, static files and the federation's name and language.

    Read once a process.
    """
    digest = hashlib.sha256(f"{VERSION}\n{settings.FEDERATION_NAME}\n{settings.LANGUAGE_CODE}".encode())
    for path in sorted(_files()):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files() -> list[Path]:
    templates = [path for folder in settings.TEMPLATES[0]["DIRS"] for path in Path(folder).rglob("*.html")]
    catalogues = [path for folder in settings.LOCALE_PATHS for path in Path(folder).rglob("*.mo")]
    manifest = Path(settings.STATIC_ROOT) / "staticfiles.json"  # names every static file by its content
    return templates + catalogues + ([manifest] if manifest.is_file() else [])
