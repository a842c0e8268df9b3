"""Photos of the signed match sheet: sent by a side, kept for a year, seen by both sides and the officers."""

import datetime as dt
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.core.files.base import File
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.evidence import papers
from leagues.errors import Refused
from leagues.matches.locking import locked, log, require_side
from leagues.models import SheetPhoto

MOST = 4
KEPT = dt.timedelta(days=365)
TOO_MANY = noop("There are %(most)s photos of this match already.")
NOT_BEGUN = noop("A photo of the sheet is possible once the line-ups are revealed.")


@transaction.atomic
def keep(match: int, side: str, file: File, by: User) -> SheetPhoto:
    """Keep a photo of the sheet of a match; the same file is kept once. Raise `Refused` or `papers.NotTaken`."""
    found = locked(match)
    require_side(by, found, side)
    if not found.is_revealed:
        raise Refused(NOT_BEGUN)
    paper = papers.checked(file)
    there = found.photos.filter(sha256=paper.sha256).first()
    if there is not None:
        return there
    if found.photos.count() >= MOST:
        raise Refused(TOO_MANY, most=MOST)
    log(found, "photo", by, side)
    return SheetPhoto.objects.create(match=found, side=side, file=file, size=paper.size, sha256=paper.sha256, by=by)


def remove_old() -> None:
    """Delete the photos that were kept for a year. One of CLEANING."""
    for photo in SheetPhoto.objects.filter(at__lt=timezone.now() - KEPT):
        photo.delete()


def kept() -> Iterator[tuple[str, int]]:
    """Yield for how many days photos are kept, for the page about data."""
    yield _("Photos of match sheets"), KEPT.days


def stored_files() -> Iterator[tuple[str, str]]:
    """Yield path below MEDIA_ROOT and SHA-256 of each, for backups. One query."""
    return SheetPhoto.objects.values_list("file", "sha256").iterator()
