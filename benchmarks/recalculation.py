"""A list of 100,000 players, recalculated by a reader's browser: Chromium four times slower, as a phone is, v 60 s.

The scripts are those of the page; the package is handed over, so that the time of the download is not counted.
"""

from __future__ import annotations

import base64
import datetime as dt
from dataclasses import replace
from pathlib import Path

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, sync_playwright

from benchmarks.invented.careers import DAYS, START, careers
from benchmarks.invented.decades import founders_csv, store
from benchmarks.measure import Row
from ratings.bundle import package
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.pools.creation import create_pool
from ratings.public.recalculation_views import SCRIPTS
from ratings.starting_lists.create import import_ratings
from tests import services

SECONDS = 60
SLOWER = 4
ADDRESS = "https://ratings.example/"  # answered by the benchmark itself; with https the browser calculates digests
RUN = """async (package) => {
    const buffer = Uint8Array.from(atob(package), (letter) => letter.charCodeAt(0)).buffer;
    const start = performance.now();
    const done = await Checks.run(buffer, () => {});
    return [done.wrong, (performance.now() - start) / 1000];
}"""


def measure(quick: bool) -> list[Row]:
    """Return the row of this subject."""
    players = 2_000 if quick else 100_000
    rating_list = _second_list(players)
    wrong, seconds = _recalculated(base64.b64encode(package.write(rating_list)).decode())
    assert wrong == 0, "the browser calculates another list"
    what = f"list of {players:,} players, {rating_list.game_count:,} games, in a browser {SLOWER} times slower"
    return [Row(what, f"{SECONDS} s", seconds / SECONDS, at_most=1)]


def _second_list(players: int) -> RatingList:
    found = replace(careers(2 * players, players, 2), known=[players] * 2)
    store(found)
    pool = create_pool("elo", "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    lists = [publish(rate(pool, START + dt.timedelta(days=DAYS * period - 1))) for period in (1, 2)]
    return lists[-1]


def _recalculated(content: str) -> tuple[int, float]:
    """Return how many checks failed, and the seconds they took."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=services.chromium(), args=["--no-sandbox"])
        page = _blank(browser.new_page())
        page.set_default_timeout(600_000)
        for script in SCRIPTS:
            page.add_script_tag(content=Path(finders.find(script)).read_text(encoding="utf-8"))
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        wrong, seconds = page.evaluate(RUN, content)
        browser.close()
    return wrong, seconds


def _blank(page: Page) -> Page:
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<!DOCTYPE html>"))
    page.goto(ADDRESS)
    return page
