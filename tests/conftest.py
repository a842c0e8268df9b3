"""Fixtures of all tests. The services themselves are started by the plugin, before the settings are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings, settings
from django.core.cache import cache
from django.db import connection
from django.template import Template
from django.template.context import BaseContext
from django.test import client
from django.utils import translation
from hypothesis import settings as hypothesis

from federation.amendments import current as amendments
from federation.web import site_version
from ratings.records.ranks import groups_of
from tests import examples, forks, plugin, services
from tests.migrated import Migrated

hypothesis.load_profile(examples.PROFILE)

_store_rendered = client.store_rendered_templates


def _store_pages(
    store: dict[str, Any], signal: object, sender: object, template: Template, context: BaseContext, **options: Any
) -> None:
    """Keep for `response.context` what a page was given, but not what each of its parts was.

    A page of the admin has hundreds of parts (inclusions, widgets): copying the context of each takes a tenth of its
    time.
    """
    if context.template is template and not str(template.name).startswith("django/forms/"):
        _store_rendered(store, signal, sender, template, context, **options)


client.store_rendered_templates = _store_pages

_log_in = client.ClientMixin._login
_session = client.ClientMixin.session


def _log_in_with_a_new_session(browser: client.ClientMixin, *account: Any) -> None:
    """Log in as a browser without cookies. Django would first store, read and delete a session without anybody."""
    browser.is_new = settings.SESSION_COOKIE_NAME not in browser.cookies
    try:
        _log_in(browser, *account)
    finally:
        browser.is_new = False


client.ClientMixin._login = _log_in_with_a_new_session
client.ClientMixin.session = property(lambda self: None if getattr(self, "is_new", False) else _session.fget(self))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Let migrations begin with the database that `migrated` copied."""
    return _is_sqlite()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(pytestconfig: pytest.Config) -> Migrated | None:
    """Copy the migrated database of an earlier session."""
    if not _is_sqlite() or not pytestconfig.pluginmanager.hasplugin("cacheprovider"):
        return None
    return Migrated.begin(pytestconfig.cache.mkdir("databases"), connection.settings_dict["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_modify_db_settings: Migrated | None) -> None:
    """Keep the migrated database for the next sessions."""
    if django_db_modify_db_settings:
        django_db_modify_db_settings.keep()


def _is_sqlite() -> bool:
    return connection.vendor == "sqlite"


@pytest.fixture(autouse=True)
def with_a_clean_start() -> None:
    """Begin in English, with empty caches and the profile as shipped, whatever the previous test did.

    One fixture, not one for each of them: the suite has thousands of tests.
    """
    translation.activate("en")
    cache.clear()
    groups_of.cache_clear()
    cache.set(site_version.OWN_COLOURS, False)  # one query a minute: not among those that tests of pages count
    amendments.forget()


@pytest.fixture
def with_mail(settings: LazySettings) -> None:
    """Let the site send mails with links to ratings.example.org."""
    settings.EMAIL_HOST = "mail.example"
    settings.DEFAULT_FROM_EMAIL = "Office <office@example.org>"
    settings.SITE_URL = "https://ratings.example.org"


@pytest.fixture
def worker(transactional_db: None) -> Iterator[services.Worker]:
    """Return a real Celery worker on the test database and the session's broker; tests may kill it."""
    process = forks.ForkedWorker()
    process.start()
    yield process
    process.kill()
    print(process.log.read_text())  # pytest shows it if the test failed


@pytest.fixture
def broker(pytestconfig: pytest.Config) -> Iterator[services.Broker]:
    """Return the session's broker for tests that kill or freeze it; afterwards it runs again."""
    running = pytestconfig.stash[plugin.BROKER]
    yield running
    running.revive()
