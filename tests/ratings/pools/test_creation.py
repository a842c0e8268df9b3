"""Making a pool."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import translation

from ratings.errors import RatingError
from ratings.models import RatingPool
from ratings.pools.creation import create_pool, next_date
from ratings.systems import SYSTEMS
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def test_a_pool_and_its_rules() -> None:
    pool = create_pool("elo", "frbe", profile="2015", parameters={"floor": 1000}, name="Elo", paces=["standard"])
    assert (pool.name, pool.paces, pool.months) == ("Elo", ["standard"], [1, 4, 7, 10])
    rules = pool.rules.get()
    assert (rules.profile, rules.parameters) == ("2015", {"floor": 1000})
    assert rules.valid_from < dt.date(1950, 1, 1)


@pytest.mark.parametrize(
    ("system", "discipline"), [("frbe", "chess"), ("fqe", "chess"), ("fics", "chess"), ("ffg", "go")]
)
def test_a_pool_is_of_the_discipline_that_its_system_rates(system: str, discipline: str) -> None:
    assert create_pool("pool", system).discipline == discipline


@pytest.mark.parametrize(
    ("slug", "system", "wishes", "sentence"),
    [
        ("elo!", "frbe", {}, "elo! is not a valid short name: use only letters, digits, - and _."),
        ("elo", "chance", {}, f"Unknown system chance. Known: {', '.join(SYSTEMS)}."),
        ("elo", "frbe", {"profile": "1066"}, "unknown profile '1066': one of seed, 1996, 2006, 2007, 2009, 2015"),
        ("elo", "frbe", {"parameters": {"luck": 1}}, "unknown parameter 'luck'"),
        ("elo", "frbe", {"paces": ["slow"]}, "slow is not a time control. Known: standard, rapid, blitz."),
        ("elo", "frbe", {"months": [13]}, "13 is not a month."),
    ],
)
def test_what_makes_no_pool_gets_a_sentence(slug: str, system: str, wishes: dict, sentence: str) -> None:
    with pytest.raises(RatingError) as problem:
        create_pool(slug, system, **wishes)
    assert str(problem.value).startswith(sentence)
    assert not RatingPool.objects.exists()


def test_what_is_wrong_with_rules_is_said_in_the_readers_language() -> None:
    with pytest.raises(RatingError) as problem:
        create_pool("elo", "frbe", parameters={"floor": 0})
    with translation.override("fr"):
        assert problem.value.sentence == "floor doit valoir au moins 1, et non 0"


def test_a_name_is_given_once() -> None:
    create_pool("elo", "frbe")
    with pytest.raises(RatingError, match="There is already a rating type elo"):
        create_pool("elo", "frbe")


@pytest.mark.parametrize(
    ("today", "months", "expected"),
    [
        (dt.date(2026, 3, 5), [1, 7], dt.date(2026, 7, 1)),
        (dt.date(2026, 7, 1), [1, 7], dt.date(2027, 1, 1)),
        (dt.date(2026, 11, 30), [10], dt.date(2027, 10, 1)),
        (dt.date(2026, 11, 30), [], dt.date(2026, 12, 1)),
    ],
)
def test_the_next_list_follows_the_calendar(today: dt.date, months: list[int], expected: dt.date) -> None:
    assert next_date(scene.pool(months=months), today) == expected


def test_the_next_list_comes_after_the_last() -> None:
    pool = scene.started(months=[1, 7])
    assert next_date(pool, dt.date(2031, 1, 1)) == dt.date(2026, 7, 1)


def test_one_system_rates_every_variant_of_chess_and_no_go() -> None:
    for variant in ("bughouse", "suicide"):
        assert create_pool(variant, "fics", discipline=variant).discipline == variant
    with pytest.raises(RatingError, match="The system fics does not rate go"):
        create_pool("go", "fics", discipline="go")
    with pytest.raises(RatingError, match="The system frbe does not rate bughouse"):
        create_pool("elo", "frbe", discipline="bughouse")
