"""The list that is written in every format."""

from __future__ import annotations

import pytest

from federation.models import Member
from ratings.exports import Snapshot
from ratings.models import RatingList
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene


@pytest.fixture
@made_once
def published() -> RatingList:
    """Return a list with a foreigner whose FIDE rating stands, a former member, and one without a line."""
    pool = scene.spring_pool()
    foreigner = cast.member(10008)
    foreigner.fide_federation, foreigner.fide_rating, foreigner.title = "NED", 2231, "WIM"
    foreigner.save()
    cast.member(10007).affiliations.all().delete()
    return scene.published(pool)


@pytest.fixture
def public(published: RatingList) -> Snapshot:
    """Return what anyone may load."""
    return Snapshot(published)


@pytest.fixture
def private(published: RatingList) -> Snapshot:
    """Return what club officers and staff may load."""
    return Snapshot(published, births_of=Member.objects.all())
