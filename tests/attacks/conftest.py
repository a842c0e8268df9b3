"""The site that all attacks share."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from pytest_django import DjangoDbBlocker

from tests.attacks import site
from tests.attacks.site import Site
from tests.attacks.visitors import Reading, Visitor

STANDING = ExitStack()  # the site, while it stands


@pytest.fixture(scope="package")
def whole_site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """Return the site. What a test writes is undone."""
    with django_db_blocker.unblock(), STANDING:
        yield STANDING.enter_context(site.standing(tmp_path_factory.mktemp("site")))


@pytest.fixture(scope="module")
def without_site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Take the site away, for the modules whose tests write for good: they come last."""
    with django_db_blocker.unblock():
        STANDING.close()


@pytest.fixture(scope="package")
def read_by(whole_site: Site, django_db_blocker: DjangoDbBlocker) -> dict[str, Reading]:
    """Return what each role reads of the site. Tests ask for it before they change anything, and with whole pages."""
    with django_db_blocker.unblock():
        return {role: Reading(Visitor(role, whole_site)) for role in site.ROLES}


@pytest.fixture(autouse=True)
def without_log() -> Iterator[None]:
    """Leave out thousands of lines about refused requests."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
