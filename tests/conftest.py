"""Fixtures of all tests. The services themselves are started by the plugin, before the settings are read."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from hypothesis import settings as hypothesis

from tests import examples, plugin, services

hypothesis.load_profile(examples.PROFILE)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Tests read English sentences, whatever language a page of the test before spoke; a page speaks its address's."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def with_empty_cache() -> None:
    """No page of the test before is remembered."""
    cache.clear()


@pytest.fixture
def with_mail(settings: LazySettings) -> None:
    """The site sends mails, and its links lead to ratings.example.org."""
    settings.EMAIL_HOST = "mail.example"
    settings.DEFAULT_FROM_EMAIL = "Office <office@example.org>"
    settings.SITE_URL = "https://ratings.example.org"


@pytest.fixture
def worker(transactional_db: None) -> Iterator[services.Worker]:
    """A real Celery worker on the test database and the session's broker; it may be killed."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        url = f"sqlite:///{name}"
    else:
        url = os.environ["DATABASE_URL"].replace("/postgres?", f"/{name}?")
    process = services.Worker(url)
    process.start()
    yield process
    process.kill()
    print(process.log.read_text())  # pytest shows it where the test failed


@pytest.fixture
def broker(pytestconfig: pytest.Config) -> Iterator[services.Broker]:
    """The session's broker, for tests that kill or freeze it; it runs again afterwards."""
    running = pytestconfig.stash[plugin.BROKER]
    yield running
    running.revive()
