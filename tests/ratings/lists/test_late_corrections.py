"""After late corrections of any kind the revised lists are those that a run from zero makes of the facts of today."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

import pytest

from federation.members.merging import merge
from federation.models import Affiliation, Club, Member
from ratings.errors import RatingError
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate_from_zero, revise
from ratings.models import RatingPool
from tests import cast
from tests.ratings import scene
from tests.ratings.lists.test_from_zero import digests, play
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import GamesDigest, Pairing, Stage, Tournament

pytestmark = pytest.mark.django_db

DAYS = [dt.date(2026, month, 1) for month in (1, 4, 7, 10)]
WHY = "It came late."
Change = Callable[[random.Random], object]


def some_day(chance: random.Random) -> dt.date:
    return DAYS[0] + dt.timedelta(days=chance.randrange(-100, 270))


def somebody(chance: random.Random) -> Member:
    return chance.choice(list(Member.objects.current().order_by("pk")))


def late_tournament(chance: random.Random) -> None:
    GamesDigest.renew([play(chance, some_day(chance), "chess", f"Late {chance.random()}").pk])


def withdrawn_tournament(chance: random.Random) -> None:
    correct.withdraw(chance.choice(list(Tournament.objects.accepted().order_by("pk"))), None, WHY)


def some_pairing(chance: random.Random) -> Pairing:
    return chance.choice(list(Pairing.objects.filter(tournament__stage=Stage.ACCEPTED).order_by("pk")))


def corrected_result(chance: random.Random) -> None:
    pairing = some_pairing(chance)
    correct.correct_result(pairing, Result(pairing.black_result), Result(pairing.white_result), None, WHY)


def swapped_colours(chance: random.Random) -> None:
    correct.swap_colours(some_pairing(chance), None, WHY)


def renamed_tournament(chance: random.Random) -> None:
    chosen = chance.choice(list(Tournament.objects.order_by("pk")))
    Tournament.objects.filter(pk=chosen.pk).update(name=chance.choice("ABC"), rounds=chance.randrange(5, 12))


def other_days(chance: random.Random) -> None:
    chosen = chance.choice(list(Tournament.objects.accepted().order_by("pk")))
    start = some_day(chance)
    days = {"start": start, "end": start + dt.timedelta(days=chance.randrange(3)), "name": chance.choice("ABC")}
    correct.correct_event(chosen, days, None, WHY)


def merged_records(chance: random.Random) -> None:
    one, other = chance.sample(list(Member.objects.current().order_by("pk")), 2)
    merge(one, other)


def another_number(chance: random.Random) -> None:
    number = chance.randrange(30_000, 90_000)
    Member.objects.filter(pk=somebody(chance).pk).update(number=str(number), key=number, fide_id=None)


def new_member(chance: random.Random) -> None:
    Member.objects.create(number=str(chance.randrange(100_000, 900_000)), last_name="Nieuw")


def no_affiliation(chance: random.Random) -> None:
    somebody(chance).affiliations.all().delete()


def ended_affiliation(chance: random.Random) -> None:
    somebody(chance).affiliations.update(end=some_day(chance))


def another_club(chance: random.Random) -> None:
    club, _made = Club.objects.get_or_create(number=str(chance.randrange(500, 503)), defaults={"name": "Nouvelle Tour"})
    Affiliation.objects.filter(member=somebody(chance)).update(club=club)


def another_number_of_a_club(chance: random.Random) -> None:
    chosen = chance.choice(list(Club.objects.order_by("pk")))
    number = chance.randrange(600, 900)
    Club.objects.filter(pk=chosen.pk).update(number=str(number), key=number)


def fide_rating(chance: random.Random) -> None:
    federation, rating = chance.choice(["NED", "BEL"]), chance.randrange(1400, 2400)
    Member.objects.filter(pk=somebody(chance).pk).update(fide_federation=federation, fide_rating=rating)


CHANGES: list[Change] = [
    *(late_tournament, withdrawn_tournament, corrected_result, swapped_colours, renamed_tournament),
    *(other_days, merged_records, another_number, new_member),
    *(no_affiliation, ended_affiliation, another_club, another_number_of_a_club),
]


def corrected(pool: RatingPool, chance: random.Random, changes: list[Change]) -> None:
    """Make some changes, one after the other, and the revisions that they need."""
    for change in chance.sample(changes, 5):
        change(chance)
        try:
            drafts = revise(pool, DAYS[-1], reason=WHY)
        except RatingError as nothing_new:
            assert "nothing to revise" in str(nothing_new)
            continue
        for draft in drafts:
            publish(draft)


def pool_of_four_lists(slug: str, system: str) -> RatingPool:
    return scene.pool(slug, system=system, months=[day.month for day in DAYS])


def played(slug: str, system: str, chance: random.Random) -> RatingPool:
    """Return a pool with four published lists."""
    cast.everybody()
    pool = pool_of_four_lists(slug, system)
    for _number in range(6):
        late_tournament(chance)
    rate_from_zero(pool, DAYS[-1], publish=True)
    return pool


@pytest.mark.parametrize("system", ["frbe", "fqe"])
@pytest.mark.parametrize("seed", range(3))
def test_after_any_corrections_a_run_from_zero_finds_every_list_as_it_is(system: str, seed: int) -> None:
    chance = random.Random(f"{system} {seed}")
    pool = played("elo", system, chance)
    corrected(pool, chance, [*CHANGES, fide_rating])
    assert rate_from_zero(pool, DAYS[-1]) == []


@pytest.mark.parametrize("system", ["frbe", "fqe"])
@pytest.mark.parametrize("seed", range(3))
def test_after_any_corrections_the_last_list_is_that_of_a_pool_that_knew_all_in_time(system: str, seed: int) -> None:
    chance = random.Random(f"{seed} {system}")
    pool = played("elo", system, chance)
    corrected(pool, chance, CHANGES)
    other = pool_of_four_lists("other", system)
    rate_from_zero(other, DAYS[-1], publish=True)
    assert digests(pool)[-1] == digests(other)[-1]
