"""Ratings of today with their reasons, and the games that the next list will count."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone

from federation.models import Member
from ratings.calculation.period_builder import counts_after
from ratings.games.archive import tournaments_of, window
from ratings.models import LivingEntry, LivingList, RatedTournament, RatingList, RatingPool
from ratings.players.ledger import Explanation, attach_games, line_of
from ratings.pools.creation import day_after
from ratings.systems.period import Kind
from tournaments.models import Pace, Stage, Tournament

COUNTED = [Kind.GAME, Kind.COLLECTED]


@dataclass(frozen=True)
class Share:
    """The games of a tournament in the next list."""

    members: int
    games: int
    counted: int


NOTHING = Share(0, 0, 0)


def next_list(slug: str) -> LivingList:
    """Return the next list of a public pool. Raise Http404 if there is none. One query."""
    lists = LivingList.objects.filter(pool__public=True).select_related("pool", "previous")
    return get_object_or_404(lists.defer("previous__manifest"), pool__slug=slug)


@dataclass(frozen=True)
class NotYet:
    """The next list of a pool without ratings of today. ``date`` is None where no month is fixed for it."""

    pool: RatingPool
    latest: RatingList | None
    date: dt.date | None
    after: dt.date | None  # games after this day count; None: all do

    @property
    def paces(self) -> list[str]:
        return [str(Pace(pace).label) for pace in self.pool.paces]

    @property
    def tournaments(self) -> QuerySet[Tournament]:
        """Return the accepted tournaments that may have games in it, the latest first."""
        return events_between(self.pool, self.after, self.date or dt.date.max)


def not_yet(slug: str) -> NotYet:
    """Return the next list of a public pool without ratings of today. Raise Http404 if there is no such pool.

    Two queries, a third one after a starting list.
    """
    pool = get_object_or_404(RatingPool, slug=slug, public=True)
    latest = pool.lists.published().defer("manifest").order_by("-date").first()
    last = latest.date if latest else timezone.localdate()
    return NotYet(pool, latest, day_after(pool, last) if pool.months else None, counts_after(latest))


def explain_today(member: Member, slug: str) -> Explanation:
    """Return a member's rating of today in a public pool, and why. Four queries.

    Raise Http404 if nothing has happened since the last list.
    """
    rating = get_object_or_404(member.living_ratings.public(), list__pool__slug=slug)
    entries = list(LivingEntry.objects.filter(list=rating.list_id, member=member).order_by("number"))
    attach_games(entries)
    return Explanation(rating.list.as_list, member, rating, [line_of(each, member) for each in entries])


def events(living: LivingList) -> QuerySet[Tournament]:
    """Return the tournaments that may have games in the next list, the latest first."""
    return events_between(living.pool, counts_after(living.previous), living.date)


def events_between(pool: RatingPool, after: dt.date | None, until: dt.date) -> QuerySet[Tournament]:
    """Return the tournaments that may have games of the pool between the two days, the latest first."""
    found = window(pool, after, until)
    return found.select_related("club").order_by(Coalesce("end", "start").desc(nulls_first=True), "name", "pk")


def shares(living: LivingList, tournaments: list[Tournament]) -> dict[int, Share]:
    """Return what the next list takes of these tournaments, by their ids. One query."""
    entries = living.entries.filter(pairing__tournament__in=tournaments).order_by()
    rows = entries.values("pairing__tournament").annotate(
        members=Count("member", distinct=True),
        games=Count("pairing", distinct=True),
        counted=Count("pairing", distinct=True, filter=Q(kind__in=COUNTED)),
    )
    return {row.pop("pairing__tournament"): Share(**row) for row in rows}


def of_earlier_lists(living: LivingList) -> QuerySet[Tournament]:
    """Return the tournaments accepted since the last list that were over before: they count by a revision of it."""
    rated = RatedTournament.objects.filter(list__pool=living.pool, list__state=RatingList.State.PUBLISHED)
    late = tournaments_of(living.pool).filter(
        Q(end__lte=living.previous.date) | Q(end=None, start__lte=living.previous.date),
        Q(counts_from=None) | Q(counts_from__lte=living.previous.date),
        decided_at__gt=living.previous.published_at,
    )
    return late.exclude(Exists(rated.filter(tournament=OuterRef("pk")))).order_by("-decided_at")


def waiting(pool: RatingPool) -> int:
    """Return how many tournaments of the pool's kind wait for a decision of the federation or a league."""
    found = Tournament.objects.filter(discipline=pool.discipline, stage__in=[Stage.SUBMITTED, Stage.WITH_LEAGUE])
    return (found.filter(pace__in=pool.paces) if pool.paces else found).count()
