"""The same facts give the same list."""

from __future__ import annotations

import datetime as dt
import random

import pytest

from ratings.calculation.compute import compute_list
from ratings.calculation.manifest import digest
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from tests import cast
from tests.ratings import scene

pytestmark = pytest.mark.django_db

# They change with the rules or with the records that digests are made of, and only then: they are the same on SQLite
# and PostgreSQL, in whatever order the facts came in.
SPRING = "3b696f8ddfbd4b536957d14863952c0943fa46dc3524b41a63d064fa15c7a9e7"
SPRING_OF_VERSION_1 = "f44a086f25dec761ef1d7c72d6d061acb287999fa672562d5b21d7614e8a22d1"
SHUFFLED = "b5d14a90558a9eb3804a38038ccfa810e24e24c4ee9764deb7a951bd6fed885e"


def test_the_digest_is_the_same_on_every_machine() -> None:
    pool = scene.spring_pool()
    assert rate(pool, scene.LIST).digest == SPRING


def test_a_list_of_version_1_is_the_same_list_still() -> None:
    """Its starting list was published by that version, too."""
    pool = scene.spring_pool()
    start = pool.lists.get()
    start.manifest = {name: part for name, part in start.manifest.items() if name != "codes"} | {"version": 1}
    start.digest = digest(start.manifest)
    start.save()
    computed = compute_list(pool, scene.LIST, start)
    earlier = {"version": 1, "facts": {}, "games": computed.manifest["games"]}
    published = RatingList(pool=pool, date=scene.LIST, manifest=earlier)
    published.manifest = computed.manifest_as(published)
    published.digest = SPRING_OF_VERSION_1
    assert computed.is_same(published)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_arrival_does_not_matter(seed: int) -> None:
    chance = random.Random(seed)
    events = [
        ("A", ["10001 10002 1-0 2026-03-01", "10003 10009 1-0 2026-03-01", "10009 10001 1/2 2026-03-02"]),
        ("B", ["10002 10001 1-0 2026-03-01", "10005 10006 1/2 2026-03-02"]),
        ("B", ["10009 ~1900 1-0 2026-03-01", "10001 10007 0-1 2026-03-02"]),
    ]
    chance.shuffle(events)
    people = list(cast.PEOPLE)
    chance.shuffle(people)
    for matricule in people:
        cast.member(matricule)
    pool = scene.started()
    for name, games in events:
        made = scene.tournament(games, name=name, end=dt.date(2026, 3, 2))
        pairings = list(made.pairings.all())
        chance.shuffle(pairings)
        made.pairings.all().delete()
        for pairing in pairings:
            pairing.pk = None
            pairing.save()
    assert rate(pool, scene.LIST).digest == SHUFFLED
