"""What the tests of the admin begin with."""

from __future__ import annotations

import pytest
from django.test import Client

from federation.models import Affiliation, Member
from tests import cast
from tests.forms import logged_in


@pytest.fixture
def officer() -> Client:
    """A browser in which the membership officer is logged in."""
    return logged_in(cast.membership_officer())


@pytest.fixture
def members() -> list[Member]:
    """Three members, affiliated today whatever the day is."""
    found = [cast.member(matricule) for matricule in (10001, 10004, 10008)]
    Affiliation.objects.update(end=None)
    return found
