"""Write the archive once a night."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from federation.background import jobs
from federation.background.nightly import last_night
from federation.models import Sign
from ratings.open_data import snapshot

KIND = SIGN = "open_data"


def queue() -> None:
    """Queue the writing if it was not done since the last night began. One of `settings.NIGHTLY`."""
    if not Sign.objects.filter(part=SIGN, seen_at__gte=last_night()).exists():
        jobs.submit(KIND, KIND, {})


def write(writing: Callable[[], AbstractContextManager[object]] = transaction.atomic) -> int:
    """Write the archive as a new file, and delete the one before. Return its size in bytes."""
    day = timezone.localdate()
    content = snapshot.archive(day)
    stored = default_storage.save(f"{SIGN}/{day.isoformat()}.zip", ContentFile(content))
    before = latest()
    with writing():
        Sign.leave(SIGN, file=stored, size=len(content), day=day.isoformat())
    if before and before["file"] != stored:
        default_storage.delete(before["file"])
    return len(content)


def latest() -> dict[str, object] | None:
    """Return what was written last: ``file`` in the storage, ``size`` in bytes, ``day``. One query."""
    return Sign.objects.filter(part=SIGN).values_list("facts", flat=True).first()
