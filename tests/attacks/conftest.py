"""The site that all attacks share."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.attacks import site
from tests.attacks.site import Site


@pytest.fixture(scope="package")
def whole_site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Return the site. What a test writes is undone."""
    with django_db_blocker.unblock(), site.standing(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(autouse=True)
def without_log() -> Iterator[None]:
    """Leave out thousands of lines about refused requests."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
