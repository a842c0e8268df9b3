"""How two members stand to each other."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from ratings.models import RatingPool
from ratings.players.comparison import VERDICTS, Comparison, compare
from ratings.starting_lists.create import import_ratings
from ratings.systems import SYSTEMS
from tests import cast
from tests.ratings import scene

pytestmark = pytest.mark.django_db

TODAY = scene.START


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def found_between(first: int = 10001, second: int = 10002, *, days: int = 0) -> list[Comparison]:
    members = [cast.member(first), cast.member(second)]
    [found] = compare(members, TODAY + dt.timedelta(days=days)).values()
    return found


def verdicts(first: int = 10001, second: int = 10002) -> list[str]:
    return [found.verdict for found in found_between(first, second)]


def with_deviations(lines: str) -> RatingPool:
    cast.everybody()
    pool = scene.pool("blitz", system="fics")
    import_ratings(pool, scene.START, f"matricule,rating,games,deviation,last_played\n{lines}".encode())
    return pool


def test_belgian_and_quebec_ratings_give_an_expected_score() -> None:
    # B10: a difference of 150 is worth .70; the table of Quebec says the same.
    scene.started("elo", standings={10001: (1800, 150), 10002: (1650, 40)})
    scene.started("cote", system="fqe", standings={10001: (1800, 150), 10002: (1650, 40)})
    assert verdicts() == ["Against Baeten, Bram, Aerts, Anna is expected to score 0.70."] * 2
    assert verdicts(10002, 10001)[0] == "Against Aerts, Anna, Baeten, Bram is expected to score 0.30."


def test_every_system_compares_by_rules_of_its_own() -> None:
    assert sorted(VERDICTS) == sorted(SYSTEMS)
    assert len(set(VERDICTS.values())) == len(SYSTEMS)


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        ((0, -120), "Baeten, Bram takes 2 stones."),
        ((-120, 0), "Aerts, Anna takes 2 stones."),
        ((0, -1), "Baeten, Bram takes 1 stone."),
        ((-437, -437), "An even game, without handicap."),
    ],
)
def test_levels_of_go_give_the_stones_of_an_even_game(levels: tuple[int, int], sentence: str) -> None:
    # F3: the difference in hundreds, rounded up.
    one, other = levels
    scene.started("go", system="ffg", standings={10001: (one, 30), 10002: (other, 30)})
    assert verdicts() == [sentence]


def test_an_rd_gives_the_probability_of_being_truly_better() -> None:
    # K10: E with f of both RDs together. Equal ratings: one half.
    with_deviations("10001,1850,20,50,2026-01-01\n10002,1650,20,350,2026-01-01\n10003,1850,20,80,2026-01-01\n")
    [found] = found_between()
    f = 1 / (1 + 1.0072398601964e-05 * (50**2 + 350**2)) ** 0.5
    percent = 100 / (1 + 10 ** (-200 * f / 400))
    assert found.verdict == (f"Aerts, Anna is stronger than Baeten, Bram with a probability of {percent:.1f} %.")
    assert (found.first_trust.today, found.second_trust.today) == (50, 350)
    assert verdicts(10001, 10003) == ["Aerts, Anna is stronger than Claes, Chloé with a probability of 50.0 %."]


def test_time_makes_the_probability_less_sure() -> None:
    with_deviations("10001,1850,20,50,2026-01-01\n10002,1650,20,50,2026-01-01\n")
    days = [found_between(days=count) for count in (0, 400)]
    sure, unsure = (found[0].verdict.rpartition(" ")[0].rpartition(" ")[2] for found in days)
    assert (sure, unsure) == ("75.5", "72.2")


def test_a_pool_that_does_not_rate_both_says_nothing() -> None:
    scene.started("elo", standings={10001: (1800, 150)})
    assert verdicts() == []


def test_a_hidden_member_is_not_named() -> None:
    scene.started("elo", standings={10001: (1800, 150), 10002: (1650, 40)})
    hidden = cast.member(10002)
    hidden.hidden = True
    hidden.save()
    assert verdicts() == ["Against Member 10002, Aerts, Anna is expected to score 0.70."]


def test_it_takes_three_queries_for_any_number_of_pools(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    scene.started("elo")
    scene.started("go", system="ffg", standings={10001: (0, 30), 10002: (-120, 30)})
    first, second = cast.member(10001), cast.member(10002)
    with django_assert_num_queries(3):
        compare([first, second], TODAY)
