"""All files of one published list: its pages in every language, its downloads and its bundle, packed and on disk.

A list of 100,000 players with 50,000 games since the one before, Belgian rules. Raw is a cursor that fetches once what
the files are made of: the members with the clubs of the day, and the packed parts of the list. All files are written by
as many processes as the settings say, and once more by one; pages and downloads alone are made by one. The view's way
is the template, for some of the pages, as it answers whoever is logged in.
"""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.test import override_settings

from benchmarks.careers import DAYS, START, careers
from benchmarks.decades import founders_csv, store
from benchmarks.measure import Row, medians
from ratings.exports import Snapshot, downloads_of
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.pools.creation import create_pool
from ratings.public import pages, rendering
from ratings.starting_lists.create import import_ratings

PEOPLE = """
SELECT member.*, club.number, club.name FROM federation_member member
LEFT JOIN federation_affiliation stretch ON stretch.member_id = member.id
LEFT JOIN federation_club club ON club.id = stretch.club_id
"""
PARTS = "SELECT lines, entries FROM ratings_listpart WHERE list_id = %s"
SOME = 20  # pages through the template


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    players = 2_000 if quick else 100_000
    found = _list(players)
    count = len(rendering.render(found))
    made = _pages(found)
    processes = rendering.processes_for(found)
    ways = {
        "raw": partial(_raw, found),
        "all": partial(rendering.render, found),
        "alone": override_settings(FILE_PROCESSES=1)(partial(rendering.render, found)),
        "pages": partial(_pages, found),
        "downloads": partial(_downloads, found),
        "template": partial(_through_template, found, made // len(settings.LANGUAGES)),
    }
    seconds = medians(ways, 1 if quick else 3, partial(rendering.withdraw, found))
    raw = "fetching its members and parts once by raw cursor"
    return [
        Row(
            f"all {count:,} files of a list of {players:,} players, packed and stored; processes: {processes}",
            raw,
            seconds["all"] / seconds["raw"],
            at_most=10,
        ),
        Row(
            f"all {count:,} files of it; processes: {processes}",
            "the same by one process, which packs and stores in threads beside",
            seconds["alone"] / seconds["all"] if processes > 1 else None,
            at_least=1.3,
            note="" if processes > 1 else "ONE PROCESS",
        ),
        Row(f"{made:,} pages of it, made", raw, seconds["pages"] / seconds["raw"], at_most=3),
        Row(f"{len(downloads_of(found))} downloads of it, made", raw, seconds["downloads"] / seconds["raw"], at_most=6),
        Row(
            "a page of it among all",
            "a page through the template, as the view makes it",
            (seconds["template"] / SOME) / (seconds["pages"] / made),
            at_least=10,
        ),
    ]


def _list(players: int) -> RatingList:
    found = careers(players // 2, players, 1)
    store(found)
    pool = create_pool("elo", "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    return publish(rate(pool, START + dt.timedelta(days=DAYS)))


def _raw(found: RatingList) -> None:
    with connection.cursor() as cursor:
        cursor.execute(PEOPLE)
        cursor.fetchall()
        cursor.execute(PARTS, [found.pk])
        cursor.fetchall()


def _pages(found: RatingList) -> int:
    return sum(1 for _page in pages.PlainPages(found, has_bundle=True))


def _downloads(found: RatingList) -> None:
    snapshot = Snapshot(found)
    for download in downloads_of(found).values():
        download.write(snapshot)


def _through_template(found: RatingList, count: int) -> None:
    for number in range(1, SOME + 1):
        request = HttpRequest()
        request.user = AnonymousUser()
        request.path = "/lists/"
        request.GET = QueryDict(f"page={number * count // SOME}")
        render_to_string(pages.TEMPLATE, pages.list_context(request.GET, found, has_bundle=True), request)
