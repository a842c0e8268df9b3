"""A tournament of 200 players is accepted in a federation of 100,000, where 100,000 games wait for the next list.

From the verb that accepts it until its job has renewed the ratings of today and the page of a player shows them. The
job runs in this process: a worker adds the time in which the broker wakes it.
"""

from __future__ import annotations

import datetime as dt
import statistics
from dataclasses import replace

from django.test import Client, override_settings
from django.utils import timezone

from benchmarks.invented.careers import DAYS, START, careers
from benchmarks.invented.decades import founders_csv, store
from benchmarks.measure import Row, seconds_of
from federation.background import worker
from federation.models import Job, Member
from ratings.lists.rating_run import rate_from_zero
from ratings.living.job_queue import KIND
from ratings.living.renew import renew
from ratings.models import LivingRating, RatingList, RatingPool
from ratings.pools.creation import create_pool
from ratings.starting_lists.create import import_ratings
from tournaments.intake.matching import SURE
from tournaments.models import MatchedBy, Pairing, Participant, Stage, Tournament
from tournaments.review import decisions

SECONDS = 2
PLAYERS, ROUNDS = 200, 7


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    members = 2_000 if quick else 100_000
    found = replace(careers(3 * members, members, 3), known=[members] * 3)
    store(found)
    pool = create_pool("elo", "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    # All games of the last third are later than this list, which is moved into our days for that.
    rate_from_zero(pool, START + dt.timedelta(days=2 * DAYS - 5), publish=True)
    _of_today(pool)
    renew(pool)
    seconds = statistics.median(_accepted(number) for number in range(1 if quick else 7))
    what = f"tournament of {PLAYERS} accepted among {members:,} members, until the page of a player is right"
    return [Row(what, f"{SECONDS} s", seconds / SECONDS, at_most=1)]


def _of_today(pool: RatingPool) -> None:
    """Move the last list and the games after it into the current half-year."""
    last = pool.lists.published().order_by("-date")[0]
    today = timezone.localdate()
    day = dt.date(today.year, 7 if today.month > 6 else 1, 1)
    after = Tournament.objects.filter(start__gt=last.date)
    Pairing.objects.filter(tournament__in=after).update(date=today)
    after.update(start=today, end=today)
    RatingList.objects.filter(pk=last.pk).update(date=day)


def _accepted(number: int) -> float:
    tournament = _submitted(f"Cup {number}")
    player = Member.objects.get(pk=1)
    before = LivingRating.objects.filter(member=player).values_list("played", flat=True).first() or 0
    seconds = seconds_of(lambda: _accept(tournament, player))
    assert LivingRating.objects.get(member=player).played == before + ROUNDS
    return seconds


def _accept(tournament: Tournament, player: Member) -> None:
    decisions.accept(tournament, None)
    for job in Job.objects.filter(kind=KIND, state=Job.State.QUEUED):
        worker.run(job.pk)
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        page = Client().get(f"/en/players/{player.number}/").text
    rating = LivingRating.objects.get(member=player).rating
    assert f">{rating}<" in page, "the page does not show the rating of today"


def _submitted(name: str) -> Tournament:
    """Return a submitted tournament, in which the first members play those of the second half."""
    day = timezone.localdate()
    made = Tournament.objects.create(
        name=name, start=day, end=day, stage=Stage.SUBMITTED, rounds=ROUNDS, duplicate_allowed=True
    )
    seats = Participant.objects.bulk_create(
        Participant(tournament=made, number=pk, member_id=pk, matched_by=MatchedBy.PERSON, certainty=SURE)
        for pk in range(1, PLAYERS + 1)
    )
    half = PLAYERS // 2
    Pairing.objects.bulk_create(
        Pairing(
            tournament=made,
            round=number,
            board=board + 1,
            white=seats[board],
            black=seats[half + (board + number) % half],
            white_result="1",
            black_result="0",
        )
        for number in range(1, ROUNDS + 1)
        for board in range(half)
    )
    return made
