"""The site that all attacks share."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from pytest_django import DjangoDbBlocker

from tests.attacks import expected, site
from tests.attacks.site import Site
from tests.attacks.visitors import Reading, Sending, SentForm, Visitor, sent_forms

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
    """Return what each role reads of the site. Tests ask for it before they change anything.

    No test looks into what a player reads, and into what three others read where everybody may.
    """
    own = set(expected.behind_a_login(whole_site).values())
    looked_at = {"player": set(), "secretary": own, "registrar": own, "officer": own}
    with django_db_blocker.unblock():
        return {role: Reading(Visitor(role, whole_site), looked_at.get(role)) for role in site.ROLES}


@pytest.fixture(scope="package")
def known_forms(whole_site: Site, read_by: dict[str, Reading], django_db_blocker: DjangoDbBlocker) -> list[SentForm]:
    """Return each address with each form for it."""
    with django_db_blocker.unblock():
        return list(sent_forms(whole_site, read_by["admin"]))


@pytest.fixture(scope="package")
def sent_by(whole_site: Site, django_db_blocker: DjangoDbBlocker) -> dict[str, Sending]:
    """Return what the forms of each role lead to. Tests ask for it before they change anything.

    All but the login page are empty: it says what it is.
    """
    with django_db_blocker.unblock():
        return {role: Sending(Visitor(role, whole_site, renders=role == "nobody")) for role in site.ROLES}


@pytest.fixture(autouse=True)
def without_log() -> Iterator[None]:
    """Leave out thousands of lines about refused requests."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
