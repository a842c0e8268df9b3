"""Writes the pages and downloads of a published list once, as files that any web server can hand out.

A file lies under ``PUBLISHED_ROOT/<SHA-256 of its content>/<name>``, with ``<name>.gz`` beside it where that helps:
the path is the address, so a cache may keep it for ever. Files of earlier lists and revisions stay, but no file that
was written anew: somebody may have been hidden since.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from pathlib import Path
from threading import get_ident

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.models import Member
from federation.zipping import LEVEL
from ratings import pages
from ratings.bundle import package
from ratings.edition import edition
from ratings.errors import RatingError
from ratings.exports import Group, Snapshot, offers_of
from ratings.models import RatingList, RenderedFile
from ratings.reckoning import Report, silence

PAGE_TYPE = "text/html; charset=utf-8"
ARCHIVES = {".zip", ".xlsx"}  # to pack them again gains nothing
WRITERS, AT_ONCE = 2, 4  # threads, files of each round: so many twice over are in memory
Content = tuple[str, bytes, str]  # path, content and content type of a file
Writing = Callable[[], AbstractContextManager[object]]


def render(
    rating_list: RatingList, report: Report = silence, writing: Writing = transaction.atomic
) -> list[RenderedFile]:
    """Write all files of a published list and remember where they are. Doing it again changes nothing.

    It begins again where somebody was hidden or shown meanwhile. Raises `RatingError` for a draft.
    """
    if rating_list.state == RatingList.State.DRAFT:
        facts = {"date": rating_list.date}
        raise RatingError(noop("The list of %(date)s is a draft: only published lists are rendered."), **facts)
    while True:
        hidden = _hidden()
        made = list(_all_stored(rating_list, _contents(rating_list, report)))
        with writing():
            if _hidden() == hidden:
                _forget(rating_list)
                RenderedFile.objects.bulk_create(made)
                RatingList.objects.filter(pk=rating_list.pk).update(
                    rendered_at=timezone.now(), rendered_edition=edition()
                )
                return made


def withdraw(rating_list: RatingList) -> None:
    """Take all files of a list away: its pages and downloads are made for each reader until it is rendered again."""
    with transaction.atomic():
        _forget(rating_list)
        RatingList.objects.filter(pk=rating_list.pk).update(rendered_at=None, rendered_edition="")


def location(sha256: str, name: str) -> Path:
    """Where a file lies; ``name`` is the last part of `RenderedFile.path`."""
    return settings.PUBLISHED_ROOT / sha256 / name


def _hidden() -> set[int]:
    return set(Member.objects.filter(hidden=True).values_list("pk", flat=True))


def _forget(rating_list: RatingList) -> None:
    """Delete what is known of the files; those that nobody names afterwards leave the disk after the transaction."""
    rows = RenderedFile.objects.filter(list=rating_list)
    places = {location(sha256, path.rpartition("/")[2]) for sha256, path in rows.values_list("sha256", "path")}
    rows.delete()
    transaction.on_commit(partial(_clear, places))


def _clear(places: set[Path]) -> None:
    digests = {place.parent.name for place in places}
    named = set(RenderedFile.objects.filter(sha256__in=digests).values_list("sha256", flat=True))
    for place in places:
        if place.parent.name not in named:
            shutil.rmtree(place.parent, ignore_errors=True)


def _contents(rating_list: RatingList, report: Report) -> Iterator[Content]:
    """Every file, the downloads first."""
    yield from _downloads(rating_list, report)
    report(0, noop("Writing the open bundle"))
    bundle = _bundle(rating_list)
    if bundle is not None:
        yield package.PATH, bundle, package.CONTENT_TYPE
    plain = pages.PlainPages(rating_list, has_bundle=bundle is not None)
    for made, (language, number, content) in enumerate(plain, 1):
        report(100 * made // (len(plain) + 1), noop("Writing the pages"))
        yield f"{language}/page-{number}.html", content, PAGE_TYPE


def _downloads(rating_list: RatingList, report: Report) -> Iterator[Content]:
    """All files of the latest list. Nobody pairs by an earlier one: its files for programs are written on demand."""
    snapshot = Snapshot(rating_list)
    is_latest = not rating_list.pool.lists.published().filter(date__gt=rating_list.date).exists()
    for path, offer in offers_of(rating_list).items():
        if is_latest or offer.group is not Group.PROGRAMS:
            report(0, noop("Writing the downloads"))
            yield path, offer.write(snapshot), offer.content_type


def _bundle(rating_list: RatingList) -> bytes | None:
    """None for a starting list, and where the games were corrected since: other games would prove nothing."""
    try:
        return package.write(rating_list)
    except package.NoBundle:
        return None


def _all_stored(rating_list: RatingList, contents: Iterator[Content]) -> Iterator[RenderedFile]:
    """Write the files, some at a time beside those that are being made: packing and the disk need no interpreter."""
    with ThreadPoolExecutor(WRITERS) as pool:
        before: Iterable[RenderedFile] = ()
        while some := list(islice(contents, AT_ONCE)):
            running = pool.map(partial(_stored, rating_list), some)
            yield from before
            before = running
        yield from before


def _stored(rating_list: RatingList, file: Content) -> RenderedFile:
    path, content, kind = file
    sha256 = hashlib.sha256(content).hexdigest()
    place = location(sha256, path.rpartition("/")[2])
    _write(place, content)
    if place.suffix not in ARCHIVES:
        packed = gzip.compress(content, LEVEL, mtime=0)
        if len(packed) < len(content):
            _write(place.with_name(place.name + ".gz"), packed)
    language = path.partition("/")[0] if "/" in path else ""
    return RenderedFile(
        list=rating_list, path=path, language=language, sha256=sha256, size=len(content), content_type=kind
    )


def _write(place: Path, content: bytes) -> None:
    """All of it or nothing: a reader never sees half a file."""
    if place.exists():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.{os.getpid()}.{get_ident()}")
    draft.write_bytes(content)
    draft.replace(place)
