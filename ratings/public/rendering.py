"""Write the pages and downloads of a published list once, as files that any web server can hand out.

A file is stored under ``PUBLISHED_ROOT/<SHA-256 of its content>/<name>``, with ``<name>.gz`` beside it if that helps:
the path is the address, so a cache may keep it for ever. Files of earlier lists and revisions stay, but no file that
was written again: a member may have been hidden since.

The work is divided into parts, which several workers may share. `begin` notes on the list which parts are left; each
part stores its files and strikes itself off, and with the last one the list is rendered. A part may be written twice;
those of a rendering that was restarted, or withdrawn, no longer count.
"""

import gzip
import hashlib
import os
import shutil
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from threading import get_ident
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_noop as noop

from federation.background.kinds import Report, no_progress
from federation.files import bucket
from federation.files.zip_writer import LEVEL
from federation.models import Member
from federation.web.site_version import edition, forget_colours
from ratings.bundle import package
from ratings.errors import RatingError
from ratings.exports import DOWNLOADS, DownloadGroup, Snapshot, downloads_of
from ratings.lists import club_strengths, distributions
from ratings.models import BUNDLE_PATH, RatingList, RenderedFile
from ratings.public import other_lists, page_index, pages

PAGE_TYPE = "text/html; charset=utf-8"
WITHDRAWN = "withdrawn-"  # prefix of the names of folders beside PUBLISHED_ROOT
ARCHIVES = (".zip", ".xlsx")  # packing them again gains nothing
PAGE_LEVEL = 3  # of zlib; 5 takes half as long again for a seventeenth less, and pages are many
PAGES = 100  # of a part, each in every language
LANGUAGES = [code for code, _name in settings.LANGUAGES]
STEPS = {
    "pages": noop("Writing the pages"),
    "files": noop("Writing the downloads"),
    "bundle": noop("Writing the verification package"),
}
Content = tuple[str, bytes, str]  # path, content and content type of a file
Writing = Callable[[], AbstractContextManager[object]]


class Run(NamedTuple):
    """A rendering that was begun."""

    id: str
    parts: list[str]  # "pages:1-100", "files:list.csv,list.json", "bundle"


