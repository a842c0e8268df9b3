"""Fixtures of the tests of tournaments: the browsers, and a cache of the answers of the pairing engine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.test import Client

from tests import cast
from tests.forms import logged_in
from tournaments.on_site import pairing_engine


@pytest.fixture(scope="session", autouse=True)
def asked_once() -> Iterator[None]:
    """Keep the real answer to the same facts and limits for the tests after: the engine starts slowly.

    Refusals are not kept.
    """
    ask = pairing_engine._asked

    @cache
    def kept(facts: bytes, number: int, _limits: tuple[int, int]) -> dict[str, Any]:
        return ask(facts, number)

    def asked(facts: bytes, number: int) -> dict[str, Any]:
        return kept(facts, number, (pairing_engine.MEMORY, pairing_engine.SECONDS))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairing_engine, "_asked", asked)
        yield


@pytest.fixture
def officer() -> Client:
    """Return a browser in which the rating officer is logged in."""
    cast.everybody()
    return logged_in(cast.rating_officer())


@pytest.fixture
def secretary(client: Client) -> Client:
    """Return a browser in which the secretary of club 101 is logged in."""
    cast.everybody()
    client.force_login(cast.secretary(101))
    return client
