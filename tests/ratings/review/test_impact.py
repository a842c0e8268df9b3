"""What a change would do to the ratings is what it does to them afterwards, and until then nothing is written."""

from __future__ import annotations

import datetime as dt

import pytest
from pytest_django import DjangoAssertNumQueries

from federation.amendments.current import amendments
from federation.members.merging import MergeError, merge
from federation.models import Job, Member
from federation.web.dry_run import Change
from ratings.lists.rating_run import rate
from ratings.models import RatingList, RatingPool
from ratings.review.impact import Foreseen, foresee
from tests import cast
from tests.made_once import made_once
from tests.ratings import published, scene
from tournaments.corrections import correct
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import Stage, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

WIN, LOSS = Result.WIN, Result.LOSS
TODAY = dt.date(2026, 11, 22)


@pytest.fixture
@made_once
def pool() -> RatingPool:
    """Return a pool whose list of July is published, and an autumn tournament that waits for the federation."""
    made = published.spring_list().pool
    scene.submitted("Autumn", ["10001 10002 0-1", "10003 10004 1-0"])
    return made


def of(name: str) -> Tournament:
    return Tournament.objects.get(name=name)


def accept(name: str) -> Change:
    return lambda: decisions.accept(of(name), None)


def overturn(name: str, round_number: int) -> Change:
    game = of(name).pairings.get(round=round_number)
    return lambda: correct.correct_result(type(game).objects.get(pk=game.pk), LOSS, WIN, None, "Wrong way round.")


def look(pool: RatingPool, change: Change, *, public: bool = False) -> list[Foreseen]:
    return foresee(change, [pool], TODAY, public=public)


def days(found: list[Foreseen]) -> list[tuple[dt.date, bool]]:
    return [(each.date, each.is_published) for each in found]


def rows(found: Foreseen) -> dict[int, tuple[int | None, int | None]]:
    """Return before and after, by matricule."""
    return {int(row.number): (row.before, row.after) for row in (*found.changes, *found.new, *found.gone)}


def places(found: Foreseen) -> dict[int, tuple[int | None, int | None]]:
    """Return before and after, by matricule."""
    return {int(place.number): (place.before, place.after) for place in found.places}


def ratings(rating_list: RatingList) -> dict[int, int | None]:
    return dict(rating_list.ratings.values_list("member__key", "rating"))


def moved(before: dict[int, int | None], after: dict[int, int | None]) -> dict[int, tuple[int | None, int | None]]:
    whose = before.keys() | after.keys()
    return {each: (before.get(each), after.get(each)) for each in whose if before.get(each) != after.get(each)}


@pytest.mark.long
def test_an_acceptance_moves_the_next_list_as_foreseen(pool: RatingPool) -> None:
    [found] = look(pool, accept("Autumn"))
    without = ratings(rate(pool, scene.NEXT))
    accept("Autumn")()
    assert days([found]) == [(scene.NEXT, False)]
    assert rows(found) == moved(without, ratings(rate(pool, scene.NEXT)))
    assert {10001, 10002, 10003} <= rows(found).keys()


@pytest.mark.long
def test_the_first_places_move_as_foreseen(pool: RatingPool) -> None:
    scene.submitted("Close", ["10006 10003 1-0"] * 2, dt.date(2026, 5, 1))
    for matricule in (10003, 10006):  # nobody else goes on in autumn
        cast.affiliate(cast.member(matricule), cast.club(), dt.date(2026, 9, 1))
    to_come, of_july = look(pool, accept("Close"))
    accept("Close")()
    revision = rate(pool, scene.LIST, reason="Came late.")
    assert places(of_july) == {10006: (7, 6), 10003: (6, 7)}
    assert places(to_come) == {10006: (2, 1), 10003: (1, 2)}
    assert [scene.line(revision, matricule).rank for matricule in (10006, 10003)] == [6, 7]


def test_what_is_foreseen_is_not_written(pool: RatingPool) -> None:
    jobs = Job.objects.count()
    look(pool, accept("Autumn"))
    assert (of("Autumn").stage, Job.objects.count()) == (Stage.SUBMITTED, jobs)
    assert list(pool.lists.values_list("date", "state")) == [(scene.LIST, "published"), (scene.START, "published")]


