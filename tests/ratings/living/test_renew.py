"""The ratings of today are those of the draft of the next list, in every system, after every change."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db.models import QuerySet
from pytest_django import DjangoAssertNumQueries

from federation.background import worker
from federation.members.merging import merge
from federation.models import Job
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.living.job_queue import KIND, queue_living, queue_overdue
from ratings.living.renew import renew
from ratings.models import LedgerEntry, LivingEntry, LivingList, LivingRating, Rating, RatingList, RatingPool
from tests import cast
from tests.cases import long_after
from tests.made_once import made_once
from tests.ratings import published, scene
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

SYSTEMS = ("frbe", "fqe", "ffg", "fics")
LEVELS = {number: (rating - 2000, games) for number, (rating, games) in scene.STANDINGS.items()}
COLUMNS = (
    *("rating", "status", "games", "previous_rating", "previous_games", "period_games"),
    *("opponents_sum", "half_points", "deviation", "last_played"),
)
ENTRY = [field.attname for field in LedgerEntry._meta.concrete_fields if field.name not in ("id", "list", "change")]


@made_once
def pool_of(system: str) -> RatingPool:
    """Return a pool with a list of July, and an accepted tournament since then."""
    of_go = system == "ffg"
    made = scene.started(system, system=system, months=[1, 7], standings=LEVELS if of_go else None)
    fields = {"discipline": made.discipline}
    scene.tournament(["10001 10002 1-0", "10004 10003 0-1"], name="Spring", **fields)
    scene.published(made)
    autumn = ["10001 10004 1-0", "10009 10002 1-0", "10009 ~1900 0-1", "10010 10001 +-", "10005 10001 0-1"]
    scene.tournament([*autumn, "10001 10007 1-0"], name="Autumn", start=dt.date(2026, 9, 5), **fields)
    scene.submitted("Winter", ["10008 10001 1-0", "10003 10001 0-1"], start=dt.date(2026, 11, 1), **fields)
    scene.renew_games_digests()
    return made


def ratings(found: QuerySet[Rating] | QuerySet[LivingRating]) -> dict[int, tuple[object, ...]]:
    return {row[0]: row[1:] for row in found.values_list("member", *COLUMNS)}


def entries(model: type[LedgerEntry] | type[LivingEntry], of: object) -> list[tuple[object, ...]]:
    rows = model.objects.filter(list=of).order_by("member", "number")
    return list(rows.values_list(*ENTRY, "change"))


def assert_same_as_draft(pool: RatingPool) -> None:
    """Compare what is stored of today with a draft of the next list: every member, every line."""
    living = LivingList.objects.get(pool=pool)
    draft = rate(pool, living.date)
    ours, theirs = ratings(living.ratings), ratings(draft.ratings)
    before = ratings(living.previous.ratings)
    assert {member: line for member, line in theirs.items() if ours.get(member, line) != line} == {}
    assert {member: line[0] for member, line in theirs.items() if member not in ours} == {
        member: line[0] for member, line in before.items() if member not in ours
    }
    assert {line[0] for member, line in ours.items() if member not in theirs} <= {None}
    assert entries(LivingEntry, living) == entries(LedgerEntry, draft)
    assert living.game_count == draft.game_count


@pytest.mark.long
@pytest.mark.parametrize("system", long_after(1, SYSTEMS))
def test_the_ratings_of_today_are_those_of_the_next_draft_after_every_change(system: str) -> None:
    pool = pool_of(system)
    assert renew(pool) == 7
    assert_same_as_draft(pool)
    decisions.accept(Tournament.objects.get(name="Winter"), None)
    renew(pool)
    assert_same_as_draft(pool)
    game = Tournament.objects.get(name="Autumn").pairings.get(round=1)
    correct.correct_result(game, Result.LOSS, Result.WIN, cast.rating_officer(), "Wrong way round.")
    renew(pool)
    assert_same_as_draft(pool)
    correct.withdraw(Tournament.objects.get(name="Winter"), None, "Never took place.")
    renew(pool)
    assert_same_as_draft(pool)


@pytest.mark.long
def test_a_change_rewrites_only_the_lines_of_the_members_concerned() -> None:
    pool = pool_of("fqe")
    renew(pool)
    before = dict(LivingRating.objects.values_list("member__key", "pk"))
    assert renew(pool) == 0
    scene.tournament(["10008 10006 1-0"], name="Match", start=dt.date(2026, 10, 1), discipline=pool.discipline)
    assert renew(pool) == 2
    after = dict(LivingRating.objects.values_list("member__key", "pk"))
    assert after.keys() - before.keys() == {10006, 10008}
    assert {number: after[number] for number in before} == before


def test_an_overdue_list_is_calculated_on_the_way_to_the_next_one() -> None:
    pool = pool_of("frbe")
    RatingList.objects.filter(imported=False).update(state=RatingList.State.DRAFT)
    renew(pool)
    assert LivingList.objects.get(pool=pool).date == scene.NEXT
    living = ratings(LivingList.objects.get(pool=pool).ratings)
    RatingList.objects.filter(imported=False).update(state=RatingList.State.PUBLISHED)
    theirs = ratings(rate(pool, scene.NEXT).ratings)
    assert {member: line[:3] for member, line in living.items() if line[0]} == {
        member: line[:3] for member, line in theirs.items() if member in living and line[0]
    }


def test_the_next_list_has_the_day_of_an_overdue_one_as_long_as_no_later_game_is_known() -> None:
    pool = scene.spring_pool(months=[1, 7])
    renew(pool)
    assert LivingList.objects.get(pool=pool).date == scene.LIST


@pytest.mark.long
def test_a_published_list_takes_over_what_was_of_today() -> None:
    pool = pool_of("frbe")
    renew(pool)
    publish(rate(pool, scene.NEXT))
    renew(pool)
    assert (LivingRating.objects.count(), LivingEntry.objects.count()) == (0, 0)


@pytest.mark.long
def test_a_run_that_began_to_read_earlier_does_not_overwrite_a_later_one() -> None:
    pool = pool_of("frbe")
    renew(pool)
    LivingList.objects.update(as_of=dt.datetime(2100, 1, 1, tzinfo=dt.UTC))
    decisions.accept(Tournament.objects.get(name="Winter"), None)
    assert renew(pool) == 0
    assert not LivingRating.objects.filter(member__key=10008).exists()


@pytest.mark.long
def test_a_pool_without_a_published_list_or_rules_has_no_ratings_of_today() -> None:
    pool = scene.pool()
    assert (renew(pool), LivingList.objects.count()) == (0, 0)
    made = pool_of("fqe")
    renew(made)
    made.rules.all().delete()
    assert (renew(made), LivingList.objects.count()) == (0, 0)


def living_jobs() -> list[str]:
    return sorted(Job.objects.filter(kind=KIND).values_list("state", flat=True))


def run_jobs() -> None:
    for job in Job.objects.filter(kind=KIND, state=Job.State.QUEUED):
        worker.run(job.pk)


def digests() -> dict[int, int]:
    return dict(LivingRating.objects.values_list("member__key", "digest"))


@pytest.mark.long
def test_every_change_of_the_facts_is_followed_by_a_job() -> None:
    pool = pool_of("fqe")
    run_jobs()
    before = digests()
    autumn, winter = Tournament.objects.get(name="Autumn"), Tournament.objects.get(name="Winter")
    changes = [
        lambda: decisions.accept(winter, None),
        lambda: correct.correct_result(autumn.pairings.get(round=1), Result.DRAW, Result.DRAW, None, "Both say so."),
        lambda: correct.withdraw(winter, None, "Never took place."),
        lambda: merge(cast.member(10010), cast.member(10009)),
        lambda: publish(rate(pool, scene.NEXT)),
    ]
    for change in changes:
        change()
        assert living_jobs().count(Job.State.QUEUED) == 1
        run_jobs()
        assert digests() != before
        before = digests()
    assert before == {}


def test_a_job_that_runs_already_is_followed_by_another() -> None:
    pool_of("fqe")
    Job.objects.filter(kind=KIND).update(state=Job.State.RUNNING)
    queue_living()
    queue_living()
    assert living_jobs() == [Job.State.QUEUED, Job.State.RUNNING]
    Job.objects.filter(kind=KIND).update(state=Job.State.RUNNING)
    queue_living()
    assert living_jobs() == [Job.State.QUEUED, Job.State.RUNNING, Job.State.RUNNING]


def test_every_night_the_ratings_of_today_are_calculated_once() -> None:
    pool_of("fqe")
    run_jobs()
    queue_overdue()
    assert living_jobs() == [Job.State.DONE]
    LivingList.objects.update(as_of=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    queue_overdue()
    assert living_jobs() == [Job.State.DONE, Job.State.QUEUED]


@pytest.mark.parametrize("players", [2, 6])
def test_a_run_makes_a_constant_number_of_queries(
    django_assert_num_queries: DjangoAssertNumQueries, players: int
) -> None:
    pool = scene.started(system="fqe")
    published.open_of(players)
    with django_assert_num_queries(26):
        renew(pool)
