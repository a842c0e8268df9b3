"""The stored pages and downloads of a list: whether they are as generated, and name nobody whose name is private."""

import csv
import gzip
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterator

from django.conf import settings
from django.db.models import Q
from django.utils.translation import gettext_noop as noop

from federation.files import bucket
from federation.models import Member
from ratings.bundle.identities import youngest_adult
from ratings.models import BUNDLE_PATH, RatingList, RenderedFile
from ratings.verification.checks import Check, Difference

MISSING = noop("%(path)s: the stored file is missing. Generate the list's files again (render_lists).")
DAMAGED = noop(
    "%(path)s: the stored file is not the one that was generated. Generate the list's files again (render_lists)."
)


EXPOSED = noop(
    "%(path)s names member %(member)s, whose name is not public there. Generate the list's files again (render_lists)."
)


def files(rating_list: RatingList) -> Check:
    """Check the SHA-256 of every stored file of the list, and that its packed copy holds the same."""
    return Check.of("files", damaged(rating_list))


def privacy(rating_list: RatingList) -> Check:
    """Check that the stored files name no hidden member, and the verification package no minor either.

    The site generates them again when it hides a member: a name that stays was hidden by another program.
    """
    found = [Difference(EXPOSED, {"path": path, "member": number}) for path, number in _named(rating_list)]
    return Check.of("privacy", found, dict.fromkeys(each.facts["member"] for each in found))


def _named(rating_list: RatingList) -> Iterator[tuple[str, int]]:
    """Yield the file and number of everybody who is named although they are protected. Two queries and two files."""
    is_hidden = Q(hidden=True) | Q(merged_into__hidden=True)
    hidden = set(Member.objects.filter(is_hidden).values_list("key", flat=True))
    minors = Member.objects.filter(birth_date__gt=youngest_adult(rating_list.date))
    nameless = hidden.union(minors.values_list("key", flat=True))
    if hidden and (content := stored_content(rating_list, "list.csv")) is not None:
        for row in csv.DictReader(io.StringIO(content.decode(), newline="")):
            if row["name"] and int(row["matricule"]) in hidden:
                yield "list.csv", int(row["matricule"])
    if nameless and (content := stored_content(rating_list, BUNDLE_PATH)) is not None:
        with zipfile.ZipFile(io.BytesIO(content)) as package:
            players = package.read("players.csv").decode()
        for row in csv.DictReader(io.StringIO(players, newline="")):
            number = int(row["player"]) if row["player"].isdecimal() else 0  # else a pseudonym
            if number in hidden or (row["name"] and number in nameless):
                yield BUNDLE_PATH, number


def damaged(rating_list: RatingList) -> Iterator[Difference]:
    """Yield every stored file of the list that is missing, or is not what was generated."""
    for file in rating_list.files.order_by("path").iterator():
        if (
            _whole(file) is None and rating_list.files.filter(pk=file.pk).exists()
        ):  # else it was generated again meanwhile
            is_there = bucket.exists(file.place) if settings.MEDIA_BUCKET else file.place.is_file()
            yield Difference(DAMAGED if is_there else MISSING, {"path": file.path})


def _whole(file: RenderedFile) -> bytes | None:
    """Return the content of a file, None if it or its packed copy is not what was generated."""
    if settings.MEDIA_BUCKET:
        return bucket.read(file.place, file.sha256)
    packed = file.place.with_name(f"{file.place.name}.gz")
    try:
        contents = [file.place.read_bytes(), *([gzip.decompress(packed.read_bytes())] if packed.is_file() else [])]
    except (OSError, EOFError, zlib.error):
        return None
    is_whole = all(hashlib.sha256(content).hexdigest() == file.sha256 for content in contents)
    return contents[0] if is_whole else None


def stored_content(rating_list: RatingList, path: str) -> bytes | None:
    """Return the stored file of that path. None if there is none, or if it is not the one that was generated."""
    file = rating_list.files.filter(path=path).first()
    return _whole(file) if file else None
