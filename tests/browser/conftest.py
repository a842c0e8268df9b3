"""A real browser on a real server. Whatever a page loads from elsewhere or is refused by the CSP fails the test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import services

PHONE = {"width": 360, "height": 780}
DESK = {"width": 1280, "height": 900}
QUIET = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return one Chromium for all tests."""
    # Playwright keeps an event loop in this thread; Django would take the tests' own queries for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=services.chromium(), args=QUIET)
        yield running
        running.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Visitor:
    """Somebody at the site: opens addresses, and keeps what the browser complained of."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        self.context = context
        self.home = home
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        self.page.on("request", self._sent)

    def open(self, address: str) -> Page:
        """Go to an address of the site."""
        self.page.goto(self.home + address)
        return self.page

    def log_in(self, user: User) -> None:
        """From now on with the session of that user."""
        client = Client()
        client.force_login(user)
        cookies = [{"name": name, "value": cookie.value, "url": self.home} for name, cookie in client.cookies.items()]
        self.context.add_cookies(cookies)

    def _heard(self, message: object) -> None:
        if message.type in {"error", "warning"} and "404 (Not Found)" not in message.text:
            self.complaints.append(f"{self.page.url}: {message.text}")

    def _sent(self, request: object) -> None:
        if not request.url.startswith((self.home, "data:")):
            self.complaints.append(f"{self.page.url} asks another host: {request.url}")


@pytest.fixture
def visitor(browser: Browser, live_server: object, settings: LazySettings, tmp_path: Path) -> Iterator[Visitor]:
    """Return an English reader with a desk screen."""
    settings.MEDIA_ROOT = tmp_path
    settings.PUBLISHED_ROOT = tmp_path / "published"
    with browser.new_context(viewport=DESK, reduced_motion="reduce") as context:
        context.set_default_timeout(10_000)
        visitor = Visitor(context, live_server.url)
        yield visitor
        assert visitor.complaints == []


@pytest.fixture
def reader_without_javascript(browser: Browser, live_server: object) -> Iterator[Visitor]:
    """Return the same without scripts."""
    with browser.new_context(viewport=DESK, java_script_enabled=False) as context:
        yield Visitor(context, live_server.url)
