"""Fixtures of all tests. The services themselves are started by the plugin, before the settings are read."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.db import connection

from tests import plugin, services


@pytest.fixture(scope="session")
def worker_process(django_db_setup: None) -> Iterator[services.Worker]:
    """The one worker of the session; use `worker`."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        url = f"sqlite:///{name}"
    else:
        url = os.environ["DATABASE_URL"].replace("/postgres?", f"/{name}?")
    process = services.Worker(url)
    yield process
    if process.runs:
        process.kill()


@pytest.fixture
def worker(transactional_db: None, worker_process: services.Worker) -> services.Worker:
    """A real Celery worker on the test database and the session's broker; it may be killed."""
    worker_process.start()
    return worker_process


@pytest.fixture
def broker(pytestconfig: pytest.Config) -> Iterator[services.Broker]:
    """The session's broker, for tests that kill or freeze it; it runs again afterwards."""
    running = pytestconfig.stash[plugin.BROKER]
    yield running
    running.revive()