@pytest.mark.long
def test_a_correction_moves_the_lists_that_are_published_and_the_next_one(pool: RatingPool) -> None:
    change = overturn("Spring Open", 1)
    found = look(pool, change)
    before = ratings(pool.lists.get(date=scene.LIST))
    change()
    assert days(found) == [(scene.NEXT, False), (scene.LIST, True)]
    assert rows(found[1]) == moved(before, ratings(rate(pool, scene.LIST, reason="Corrected.")))


def test_a_tournament_that_comes_late_moves_the_list_of_its_day(pool: RatingPool) -> None:
    scene.submitted("Late", ["10002 10003 1-0"], dt.date(2026, 5, 1))
    assert days(look(pool, accept("Late"))) == [(scene.NEXT, False), (scene.LIST, True)]


@pytest.mark.long
def test_a_merge_moves_the_games_of_one_record_to_the_other(pool: RatingPool) -> None:
    twin, person = cast.member(10006), cast.member(10005)
    found = look(pool, lambda: merge(twin, person))
    before = ratings(pool.lists.get(date=scene.LIST))
    merge(twin, person)
    assert rows(found[-1]) == moved(before, ratings(rate(pool, scene.LIST, reason="One person.")))
    assert rows(found[-1])[10006] == (before[10006], None)
    assert not look(pool, lambda: None)


@pytest.mark.long
def test_no_list_is_named_where_no_rating_moves(pool: RatingPool) -> None:
    scene.submitted("Forfeits", ["10001 10002 +-"])
    scene.submitted("Go", ["10001 10002 1-0"], discipline="go")
    assert [look(pool, accept(name)) for name in ("Forfeits", "Go")] == [[], []]


def test_what_cannot_be_done_is_refused(pool: RatingPool) -> None:
    record = cast.member(10001)
    with pytest.raises(MergeError):
        look(pool, lambda: merge(record, record))
    with pytest.raises(Refused):
        look(pool, accept("Spring Open"))


@pytest.mark.long
def test_lists_that_are_overdue_are_foreseen_too(pool: RatingPool) -> None:
    found = foresee(accept("Autumn"), [pool], dt.date(2027, 8, 1), public=False)
    assert days(found) == [(dt.date(2028, 1, 1), False), (dt.date(2027, 7, 1), False), (scene.NEXT, False)]


@pytest.mark.long
def test_a_pool_without_rules_has_nothing_to_foresee(pool: RatingPool) -> None:
    pool.rules.update(valid_from=dt.date(2026, 12, 1))
    assert days(look(pool, accept("Autumn"))) == [(scene.NEXT, False)]
    pool.rules.update(valid_from=dt.date(2027, 2, 1))
    assert look(pool, accept("Autumn")) == []


def test_the_first_list_of_a_pool_is_foreseen(pool: RatingPool) -> None:
    other = scene.pool("other", system="fics", months=[1])
    [found] = foresee(accept("Autumn"), [other], TODAY, public=False)
    assert (found.pool, found.date) == (other, scene.NEXT)
    assert rows(found).keys() == {10001, 10002, 10003, 10004}


@pytest.mark.long
def test_hidden_members_are_named_for_the_office_alone(pool: RatingPool) -> None:
    Member.objects.filter(key=10001).update(hidden=True)
    named, public = (
        {int(row.number): row.name for row in look(pool, accept("Autumn"), public=each)[0].changes}
        for each in (False, True)
    )
    assert named[10001] == cast.member(10001).name
    assert public[10001] == "Member 10001"
    assert named[10002] == public[10002]


@pytest.mark.long
def test_the_number_of_queries_does_not_depend_on_the_number_of_games(
    pool: RatingPool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    amendments()  # read once a request
    for each in (1, 3):
        scene.submitted(f"Of {each}", ["10001 10002 1-0", "10003 10004 1-0", "10005 10006 1-0"][:each])
        with django_assert_num_queries(75):
            look(pool, accept(f"Of {each}"))
