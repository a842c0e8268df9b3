"""Files of imports that await confirmation. They hold birth dates: private, for one user, deleted after a day."""

import datetime as dt
import uuid

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.signing import BadSignature, Signer
from django.utils import timezone

FOLDER = "import-previews"
KEPT = dt.timedelta(days=1)


def keep(data: bytes) -> str:
    """Keep a file until it is confirmed, and return its name."""
    purge()
    stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}", ContentFile(data))
    return stored.rpartition("/")[2]


def sign(name: str, owner: str) -> str:
    """Return the signed name that a form carries; no other user's form may name the file."""
    return Signer(salt=f"import-preview:{owner}").sign(name)


def unsign(token: str, owner: str) -> str | None:
    """Return the file's name, or None if the token is not the owner's or the file is gone."""
    try:
        name = Signer(salt=f"import-preview:{owner}").unsign(token)
    except BadSignature:
        return None
    return name if default_storage.exists(f"{FOLDER}/{name}") else None


def read(name: str) -> bytes:
    """Return the file. Raise `FileNotFoundError` if it was confirmed or deleted meanwhile."""
    with default_storage.open(f"{FOLDER}/{name}") as file:
        return file.read()


def remove(name: str) -> None:
    default_storage.delete(f"{FOLDER}/{name}")


def purge(folder: str = FOLDER, kept: dt.timedelta | None = None) -> int:
    """Delete the files that nobody confirmed for a day, or for another time; return how many."""
    try:
        names = [f"{folder}/{name}" for name in default_storage.listdir(folder)[1]]
    except FileNotFoundError:  # on a disk, before the first file
        return 0
    old = [
        name
        for name in names
        if default_storage.get_modified_time(name) < timezone.now() - (KEPT if kept is None else kept)
    ]
    for name in old:
        default_storage.delete(name)
    return len(old)
