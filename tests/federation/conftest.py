"""Fixtures of the tests of the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from federation.models import Affiliation, Member
from tests import cast
from tests.forms import logged_in


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
