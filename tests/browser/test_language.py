"""A reader is met in their language, and the switch is remembered."""

from __future__ import annotations

from playwright.sync_api import Browser


def test_a_reader_from_flanders_is_met_in_dutch_and_stays_with_the_language_they_choose(
    browser: Browser, live_server: object
) -> None:
    home = live_server.url
    with browser.new_context(locale="nl-BE") as context:
        page = context.new_page()
        page.goto(home)
        seen = [page.url.removeprefix(home)]
        for language in ("fr", "de"):
            page.locator(f".languages a[lang={language}]").click()
            seen.append(page.url.removeprefix(home))
            page.goto("about:blank")
            page.goto(home)
            seen.append(page.url.removeprefix(home))
    assert seen == ["/nl/", "/", "/", "/de/", "/de/"]
