"""Public pages over the demo federation v a view that answers nothing, each through the whole middleware, in process.

No server, no socket: the handler is called with requests. The list of the demo has some 2 000 members, a page 100; the
stored page is the file that was written when the list was rendered, the live one is sorted as nobody asked before. The
language is French, the site's default; nobody is logged in.
"""

from __future__ import annotations

from functools import partial
from io import StringIO

from django.core.handlers.base import BaseHandler
from django.core.management import call_command
from django.test import RequestFactory, override_settings

from benchmarks.measure import Row, medians
from ratings.models import RatingList
from ratings.public import rendering
from ratings.storage.parts import read_ratings

ADDRESSES = "benchmarks.addresses"
PAGES = {  # name -> what it is, the most times an empty view
    "stored": ("list page, stored", 1.3),
    "live": ("list page, live: 100 rows, sorted by games", 50),
    "player": ("player page with all lists", 75),
}
LOOPS = 20  # a page takes too little time for one


def measure(quick: bool) -> list[Row]:
    """The rows of this subject."""
    call_command("loaddemo", stdout=StringIO())
    latest = RatingList.objects.published().order_by("-date").first()
    rendering.render(latest)
    lines = read_ratings(latest)
    busiest = int(lines.matricule[lines.games.argmax()])
    addresses = {
        "empty": "/empty/",
        "stored": f"/lists/{latest.pool.slug}/",
        "live": f"/lists/{latest.pool.slug}/?sort=-games",
        "player": f"/players/{busiest}/",
    }
    with override_settings(ROOT_URLCONF=ADDRESSES):
        handler = BaseHandler()
        handler.load_middleware()
        ways = {name: partial(_ask, handler, address) for name, address in addresses.items()}
        for way in ways.values():
            way()  # templates are compiled
        seconds = medians(ways, 3 if quick else 9)
    return [
        Row(what, "an empty view", seconds[name] / seconds["empty"], at_most=goal)
        for name, (what, goal) in PAGES.items()
    ]


def _ask(handler: BaseHandler, address: str) -> None:
    factory = RequestFactory(headers={"host": "localhost", "accept-encoding": "gzip"})
    for _ in range(LOOPS):
        response = handler.get_response(factory.get(address))
        assert response.status_code == 200, f"{address} answers {response.status_code}"
