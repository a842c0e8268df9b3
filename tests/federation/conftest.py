"""Fixtures of the tests of the federation: officers, members, the day on which a test takes place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from federation.models import Affiliation, Member
from tests import cast
from tests.forms import logged_in

LOCALDATE = timezone.localdate


@pytest.fixture
def officer() -> Client:
    """Return the browser of a membership officer."""
    return logged_in(cast.membership_officer())


@pytest.fixture
def members() -> list[Member]:
    """Return three members who are affiliated today."""
    found = [cast.member(matricule) for matricule in (10001, 10004, 10008)]
    Affiliation.objects.update(end=None)
    return found


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[dt.date], None]:
    """Let the site live on a day."""

    def live(day: dt.date) -> None:
        monkeypatch.setattr(
            timezone, "localdate", lambda value=None, zone=None: day if value is None else LOCALDATE(value, zone)
        )

    return live
