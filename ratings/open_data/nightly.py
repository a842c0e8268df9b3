"""Write the archives once a night: of CSV files, and of Parquet files where pyarrow is installed."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.util import find_spec

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from federation.background import jobs
from federation.background.nightly import last_night
from federation.models import Sign
from ratings.open_data import snapshot

KIND = SIGN = "open_data"
FILES = ("file", "parquet")  # facts that are paths in the storage


def queue() -> None:
    """Queue the writing if it was not done since the last night began. One of `settings.NIGHTLY`."""
    if not Sign.objects.filter(part=SIGN, seen_at__gte=last_night()).exists():
        jobs.submit(KIND, KIND, {})


def write(writing: Callable[[], AbstractContextManager[object]] = transaction.atomic) -> int:
    """Write the archives as new files, and delete those before. Return the size of that of CSV files in bytes."""
    day = timezone.localdate()
    content = snapshot.archive(day)
    facts = {"file": default_storage.save(f"{SIGN}/{day.isoformat()}.zip", ContentFile(content))}
    if find_spec("pyarrow"):
        typed = import_string("ratings.open_data.parquet.archive")(day)
        facts["parquet"] = default_storage.save(f"{SIGN}/{day.isoformat()}.parquet.zip", ContentFile(typed))
    before = latest() or {}
    with writing():
        Sign.leave(SIGN, **facts, size=len(content), day=day.isoformat())
    for stored in {str(before[name]) for name in FILES if name in before} - set(facts.values()):
        default_storage.delete(stored)
    return len(content)


def latest() -> dict[str, object] | None:
    """Return what was written last: ``file`` and, as Parquet, ``parquet`` in the storage, ``size`` in bytes, ``day``.

    One query.
    """
    return Sign.objects.filter(part=SIGN).values_list("facts", flat=True).first()
