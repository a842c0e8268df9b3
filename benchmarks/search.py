"""The search of everything among 100,000 members v a view that answers nothing.

The names typed are those of members: half of them as they are, half with two letters swapped. No server, no socket:
the handler is called with requests, each through the whole middleware. Of twenty searches the slowest but one counts.
"""

from __future__ import annotations

import statistics
from functools import partial
from urllib.parse import quote

from django.core.handlers.base import BaseHandler
from django.db import transaction
from django.test import override_settings

from benchmarks.invented.people import members_csv, store_clubs, store_raw
from benchmarks.measure import Row, seconds_of
from benchmarks.pages import ask
from federation.models import Member
from federation.search import index

SEARCHES = 40
TURNS = 5


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    count = 10_000 if quick else 100_000
    store_clubs()
    with transaction.atomic():
        store_raw(members_csv(count))
    index.build()
    meant = Member.objects.order_by("key")[:: count // SEARCHES][:SEARCHES]
    texts = [_typed(place, member) for place, member in enumerate(meant)]
    with override_settings(ROOT_URLCONF="benchmarks.pages"):
        handler = BaseHandler()
        handler.load_middleware()
        ways = [partial(ask, handler, f"/en/search/?q={quote(text)}") for text in texts]
        nothing = partial(ask, handler, "/empty/")
        for way in (nothing, *ways):
            way()
        empty, seconds = [], []
        for _turn in range(1 if quick else TURNS):
            for way in ways:
                empty.append(seconds_of(nothing))
                seconds.append(seconds_of(way))
    slow = statistics.quantiles(seconds, n=20)[-1]
    return [
        Row(
            "p95 of searches for a member, half of them misspelled",
            "an empty view",
            slow / statistics.median(empty),
            at_most=15,
        )
    ]


def _typed(place: int, member: Member) -> str:
    """Return the name as people type it."""
    last = member.last_name
    wrong = last[:2] + last[3] + last[2] + last[4:]
    return f"{member.first_name} {wrong if place % 2 else last}"
