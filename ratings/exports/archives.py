"""Zip archives that are the same for the same files, whatever the day and the machine."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable

from ratings.models import RatingList

CONTENT_TYPE = "application/zip"


def zipped(rating_list: RatingList, files: Iterable[tuple[str, Iterable[bytes]]]) -> bytes:
    """An archive of files, name and parts, dated like the list; its comment is the digest of the list.

    Each part is packed as it comes, so that no big file is ever in memory as a whole.
    """
    date = rating_list.date
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = rating_list.digest.encode()
        for name, parts in files:
            entry = zipfile.ZipInfo(name, (date.year, date.month, date.day, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as packed:
                for part in parts:
                    packed.write(part)
    return made.getvalue()
