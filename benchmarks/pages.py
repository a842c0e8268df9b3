"""Public pages of a federation of 100,000 members with 30 lists v a view that answers nothing.

No server, no socket: the handler is called with requests, each through the whole middleware, in English; nobody is
logged in. The stored page is a file that was written when its list was rendered. All others are made for the reader.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import partial

from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import path

from benchmarks.invented.careers import DAYS, START, Careers, careers
from benchmarks.invented.decades import founders_csv, store
from benchmarks.measure import Row, medians
from federation.urls import urlpatterns as site
from ratings.lists.rating_run import rate_from_zero
from ratings.models import Rating, RatingList
from ratings.pools.creation import create_pool
from ratings.public import rendering
from ratings.starting_lists.create import import_ratings

LISTS = 30
LOOPS = 10  # a page takes too little time for one
PAGES = {  # what it is -> its query, the most times an empty view
    "list page, live, by rank, in the middle": ("?page={middle}", 20),
    "list page, live, of one club": ("?club=101", 20),
    "list page, live, by games": ("?sort=-games", 20),
    "list page, live, by change": ("?sort=-change", 20),
    "list page, live, by games, in the middle": ("?sort=-games&page={middle}", 150),
    "list page, live, by name": ("?sort=name", 150),
    "list page, live, girls under 14": ("?sex=F&age=U14", 150),
}


def empty(request: HttpRequest) -> HttpResponse:
    """Return an empty answer: the least a view can do."""
    return HttpResponse()


urlpatterns = [path("empty/", empty), *site]


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    members = 2_000 if quick else 100_000
    found = careers(3 * members, members, LISTS + 1)
    found = replace(found, known=[members] * (LISTS + 1))  # everybody is in every list
    store(found)
    latest = _lists("elo", found, LISTS)
    small = _lists("small", replace(found, known=[300]), 1)
    rendering.render(small)
    busiest = Rating.objects.filter(list=latest).order_by("-games").values_list("member__number", flat=True)[0]
    middle = latest.player_count // 200
    addresses = {
        "empty": ("/empty/", 1),
        "list page, stored": ("/en/lists/small/", 2),
        **{what: (f"/en/lists/elo/{query.format(middle=middle)}", goal) for what, (query, goal) in PAGES.items()},
        f"player page with all {LISTS} lists": (f"/en/players/{busiest}/", 25),
    }
    with override_settings(ROOT_URLCONF=__name__):
        handler = BaseHandler()
        handler.load_middleware()
        ways = {what: partial(ask, handler, address) for what, (address, _goal) in addresses.items()}
        for way in ways.values():
            way()  # templates are compiled
        seconds = medians(ways, 3 if quick else 7)
    return [
        Row(what, "an empty view", seconds[what] / seconds["empty"], at_most=goal)
        for what, (_address, goal) in addresses.items()
        if what != "empty"
    ]


def _lists(slug: str, found: Careers, count: int) -> RatingList:
    """Return the last of so many published lists of a new pool."""
    pool = create_pool(slug, "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    return rate_from_zero(pool, START + dt.timedelta(days=(DAYS + 1) * count), publish=True)[-1]


def ask(handler: BaseHandler, address: str, **headers: str) -> None:
    """Ask for an address several times, each through the whole middleware."""
    factory = RequestFactory(headers={"host": "localhost", "accept-encoding": "gzip", **headers})
    for _ in range(LOOPS):
        response = handler.get_response(factory.get(address))
        assert response.status_code == 200, f"{address} answers {response.status_code}"
