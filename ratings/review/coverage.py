"""What a draft leaves out: members without a rank, games that do not count, tournaments that nobody has accepted yet.

A first list is often empty because one of these was forgotten. Each comes with the page that puts it right.
"""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from ratings.calculation.period_builder import counts_after
from ratings.games.archive import RATED, window
from ratings.models import LedgerEntry, RatingList
from ratings.systems.period import Kind, Reason
from tournaments.models import Pairing, Stage, Tournament

SHOWN_AT_MOST = 5
RATED_LETTERS = [chr(code) for code in RATED]


@dataclass(frozen=True)
class Coverage:
    """How many members are ranked, and how many games count."""

    rated: int  # members with a rating in the list
    ranked: int
    unaffiliated: int  # rated, but no members of the federation on the day of the list
    ranked_before: int  # in the previous list
    counted: int  # games that count
    unknown: int  # games that do not count because nobody knows who a player is, or what their rating is
    in_tournaments: list[tuple[Tournament, int]]  # with such games, most of them first: `SHOWN_AT_MOST`
    waiting: int  # tournaments of the period that are not accepted yet

    @property
    def lacks_ranks(self) -> bool:
        """Return whether nobody is ranked, or fewer than half as many as before."""
        return self.rated > 0 and (self.ranked == 0 or 2 * self.ranked < self.ranked_before)

    @property
    def lacks_games(self) -> bool:
        """Return whether more games are left out for an unknown player than count."""
        return self.unknown > self.counted

    @property
    def games(self) -> int:
        return self.counted + self.unknown

    @property
    def is_worth_a_look(self) -> bool:
        return self.lacks_ranks or self.lacks_games or self.waiting > 0


def coverage(rating_list: RatingList) -> Coverage:
    """Return what a list that was calculated from games covers. Eight queries."""
    unranked = Q(rank=None)
    people = rating_list.ratings.filter(rating__isnull=False).aggregate(
        rated=Count("pk"),
        ranked=Count("pk", filter=~unranked),
        unaffiliated=Count("pk", filter=unranked & Q(affiliated=False)),
    )
    unknown = _unknown(rating_list)
    most = sorted(unknown.items(), key=lambda item: (-item[1], item[0]))[:SHOWN_AT_MOST]
    found = Tournament.objects.only("name", "start", "end").in_bulk([pk for pk, _count in most])
    return Coverage(
        **people,
        ranked_before=rating_list.previous.ratings.ranked().count() if rating_list.previous else 0,
        counted=rating_list.game_count,
        unknown=unknown.total(),
        in_tournaments=[(found[pk], count) for pk, count in most if pk in found],
        waiting=_waiting(rating_list).count(),
    )


def _unknown(rating_list: RatingList) -> Counter[int]:
    """Return the number of games that an unknown player keeps out, by id of the tournament. Three queries."""
    entries = LedgerEntry.objects.filter(
        list=rating_list, kind=Kind.NOT_COUNTED, reason=Reason.UNKNOWN_PLAYER, pairing__tournament__isnull=False
    )
    one_known = entries.order_by().values_list("pairing__tournament").annotate(Count("pairing", distinct=True))
    return Counter(dict(one_known)) + Counter(dict(_between_strangers(rating_list)))


def _between_strangers(rating_list: RatingList) -> QuerySet[Pairing]:
    """Select the games without any member, in tournaments that end in the period, counted by tournament."""
    after = counts_after(rating_list.previous)
    ended = window(rating_list.pool, after, rating_list.date).filter(end__lte=rating_list.date)
    if after:
        ended = ended.filter(end__gt=after)
    games = Pairing.objects.filter(
        tournament__in=ended,
        white__member=None,
        black__isnull=False,
        black__member=None,
        white_result__in=RATED_LETTERS,
        black_result__in=RATED_LETTERS,
    )
    return games.order_by().values_list("tournament").annotate(Count("pk"))


def _waiting(rating_list: RatingList) -> QuerySet[Tournament]:
    """Select the tournaments of the period that could feed the pool and are not accepted yet."""
    pool, after = rating_list.pool, counts_after(rating_list.previous)
    found = Tournament.objects.filter(stage=Stage.SUBMITTED, discipline=pool.discipline, end__lte=rating_list.date)
    if pool.paces:
        found = found.filter(pace__in=pool.paces)
    return found.filter(end__gt=after) if after else found
