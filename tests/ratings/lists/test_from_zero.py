"""A pool calculated from its first list on: the same lists as one after the other."""

from __future__ import annotations

import datetime as dt
import random
import threading
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.background import jobs, worker
from federation.members.merging import merge
from federation.models import Affiliation, Job, Member
from ratings.errors import RatingError
from ratings.lists.job_queue import backtest_key, queue_rating
from ratings.lists.publication import publish, withdraw
from ratings.lists.rating_run import rate, rate_from_zero, revise
from ratings.models import RatingList, RatingPool
from ratings.pools.creation import create_pool
from ratings.verification.verify import verify
from tests import cast, pages
from tests.cases import long_after
from tests.ratings import scene, stored
from tournaments.models import Discipline, GamesDigest, Pairing, Participant, Stage, Tournament

pytestmark = pytest.mark.django_db

DAYS = [dt.date(year, month, 1) for year in range(2020, 2023) for month in (1, 7)][1:]
GRADES = [-2950, -1450, -450, -50, 50, 250]
SYSTEMS = ["frbe", "fqe", "fics", "ffg"]


def play(chance: random.Random, start: dt.date, discipline: str, name: str) -> Tournament:
    """Return a tournament of six members and one outsider, all the decided games that they like."""
    made = Tournament.objects.create(
        name=name, start=start, end=start + dt.timedelta(days=2), stage=Stage.ACCEPTED, discipline=discipline
    )
    go = discipline == Discipline.GO
    sample = chance.sample(list(cast.PEOPLE), 6)
    members = cast.members(sample)
    seats = [
        Participant(
            tournament=made,
            number=number,
            member=members.get(matricule),
            outsider=not matricule,
            file_rating=chance.choice(GRADES) if go else chance.randrange(1200, 2300),
        )
        for number, matricule in enumerate([*sample, None], 1)
    ]
    Participant.objects.bulk_create(seats)
    pairings = []
    for number in range(1, 6):
        chance.shuffle(seats)
        for board, (white, black) in enumerate(zip(seats[::2], seats[1::2], strict=False), 1):
            won = chance.choice("10")
            pairing = Pairing(
                tournament=made,
                round=number,
                board=board,
                date=start + dt.timedelta(days=number // 2),
                white=white,
                black=black,
                white_result=won,
                black_result="01"[won == "0"],
                handicap=chance.choice([0, 0, 3]) if go else None,
                board_size=19 if go else None,
                ended=dt.time(chance.randrange(24), chance.randrange(60)),
            )
            pairings.append(pairing)
    Pairing.objects.bulk_create(pairings)
    return made


def pools(system: str) -> Iterator[RatingPool]:
    """Return two pools of one system and the same games."""
    cast.everybody()
    for slug in ("one", "other"):
        made = create_pool(slug, system, months=[1, 7])
        yield made
    chance = random.Random(system)
    for number in range(8):
        start = dt.date(2020, 2, 1) + dt.timedelta(days=104 * number + chance.randrange(60))
        play(chance, start, made.discipline, f"Cup {number}")


def digests(pool: RatingPool) -> list[tuple[str, str]]:
    """Of what was published, ratings and ledger of each list: whole digests name the pool."""
    lists = pool.lists.published().order_by("date")
    return [(each.manifest["ratings"]["digest"], each.manifest["ledger"]["digest"]) for each in lists]


@pytest.mark.long
@pytest.mark.parametrize("system", long_after(1, SYSTEMS))
def test_from_zero_the_lists_are_those_of_one_after_the_other(system: str) -> None:
    one, other = pools(system)
    for day in DAYS:
        publish(rate(one, day))
    made = rate_from_zero(other, DAYS[-1], publish=True)
    assert [each.date for each in made] == DAYS
    assert digests(one) == digests(other)
    assert len(set(digests(one))) == len(DAYS)
    assert all(verify(each).passed for each in made)


@pytest.mark.long
@pytest.mark.parametrize("system", long_after(1, SYSTEMS))
def test_a_correction_gives_the_lists_that_games_known_in_time_had_given(system: str) -> None:
    one, other = pools(system)
    rate_from_zero(one, DAYS[-1], publish=True)
    GamesDigest.renew(Tournament.objects.values_list("pk", flat=True))
    late = play(random.Random(1), dt.date(2021, 8, 20), one.discipline, "Late Cup")
    drafts = revise(one, DAYS[-1], reason="Late Cup came late.")
    assert [each.date for each in drafts] == [day for day in DAYS if day > late.end]
    for draft in drafts:
        publish(draft)
    rate_from_zero(other, DAYS[-1], publish=True)
    assert digests(one) == digests(other)


@pytest.mark.long
def test_what_comes_out_as_it_is_published_stays() -> None:
    one, _other = pools("frbe")
    rate_from_zero(one, DAYS[-1], publish=True)
    assert rate_from_zero(one, DAYS[-1]) == []


@pytest.mark.long
def test_b33_what_fide_says_later_of_who_has_no_line_changes_no_published_list() -> None:
    pool = scene.started()
    scene.tournament(["10009 10010 1-0"])  # against one another the unrated are dropped (B30)
    publish(rate(pool, scene.LIST))
    member = cast.member(10009)
    member.fide_federation, member.fide_rating = "NED", 2100
    member.save()
    assert rate_from_zero(pool, scene.LIST) == []
    scene.tournament(["10001 10002 1-0"], name="Late")
    [revision] = revise(pool, scene.LIST, reason="Late came late.")
    assert not {10009, 10010} & set(stored.lines(revision))


@pytest.mark.long
def test_affiliations_that_become_known_later_change_no_published_list() -> None:
    pool = scene.started()
    cast.member(10001).affiliations.all().delete()
    published = publish(rate(pool, scene.LIST))
    twin = Member.objects.create(number="90001", last_name="Twin")
    Affiliation.objects.create(member=twin, club=cast.club(), start=scene.START)
    merge(twin, cast.member(10001))
    assert rate_from_zero(pool, scene.LIST) == []
    revision = rate(pool, scene.LIST, reason="He was affiliated.")  # who asks for the list learns what is known today
    assert revise(pool, scene.LIST, reason="He was affiliated.") == [revision]
    assert [stored.lines(each)[10001].rank for each in (published, revision)] == [None, 4]


@pytest.mark.long
def test_a_list_that_would_change_needs_a_reason() -> None:
    one, _other = pools("frbe")
    rate_from_zero(one, DAYS[-1], publish=True)
    play(random.Random(1), dt.date(2021, 8, 20), one.discipline, "Late Cup")
    with pytest.raises(RatingError, match="The list of 2022-01-01 is published: give the reason for the revision"):
        rate_from_zero(one, DAYS[-1])
    drafts = rate_from_zero(one, DAYS[-1], reason="Late Cup came late.")
    assert [(each.date, each.revision, each.state) for each in drafts] == [
        (day, 1, RatingList.State.DRAFT) for day in DAYS[-2:]
    ]


@pytest.mark.long
def test_it_starts_over_after_a_starting_list_between_its_lists() -> None:
    pool = scene.spring_pool(months=[1, 7])
    publish(rate(pool, scene.LIST))
    again = scene.starting_list(pool, {10001: (2000, 150)}, dt.date(2026, 9, 1))
    [draft] = rate_from_zero(pool, scene.NEXT)
    assert (draft.previous, scene.line(draft, 10001).previous_rating) == (again, 2000)


def test_it_begins_after_a_starting_list() -> None:
    pool = scene.spring_pool(months=[1, 7])
    [draft] = rate_from_zero(pool, scene.LIST)
    assert (draft.date, draft.previous.imported) == (scene.LIST, True)
    assert draft.digest == rate(pool, scene.LIST).digest


def test_a_pool_without_any_day_for_a_list_says_so() -> None:
    with pytest.raises(RatingError, match="No list of this rating type is due up to 2026-07-01"):
        rate_from_zero(scene.pool(), scene.LIST)


@pytest.mark.long
def test_every_further_list_takes_as_many_queries() -> None:
    one, _other = pools("frbe")
    GamesDigest.renew(Tournament.objects.values_list("pk", flat=True))
    counts = []
    for lists in (1, 3, 5):
        with CaptureQueriesContext(connection) as queries:
            made = rate_from_zero(one, DAYS[lists - 1])
        counts.append(len(queries))
        withdraw(made[0])
    assert counts[1] - counts[0] == counts[2] - counts[1] == 2 * 8


@pytest.mark.long
def test_workers_are_woken_for_the_pages_once_all_lists_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _other = pools("frbe")
    woken = []

    def wake(job_id: object, _kind: str) -> bool:
        woken.append((job_id, one.lists.published().count()))
        return True

    monkeypatch.setattr(jobs, "wake", wake)
    made = rate_from_zero(one, DAYS[-1], publish=True)
    keys = [f"render:{each.pk}" for each in made]
    assert woken == [(Job.objects.get(key=key).pk, len(DAYS)) for key in keys]


@pytest.mark.long
@pytest.mark.parametrize("system", long_after(1, SYSTEMS))
def test_what_is_calculated_while_a_list_is_stored_asks_no_database(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _other = pools(system)
    cursor, threads = BaseDatabaseWrapper.cursor, set()

    def noticed(database: BaseDatabaseWrapper) -> CursorWrapper:
        threads.add(threading.current_thread())
        return cursor(database)

    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", noticed)
    made = rate_from_zero(one, DAYS[-1], publish=True)
    assert (len(made), threads) == (len(DAYS), {threading.current_thread()})


@pytest.mark.long
def test_a_worker_does_it_too() -> None:
    one, _other = pools("frbe")
    officer = cast.rating_officer()
    job = worker.run(queue_rating(one, DAYS[-1], from_zero=True, publish=True, by=officer).pk)
    assert len(job.result["lists"]) == len(DAYS) == one.lists.published().count()
    assert one.lists.published().first().published_by == officer


@pytest.mark.long
@pytest.mark.parametrize("last", long_after(1, [1, len(DAYS)]))
def test_a_worker_that_died_after_some_lists_is_followed_by_one_that_makes_the_others(last: int) -> None:
    one, other = pools("frbe")
    job = queue_rating(one, DAYS[-1], from_zero=True, publish=True)
    rate_from_zero(one, DAYS[last - 1], publish=True)
    Job.objects.filter(kind="backtest").delete()
    assert len(worker.run(job.pk).result["lists"]) == len(DAYS) - last
    assert Job.objects.filter(key=backtest_key(one)).count() == 1
    rate_from_zero(other, DAYS[-1], publish=True)
    assert digests(one) == digests(other)
    assert queue_rating(one, DAYS[-1], from_zero=True, publish=True).pk != job.pk


@pytest.mark.long
def test_a_run_interrupted_after_some_lists_continues_with_the_others() -> None:
    one, _other = pools("frbe")
    rate_from_zero(one, DAYS[1], publish=True)
    assert [each.date for each in rate_from_zero(one, DAYS[-1], publish=True)] == DAYS[2:]


@pytest.mark.long
def test_the_command_says_what_was_made() -> None:
    one, _other = pools("ffg")
    one.rules.update(parameters={"most_passes": 1})
    said = StringIO()
    call_command("rate", "one", "--date", "2020-07-01", "--from-zero", "--publish", stdout=said)
    assert said.getvalue().startswith("Published list of 2020-07-01: 9 members, 30 games; ")
    assert "The adjustment of “Cup 0” did not converge." in said.getvalue()
    [made] = one.lists.published()
    assert made.manifest["facts"]["not_converged"] == ["Cup 0", "Cup 1"]


@pytest.mark.long
def test_a_list_says_which_adjustment_did_not_come_to_an_end() -> None:
    one, _other = pools("ffg")
    one.rules.update(parameters={"most_passes": 1})
    [draft] = rate_from_zero(one, dt.date(2020, 7, 1))
    officer = Client()
    officer.force_login(cast.rating_officer())
    sentence = "The adjustment of “Cup 1” did not converge: its levels are those of the last pass."
    for page in ("change", "publish"):
        assert sentence in pages.text(officer.get(reverse(f"admin:ratings_ratinglist_{page}", args=[draft.pk])))
    publish(draft)
    assert sentence in pages.text(Client().get("/en/lists/one/2020-07/"))
