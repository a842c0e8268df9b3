"""Somebody is hidden while no worker runs: every public answer is read, and none names them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from federation.members.hiding import rewrite_public_files
from federation.models import Job, Member
from ratings.public import rendering
from tests.ratings import scene

pytestmark = pytest.mark.django_db

CANARY = "Kanarivogel"
START = ["/", "/en/", "/lists/", "/sitemap.xml", "/robots.txt"]
LINK = re.compile(r"""(?:href|src|action)=["']?([^"'\s>]+)|<loc>([^<]+)""")
ELSEWHERE = re.compile(r"(/[a-z]{2})?/(static|language|admin|login|my-club|account)/")
MOST = 3000  # answers; the scene has a few hundred


def crawl(client: Client, first: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield every address that links lead to, without those of a login, and what it answers."""
    waiting, seen = list(first), set(first)
    while waiting and len(seen) < MOST:
        address = waiting.pop()
        said = client.get(address)
        content = b"".join(said.streaming_content) if said.streaming else said.content
        yield address, content
        if said.headers.get("Location"):
            found = [said["Location"]]
        elif said.headers.get("Content-Type", "").startswith(("text/html", "application/xml", "application/atom")):
            found = [unescape(one or other) for one, other in LINK.findall(content.decode())]
        else:
            found = []
        for link in found:
            path = link.removeprefix("http://testserver").partition("#")[0]
            if path.startswith("/") and path not in seen and not ELSEWHERE.match(path):
                seen.add(path)
                waiting.append(path)
    assert not waiting


def names(content: bytes) -> bool:
    """Return whether the canary stands in an answer, also inside archives and Excel files."""
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return any(names(archive.read(each)) for each in archive.namelist())
    return CANARY.casefold() in content.decode("utf-8", "replace").casefold()


def test_a_member_hidden_while_no_worker_runs_is_named_in_no_public_answer(
    client: Client,
    settings: LazySettings,
    tmp_path: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.PUBLISHED_ROOT = tmp_path / "published"
    pool = scene.spring_pool()
    Member.objects.filter(key=10002).update(last_name=CANARY, search_name=CANARY.lower())
    made = scene.published(pool)
    stored = [f"/published/{file.sha256}/{file.path.rpartition('/')[2]}" for file in rendering.render(made)]
    before = dict(crawl(client, START + stored))
    naming = {address for address, content in before.items() if names(content)}
    assert {
        f"/lists/{pool.slug}/{made.month_slug}/list.csv",
        *[each for each in stored if each.endswith("list.csv")],
    } <= naming
    with django_capture_on_commit_callbacks(execute=True):
        Member.objects.filter(key=10002).update(hidden=True)
        rewrite_public_files()
    assert Job.objects.get(kind="hide").state == Job.State.QUEUED
    after = dict(crawl(client, [*START, *before]))
    assert sorted(address for address, content in after.items() if names(content)) == []
    assert not settings.PUBLISHED_ROOT.exists()