def render(
    rating_list: RatingList, report: Report = no_progress, writing: Writing = transaction.atomic
) -> list[RenderedFile]:
    """Write all files of a published list, part by part. Doing it again changes nothing.

    Begin again where a member was hidden or shown meanwhile. Raise `RatingError` for a draft.
    """
    while True:
        with writing():
            run = begin(rating_list)
        for number, part in enumerate(run.parts):
            report(100 * number // len(run.parts), STEPS[part.partition(":")[0]])
            if not write(rating_list, run.id, part, writing):
                break
        else:
            return list(rating_list.files.order_by("pk"))


def begin(rating_list: RatingList) -> Run:
    """Note what is to be written. Raise `RatingError` for a draft."""
    if rating_list.state == RatingList.State.DRAFT:
        facts = {"date": rating_list.date}
        raise RatingError(
            noop("The list of %(date)s is a draft: pages are only generated for published lists."), **facts
        )
    has_bundle = package.is_possible(rating_list)
    run = Run(uuid.uuid4().hex, [*_page_parts(rating_list), *_file_parts(rating_list), *["bundle"] * has_bundle])
    state = {"run": run.id, "parts": run.parts, "left": run.parts, "has_bundle": has_bundle, "hidden": _hidden()}
    RatingList.objects.filter(pk=rating_list.pk).update(rendering=state)
    club_strengths.store(rating_list)
    distributions.store(rating_list)
    return run


def write(rating_list: RatingList, run: str, part: str, writing: Writing = transaction.atomic) -> bool:
    """Write a part of a run, and finish the rendering if it was the last. Return False if the run no longer counts."""
    state = RatingList.objects.values_list("rendering", flat=True).get(pk=rating_list.pk)
    if state.get("run") != run or part not in state["left"]:
        return state.get("run") == run
    forget_colours()
    made = [_stored(content) for content in _contents(rating_list, part, has_bundle=state["has_bundle"])]
    with writing():
        _lock(RatingList.objects.filter(pk=rating_list.pk))
        state = RatingList.objects.values_list("rendering", flat=True).get(pk=rating_list.pk)
        counts = state.get("run") == run and state["hidden"] == _hidden()
        if counts and part in state["left"]:
            _forget(rating_list.files.filter(path__in=[file.path for file in made]))
            RenderedFile.objects.bulk_create([RenderedFile(list=rating_list, **file._asdict()) for file in made])
            _strike_off(rating_list, state, part)
    if not counts:
        _clear({location(file.sha256, file.path.rpartition("/")[2]) for file in made})
    return counts


def _strike_off(rating_list: RatingList, state: dict, part: str) -> None:
    """Note that a part is written; after the last one no file stays that this rendering did not write."""
    left = [each for each in state["left"] if each != part]
    facts = {"rendering": {**state, "left": left}}
    if not left:
        _forget(rating_list.files.exclude(path__in=_paths(state["parts"])))
        facts = {
            "rendering": {"has_bundle": state["has_bundle"]},
            "rendered_at": timezone.now(),
            "rendered_edition": edition(),
        }
        transaction.on_commit(partial(page_index.write, rating_list))
    RatingList.objects.filter(pk=rating_list.pk).update(**facts)


def withdraw(rating_list: RatingList) -> None:
    """Delete all files of a list: its pages and downloads are made for each reader until it is rendered again."""
    with transaction.atomic():
        _lock(RatingList.objects.filter(pk=rating_list.pk))
        _forget(rating_list.files.all())
        RatingList.objects.filter(pk=rating_list.pk).update(rendering={}, rendered_at=None, rendered_edition="")


def withdraw_everything() -> None:
    """Stop serving stored files: at once for this site, after the transaction on the disk as well.

    Lists keep what they say of their rendering: that is how the job that follows finds them (`ratings.tasks.hide`). It
    also finds what a writer who does not know of the hiding yet stores later.
    """
    RenderedFile.objects.all().delete()
    transaction.on_commit(_set_aside)


def _set_aside() -> None:
    """Move all files where no web server looks, in one step however many they are. `clear_withdrawn` deletes them.

    Of a bucket the index goes: without the database, it alone leads to a page.
    """
    if settings.MEDIA_BUCKET:
        with suppress(*bucket.AWAY):  # the job that follows removes it as soon as the bucket is back
            page_index.remove()
    try:
        settings.PUBLISHED_ROOT.rename(settings.PUBLISHED_ROOT.with_name(f"{WITHDRAWN}{uuid.uuid4().hex}"))
    except FileNotFoundError:
        pass
    except OSError:  # a disk of its own: one by one
        for folder in settings.PUBLISHED_ROOT.iterdir():
            shutil.rmtree(folder, ignore_errors=True)


def clear_withdrawn() -> None:
    """Delete the files that were set aside."""
    for folder in settings.PUBLISHED_ROOT.parent.glob(f"{WITHDRAWN}*"):
        shutil.rmtree(folder, ignore_errors=True)
    if settings.MEDIA_BUCKET:
        found = list(bucket.settled(settings.PUBLISHED_ROOT))  # before the rows: those to come name none of these
        named = set(RenderedFile.objects.values_list("sha256", flat=True))
        bucket.remove(place for place in found if place.parent.name not in named and not page_index.holds(place))


def wait_for_writers() -> None:
    """Wait for writers that are storing files now: they read who is hidden before the change, and nobody sees them."""
    with transaction.atomic():
        _lock(RatingList.objects.exclude(state=RatingList.State.DRAFT))


def _lock(lists: QuerySet[RatingList]) -> None:
    list(lists.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk"))


def location(sha256: str, name: str) -> Path:
    """Return the path of a file; ``name`` is the last part of `RenderedFile.path`."""
    return settings.PUBLISHED_ROOT / sha256 / name


def stored_files() -> Iterator[tuple[str, str]]:
    """Yield path below MEDIA_ROOT and SHA-256 of each file, for backups. One query."""
    for sha256, path in RenderedFile.objects.values_list("sha256", "path").iterator():
        place = location(sha256, path.rpartition("/")[2])
        if place.is_relative_to(settings.MEDIA_ROOT):
            yield str(place.relative_to(settings.MEDIA_ROOT)), sha256


def _hidden() -> str:
    """Return a digest of who is hidden now."""
    members = Member.objects.filter(hidden=True).order_by("pk").values_list("pk", flat=True)
    return hashlib.sha256(repr(list(members)).encode()).hexdigest()


def _forget(rows: QuerySet[RenderedFile]) -> None:
    """Delete the rows of the files; files that no row names any more leave the disk after the transaction."""
    places = {location(sha256, path.rpartition("/")[2]) for sha256, path in rows.values_list("sha256", "path")}
    rows.delete()
    transaction.on_commit(partial(_clear, places))


def _clear(places: set[Path]) -> None:
    digests = {place.parent.name for place in places}
    named = set(RenderedFile.objects.filter(sha256__in=digests).values_list("sha256", flat=True))
    unnamed = [place for place in places if place.parent.name not in named]
    if settings.MEDIA_BUCKET:
        bucket.remove(unnamed)
    for place in unnamed:
        shutil.rmtree(place.parent, ignore_errors=True)


def _page_parts(rating_list: RatingList) -> Iterator[str]:
    last = pages.page_count(rating_list)
    for start in range(1, last + 1, PAGES):
        yield f"pages:{start}-{min(start + PAGES - 1, last)}"


def _file_parts(rating_list: RatingList) -> Iterator[str]:
    """Return the downloads grouped by what they are made of, each large one on its own.

    Nobody pairs with an earlier list: its files for programs are written on demand.
    """
    is_latest = not rating_list.pool.lists.published().filter(date__gt=rating_list.date).exists()
    found = defaultdict(list)
    for path, download in downloads_of(rating_list).items():
        if is_latest or download.group is not DownloadGroup.PROGRAMS:
            found[download.made_of, download.is_large].append(path)
    return (f"files:{','.join(paths)}" for paths in found.values())


def _numbers(pages_of_part: str) -> range:
    first, _, last = pages_of_part.partition("-")
    return range(int(first), int(last) + 1)


def _paths(parts: Collection[str]) -> list[str]:
    """Return the paths of all files of the parts."""
    found = []
    for part in parts:
        kind, _, what = part.partition(":")
        if kind == "pages":
            found += [f"{language}/page-{number}.html" for language in LANGUAGES for number in _numbers(what)]
        else:
            found += what.split(",") if kind == "files" else [BUNDLE_PATH]
    return found


def _contents(rating_list: RatingList, part: str, *, has_bundle: bool) -> Iterator[Content]:
    kind, _, what = part.partition(":")
    if kind == "pages":
        other_lists.forget(rating_list.date)
        for language in LANGUAGES:
            with translation.override(language):
                for number in _numbers(what):
                    page = pages.plain_page(rating_list, number, has_bundle=has_bundle)
                    yield f"{language}/page-{number}.html", page.encode(), PAGE_TYPE
    elif kind == "files":
        snapshot = Snapshot(rating_list)
        for path in what.split(","):
            yield path, DOWNLOADS[path].write(snapshot), DOWNLOADS[path].content_type
    else:
        yield BUNDLE_PATH, package.write(rating_list), package.CONTENT_TYPE


class Stored(NamedTuple):
    """A file that is in its place."""

    path: str
    language: str
    sha256: str
    size: int
    content_type: str


def _stored(file: Content) -> Stored:
    path, content, kind = file
    sha256, name = hashlib.sha256(content).hexdigest(), path.rpartition("/")[2]
    if settings.MEDIA_BUCKET:
        bucket.put(settings.PUBLISHED_ROOT / sha256 / name, content)
    else:
        _keep(settings.PUBLISHED_ROOT / sha256, name, content, PAGE_LEVEL if kind == PAGE_TYPE else LEVEL)
    language = path.partition("/")[0] if "/" in path else ""
    return Stored(path, language, sha256, len(content), kind)


def _keep(folder: Path, name: str, content: bytes, level: int) -> None:
    """Write a file and, if that helps, its packed copy."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder, name, content)
    if not name.endswith(ARCHIVES):
        packed = gzip.compress(content, level, mtime=0)
        if len(packed) < len(content):
            _write(folder, f"{name}.gz", packed)


def _write(folder: Path, name: str, content: bytes) -> None:
    """Write all of it or nothing: a reader never sees half a file."""
    place = folder / name
    if not place.exists():
        draft = folder / f".{name}.{os.getpid()}.{get_ident()}"
        try:
            draft.write_bytes(content)
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)  # half of it, if the disk is full
