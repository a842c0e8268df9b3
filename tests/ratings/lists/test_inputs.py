"""A list is known to fit what it was made from, and whatever changes of that is noticed without reading the games."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from federation.members import merging
from federation.models import Member
from ratings.games.archive import read_archive
from ratings.games.players import read_people
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate, rate_from_zero, revise
from ratings.lists.stale_lists import VERSION, StaleList, read_inputs, stale_lists, staleness
from ratings.models import RatingList, RatingPool
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene
from tests.ratings.lists.test_from_zero import play
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Discipline, GamesDigest, Pace, Stage, Tournament

pytestmark = pytest.mark.django_db

DAYS = [dt.date(2026, month, 1) for month in (1, 4, 7, 10)]
SYSTEMS = ["frbe", "fqe"]  # games by their days, and tournaments as a whole
SPRING = {"frbe": "75e695920a97e6a0", "fqe": "66090e6a179b84a7"}  # the beginning of the digest of `scene.spring`


@pytest.fixture
@made_once
def pool() -> RatingPool:
    """Return a pool with three published lists, a tournament in each of the first two periods."""
    made = scene.started()
    scene.tournament(["10001 10002 1-0", "10003 10004 1-0"], name="Spring")
    scene.tournament(["10001 10002 1/2"], name="Autumn", start=dt.date(2026, 10, 1))
    scene.renew_games_digests()
    for day in (scene.LIST, scene.NEXT, dt.date(2027, 7, 1)):
        scene.published(made, day)
    return made


def reads_games(work: Callable[[], object]) -> bool:
    """Return whether the work reads pairings."""
    with CaptureQueriesContext(connection) as queries:
        work()
    return any('FROM "tournaments_pairing"' in query["sql"] for query in queries)


def asked_again(pool: RatingPool) -> list[dt.date]:
    """Days of the lists that are not known to fit."""
    lists = {each: each.previous.date for each in pool.lists.published().filter(imported=False).order_by("date")}
    first = next(iter(lists))
    lists[first] = None
    found = read_inputs(pool, read_people(), None, next(reversed(lists)).date)
    return [each.date for each in lists if each not in found.known_to_fit(lists)]


def test_lists_that_fit_are_known_to_without_their_games(pool: RatingPool) -> None:
    assert not reads_games(lambda: stale_lists(pool))
    assert stale_lists(pool) == []
    assert not reads_games(lambda: staleness(pool.lists.published().first()))


def test_it_takes_as_many_queries_for_one_list_as_for_three(
    pool: RatingPool, django_assert_num_queries: Callable
) -> None:
    for until in (scene.LIST, dt.date(2027, 7, 1)):
        with django_assert_num_queries(8):
            stale_lists(pool, until=until)


def test_a_draft_that_fits_is_published_without_reading_its_games(pool: RatingPool) -> None:
    scene.tournament(["10001 10003 1-0"], name="Late", start=dt.date(2027, 9, 1))
    GamesDigest.renew(Tournament.objects.filter(name="Late").values_list("pk", flat=True))
    draft = rate(pool, dt.date(2028, 1, 1))
    assert not reads_games(lambda: publish(draft))


def corrected_result() -> None:
    pairing = Tournament.objects.get(name="Spring").pairings.first()
    correct.correct_result(pairing, Result.LOSS, Result.WIN, None, "The card says so.")


def corrected_member() -> None:
    seat = Tournament.objects.get(name="Spring").participants.get(member=cast.member(10003))
    correct.correct_member(seat, cast.member(10006), None, "It was Félix.")


def corrected_event(**facts: object) -> Callable[[], None]:
    return lambda: correct.correct_event(Tournament.objects.get(name="Spring"), facts, None, "A slip.") and None


def withdrawn() -> None:
    correct.withdraw(Tournament.objects.get(name="Spring"), None, "It never took place.")


def moved_to_a_day(**days: dt.date) -> Callable[[], None]:
    def change() -> None:
        Tournament.objects.filter(name="Spring").update(**days)
        scene.renew_games_digests()

    return change


def changed(**fields: object) -> Callable[[], None]:
    return lambda: Tournament.objects.filter(name="Spring").update(**fields) and None


def late() -> None:
    GamesDigest.renew([scene.tournament(["10005 10006 1-0"], name="Late").pk])


def late_and_without_digest() -> None:
    scene.tournament(["10005 10006 1-0"], name="Late")


def merged() -> None:
    merging.merge(cast.member(10003), cast.member(10009))


def another_matricule() -> None:
    Member.objects.filter(key=10003).update(number="10013", key=10013)


def rows_changed_and_digested() -> None:
    Tournament.objects.get(name="Spring").pairings.filter(round=1).update(white_result="=", black_result="=")
    scene.renew_games_digests()


FIRST_STALE = {
    "a corrected result": corrected_result,
    "a corrected member": corrected_member,
    "corrected days": corrected_event(start=dt.date(2024, 1, 1), end=dt.date(2026, 1, 1)),
    "a corrected pace": corrected_event(pace="blitz"),
    "a tournament taken back": withdrawn,
    "another stage": changed(stage=Stage.SUBMITTED),
    "another discipline": changed(discipline=Discipline.GO),
    "another pace": changed(pace=Pace.BLITZ),
    "a later day to count from": moved_to_a_day(counts_from=dt.date(2028, 1, 1)),
    "a day long before": moved_to_a_day(start=dt.date(2024, 1, 1), end=dt.date(2026, 1, 1)),
    "a late tournament": late,
    "a late tournament without digest": late_and_without_digest,
    "a merge": merged,
    "another matricule": another_matricule,
    "rows changed behind everything, with a new digest": rows_changed_and_digested,
}


@pytest.mark.parametrize("change", FIRST_STALE.values(), ids=FIRST_STALE)
def test_every_change_of_what_it_was_made_from_makes_a_list_stale(pool: RatingPool, change: Callable) -> None:
    change()
    assert scene.LIST in asked_again(pool)
    assert [each.rating_list.date for each in stale_lists(pool)] == [scene.LIST]


def test_games_that_move_into_another_list_make_both_stale(pool: RatingPool) -> None:
    moved_to_a_day(counts_from=dt.date(2026, 9, 1))()
    assert asked_again(pool) == [scene.LIST, scene.NEXT]
    assert [each.rating_list.date for each in stale_lists(pool)] == [scene.LIST, scene.NEXT]


HARMLESS = {"a name": {"name": "Spring Open"}, "a town": {"city": "Gent"}, "rounds": {"rounds": 11}}


@pytest.mark.parametrize("fields", HARMLESS.values(), ids=HARMLESS)
def test_a_change_that_changes_nothing_is_looked_at_once(pool: RatingPool, fields: dict[str, object]) -> None:
    changed(**fields)()
    assert asked_again(pool) == [scene.LIST]
    assert stale_lists(pool) == []
    assert asked_again(pool) == [scene.LIST]
    assert stale_lists(pool, remember=True) == []
    assert asked_again(pool) == []


def test_what_is_stale_is_not_remembered_to_fit(pool: RatingPool) -> None:
    late()
    for _time in range(2):
        assert [each.rating_list.date for each in stale_lists(pool, remember=True)] == [scene.LIST]


def test_a_change_that_is_undone_is_forgotten(pool: RatingPool) -> None:
    changed(pace=Pace.BLITZ)()
    assert stale_lists(pool, remember=True) != []
    changed(pace=Pace.STANDARD)()
    assert (asked_again(pool), stale_lists(pool)) == ([], [])


def test_new_members_and_what_they_play_later_concern_no_list(pool: RatingPool) -> None:
    Member.objects.create(number="20001", last_name="Nieuw", first_name="Nele")
    GamesDigest.renew([scene.tournament(["20001 10001 1-0"], name="New", start=dt.date(2027, 9, 1)).pk])
    assert asked_again(pool) == []


def test_a_run_keeps_what_it_found_out(pool: RatingPool) -> None:
    RatingList.objects.update(fits="")
    rate(pool, dt.date(2028, 1, 1))
    assert asked_again(pool) == []


def test_lists_from_before_the_digests_were_kept_are_compared(pool: RatingPool) -> None:
    RatingList.objects.update(fits="")
    assert reads_games(lambda: stale_lists(pool))
    assert stale_lists(pool) == []


def test_another_way_to_digest_games_needs_another_version() -> None:
    """Where this fails raise `inputs.VERSION`: stored digests of tournaments are no longer those of today."""
    scene.spring()
    for system in SYSTEMS:
        archive = read_archive(scene.pool(system, system=system), read_people(), None, scene.LIST)
        assert (VERSION, archive.between(None, scene.LIST).digest[:16]) == (2, SPRING[system])


Change = Callable[[random.Random, RatingPool], object]


def some_tournament(chance: random.Random) -> Tournament:
    return chance.choice(list(Tournament.objects.order_by("pk")))


def accepted(chance: random.Random, _pool: RatingPool) -> None:
    start = DAYS[0] + dt.timedelta(days=chance.randrange(-100, 270))
    GamesDigest.renew([play(chance, start, Discipline.CHESS, f"Late {chance.random()}").pk])


def accepted_without_digest(chance: random.Random, _pool: RatingPool) -> None:
    play(chance, DAYS[0] + dt.timedelta(days=chance.randrange(270)), Discipline.CHESS, "Other")


def digest_lost(chance: random.Random, _pool: RatingPool) -> None:
    GamesDigest.objects.filter(tournament=some_tournament(chance)).delete()


def result_corrected(chance: random.Random, _pool: RatingPool) -> None:
    pairing = chance.choice(list(Tournament.objects.accepted().first().pairings.order_by("pk")))
    turned = [Result(pairing.black_result), Result(pairing.white_result)]
    correct.correct_result(pairing, *turned, None, "The card says so.")


def updated(chance: random.Random, _pool: RatingPool) -> None:
    fields = {
        "name": chance.choice(["A", "Open", "Zuid"]), "city": chance.choice(["", "Gent"]),
        "rounds": chance.randrange(12), "pace": chance.choice(Pace.values), "stage": chance.choice(Stage.values),
        "end": DAYS[0] + dt.timedelta(days=chance.randrange(300)), "counts_from": chance.choice([None, *DAYS]),
    }  # fmt: skip
    name = chance.choice(list(fields))
    Tournament.objects.filter(pk=some_tournament(chance).pk).update(**{name: fields[name]})


def updated_and_digested(chance: random.Random, pool: RatingPool) -> None:
    updated(chance, pool)
    scene.renew_games_digests()


def members_merged(chance: random.Random, _pool: RatingPool) -> None:
    one, other = chance.sample(list(Member.objects.current().order_by("pk")), 2)
    Member.objects.filter(pk=one.pk).update(merged_into=other)


def members_apart_again(_chance: random.Random, _pool: RatingPool) -> None:
    Member.objects.update(merged_into=None)


def member_renumbered(chance: random.Random, _pool: RatingPool) -> None:
    chosen = chance.choice(list(Member.objects.order_by("pk")))
    number = chance.randrange(30_000, 90_000)
    Member.objects.filter(pk=chosen.pk).update(number=str(number), key=number, fide_id=None)


def member_added(chance: random.Random, _pool: RatingPool) -> None:
    Member.objects.create(number=str(chance.randrange(100_000, 900_000)), last_name="Nieuw")


def paces_changed(chance: random.Random, pool: RatingPool) -> None:
    pool.paces = chance.choice([[], [Pace.STANDARD], [Pace.BLITZ]])
    pool.save()


def revised(_chance: random.Random, pool: RatingPool) -> None:
    if stale_lists(pool):
        for draft in revise(pool, DAYS[-1], reason="It no longer fitted."):
            publish(draft)


def remembered(_chance: random.Random, pool: RatingPool) -> None:
    stale_lists(pool, remember=True)


CHANGES: list[Change] = [
    *(accepted, accepted_without_digest, digest_lost, result_corrected, updated, updated, updated_and_digested),
    *(members_merged, members_apart_again, member_renumbered, member_added, paces_changed, revised, remembered),
]


def compared_by_their_games(pool: RatingPool) -> list[StaleList]:
    """Return what is found where nothing is known."""
    with transaction.atomic():
        RatingList.objects.update(fits="")
        found = stale_lists(pool)
        transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_after_any_changes_the_quick_answer_is_that_of_all_games(system: str, seed: int) -> None:
    chance = random.Random(f"{system} {seed}")
    cast.everybody()
    pool = scene.pool(system=system)
    for _number in range(5):
        accepted(chance, pool)
    rate_from_zero(pool, DAYS[-1], publish=True)
    for _step in range(15):
        chance.choice(CHANGES)(chance, pool)
        assert stale_lists(pool) == compared_by_their_games(pool)
