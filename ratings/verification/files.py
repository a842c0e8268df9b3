"""The stored pages and downloads of a list: whether they still are the files that were generated."""

import gzip
import hashlib
import zlib
from collections.abc import Iterator

from django.utils.translation import gettext_noop as noop

from ratings.models import RatingList, RenderedFile
from ratings.verification.checks import Check, Difference

MISSING = noop("%(path)s: the stored file is missing. Generate the list's files again (render_lists).")
DAMAGED = noop(
    "%(path)s: the stored file is not the one that was generated. Generate the list's files again (render_lists)."
)


def files(rating_list: RatingList) -> Check:
    """Check the SHA-256 of every stored file of the list, and that its packed copy holds the same."""
    return Check.of("files", damaged(rating_list))


def damaged(rating_list: RatingList) -> Iterator[Difference]:
    """Yield every stored file of the list that is missing, or is not what was generated."""
    for file in rating_list.files.order_by("path").iterator():
        if (
            not _is_whole(file) and rating_list.files.filter(pk=file.pk).exists()
        ):  # else it was generated anew meanwhile
            yield Difference(DAMAGED if file.place.is_file() else MISSING, {"path": file.path})


def _is_whole(file: RenderedFile) -> bool:
    packed = file.place.with_name(f"{file.place.name}.gz")
    try:
        contents = [file.place.read_bytes(), *([gzip.decompress(packed.read_bytes())] if packed.is_file() else [])]
    except (OSError, EOFError, zlib.error):
        return False
    return all(hashlib.sha256(content).hexdigest() == file.sha256 for content in contents)


def stored_content(rating_list: RatingList, path: str) -> bytes | None:
    """Return the stored file of that path. None if there is none, or if it is not the one that was generated."""
    file = rating_list.files.filter(path=path).first()
    return file.place.read_bytes() if file and _is_whole(file) else None
