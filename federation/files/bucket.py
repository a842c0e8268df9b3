"""The bucket of machines that share no folder (MEDIA_BUCKET): what their pages and jobs ask of it beside uploads.

Files have the paths that they would have below MEDIA_ROOT. A folder named by the SHA-256 of its file never changes.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

try:
    from botocore.exceptions import BotoCoreError, ClientError
except ImportError:  # it is not needed without a bucket
    AWAY: tuple[type[Exception], ...] = ()
else:
    AWAY = (BotoCoreError, ClientError)  # no answer, or a refusal

SETTLED = timedelta(hours=1)  # the row of a newer file may not be committed yet


def put(place: Path, content: bytes) -> None:
    default_storage.save(_name(place), ContentFile(content))


def content(place: Path) -> bytes | None:
    """Return the content of a file, None if it is missing."""
    try:
        with default_storage.open(_name(place)) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def read(place: Path, sha256: str) -> bytes | None:
    """Return the content of a file. None if it is missing, or is not the one of that SHA-256."""
    found = content(place)
    return found if found is not None and hashlib.sha256(found).hexdigest() == sha256 else None


def exists(place: Path) -> bool:
    return default_storage.exists(_name(place))


def remove(places: Iterable[Path]) -> None:
    for place in places:
        default_storage.delete(_name(place))


def names(folder: Path) -> list[str]:
    """Return the names of the files of a folder. One request for each thousand."""
    return list(default_storage.listdir(_name(folder))[1])


def remove_folder(folder: Path) -> None:
    """Delete all files anywhere below a folder. Two requests for each thousand."""
    default_storage.bucket.objects.filter(Prefix=f"{_name(folder)}/").delete()


def settled(folder: Path) -> Iterator[Path]:
    """Yield the files anywhere below a folder that have been there for an hour. One request for each thousand."""
    before = timezone.now() - SETTLED
    for each in default_storage.bucket.objects.filter(Prefix=f"{_name(folder)}/"):
        if each.last_modified < before:
            yield settings.MEDIA_ROOT / each.key


def _name(place: Path) -> str:
    return place.relative_to(settings.MEDIA_ROOT).as_posix()
