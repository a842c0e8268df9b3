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
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from pathlib import Path
from threading import get_ident
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import forks
from federation.files.zip_writer import LEVEL
from federation.models import Member
from ratings.bundle import package
from ratings.calculation.compute import Report, silence
from ratings.errors import RatingError
from ratings.exports import DOWNLOADS, DownloadGroup, Snapshot, downloads_of
from ratings.models import BUNDLE_PATH, RatingList, RenderedFile
from ratings.public import pages
from ratings.site_version import edition

PAGE_TYPE = "text/html; charset=utf-8"
ARCHIVES = (".zip", ".xlsx")  # to pack them again gains nothing
PAGE_LEVEL = 3  # of zlib; 5 takes half as long again for a seventeenth less, and pages are many
WRITERS, AT_ONCE = 2, 4  # threads, files of each round: so many twice over are in memory
FEW = 5_000  # members: the files of a smaller list are there within a second, by one process
NUMBERS = 100  # of pages that are written as one work
Content = tuple[str, bytes, str]  # path, content and content type of a file
Contents = Callable[[], Iterator[Content]]
Writing = Callable[[], AbstractContextManager[object]]


class Stored(NamedTuple):
    """A file that lies in its place."""

    path: str
    language: str
    sha256: str
    size: int
    content_type: str


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
        made = [RenderedFile(list=rating_list, **file._asdict()) for file in _written(rating_list, report)]
        with writing():
            _hold(RatingList.objects.filter(pk=rating_list.pk))
            if _hidden() == hidden:
                _forget(rating_list)
                RenderedFile.objects.bulk_create(made)
                RatingList.objects.filter(pk=rating_list.pk).update(
                    rendered_at=timezone.now(), rendered_edition=edition()
                )
                return made
        _clear({location(file.sha256, file.path.rpartition("/")[2]) for file in made})


def withdraw(rating_list: RatingList) -> None:
    """Take all files of a list away: its pages and downloads are made for each reader until it is rendered again."""
    with transaction.atomic():
        _hold(RatingList.objects.filter(pk=rating_list.pk))
        _forget(rating_list)
        RatingList.objects.filter(pk=rating_list.pk).update(rendered_at=None, rendered_edition="")


def wait_for_writers() -> None:
    """Until all are done that store files just now: they looked at who is hidden before, and nobody else sees them."""
    with transaction.atomic():
        _hold(RatingList.objects.exclude(state=RatingList.State.DRAFT))


def _hold(lists: QuerySet[RatingList]) -> None:
    list(lists.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk"))


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


def processes_for(rating_list: RatingList) -> int:
    """How many processes write the files of the list: one for a small list, else those of the settings."""
    return forks.most(settings.FILE_PROCESSES) if rating_list.player_count >= FEW else 1


def _written(rating_list: RatingList, report: Report) -> Iterator[Stored]:
    """Write every file, the downloads first."""
    count = processes_for(rating_list)
    store = _all_stored if count > 1 else _all_stored_beside
    works = (partial(store, contents) for contents in _works(rating_list, report))
    for files in forks.shared(works, count):
        yield from files


def _works(rating_list: RatingList, report: Report) -> Iterator[Contents]:
    """All files in parts, of which each can be made alone: what its files say is read before it is given out."""
    report(0, noop("Writing the downloads"))
    yield from _download_works(rating_list)
    report(0, noop("Writing the open bundle"))
    facts = _bundle(rating_list)
    has_bundle = facts is not None
    if facts is not None:
        yield partial(_packed, rating_list, facts)
    del facts  # it is large, and pages need none of it
    plain = pages.PlainPages(rating_list, has_bundle=has_bundle)
    last = plain.numbers[-1]
    for start in range(1, last + 1, NUMBERS):
        numbers = range(start, min(start + NUMBERS, last + 1))
        report(100 * numbers[-1] // (last + 1), noop("Writing the pages"))
        yield partial(_pages, plain, numbers)


def _download_works(rating_list: RatingList) -> Iterator[Contents]:
    snapshot = Snapshot(rating_list)
    for (parts, _large), paths in _paths(rating_list).items():
        yield partial(_downloads, snapshot.read(parts), paths)


def _paths(rating_list: RatingList) -> dict[tuple[tuple[str, ...], bool], list[str]]:
    """The downloads by what they are made of, the large ones apart: a process touches as few columns as may be.

    Nobody pairs by an earlier list: its files for programs are written on demand.
    """
    is_latest = not rating_list.pool.lists.published().filter(date__gt=rating_list.date).exists()
    found = defaultdict(list)
    for path, download in downloads_of(rating_list).items():
        if is_latest or download.group is not DownloadGroup.PROGRAMS:
            found[download.made_of, download.is_large].append(path)
    return found


def _downloads(snapshot: Snapshot, paths: Iterable[str]) -> Iterator[Content]:
    for path in paths:
        yield path, DOWNLOADS[path].write(snapshot), DOWNLOADS[path].content_type


def _bundle(rating_list: RatingList) -> package.Facts | None:
    """None for a starting list, and where the games were corrected since: other games would prove nothing."""
    try:
        return package.read(rating_list)
    except package.NoBundle:
        return None


def _packed(rating_list: RatingList, facts: package.Facts) -> Iterator[Content]:
    yield BUNDLE_PATH, package.packed(rating_list, facts), package.CONTENT_TYPE


def _pages(plain: pages.PlainPages, numbers: Iterable[int]) -> Iterator[Content]:
    for language, number, content in plain.made(numbers):
        yield f"{language}/page-{number}.html", content, PAGE_TYPE


def _all_stored(contents: Contents) -> list[Stored]:
    return list(map(_stored, contents()))


def _all_stored_beside(contents: Contents) -> list[Stored]:
    """Write some files at a time beside those that are being made: packing and the disk need no interpreter."""
    files, made, before = contents(), [], iter(())
    with ThreadPoolExecutor(WRITERS) as pool:
        while some := list(islice(files, AT_ONCE)):
            running = pool.map(_stored, some)
            made += before
            before = running
    return [*made, *before]


def _stored(file: Content) -> Stored:
    path, content, kind = file
    sha256, name = hashlib.sha256(content).hexdigest(), path.rpartition("/")[2]
    folder = settings.PUBLISHED_ROOT / sha256
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, name, content)
    if not name.endswith(ARCHIVES):
        packed = gzip.compress(content, PAGE_LEVEL if kind == PAGE_TYPE else LEVEL, mtime=0)
        if len(packed) < len(content):
            _write(folder, f"{name}.gz", packed)
    language = path.partition("/")[0] if "/" in path else ""
    return Stored(path, language, sha256, len(content), kind)


def _write(folder: Path, name: str, content: bytes) -> None:
    """All of it or nothing: a reader never sees half a file."""
    place = folder / name
    if not place.exists():
        draft = folder / f".{name}.{os.getpid()}.{get_ident()}"
        try:
            draft.write_bytes(content)
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)  # half of it, where the disk is full
