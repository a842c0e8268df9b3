"""The edition of the site that rendered a stored page. Pages of another edition would name missing style sheets."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from federation.version import VERSION


@lru_cache(maxsize=1)
def edition() -> str:
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
