"""The usual Django way: objects from the database, a dictionary of ratings, a row a line and a row an entry.

Its tables are those that one would write: ids, foreign keys with their checks and indexes, one line a member once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, models

from federation.models import Club, Member
from ratings.calculation import chain
from ratings.models import Rating, RatingList, RatingPool
from tournaments.models import Pairing


class Line(models.Model):
    """A member's line of a list."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="+")
    member = models.ForeignKey(Member, models.CASCADE, related_name="+")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", null=True)
    rating = models.IntegerField(null=True)
    games = models.IntegerField(default=0)
    status = models.SmallIntegerField(default=0)
    rank = models.IntegerField(null=True)
    previous_rating = models.IntegerField(null=True)
    period_games = models.IntegerField(default=0)

    class Meta:
        app_label = "benchmarks"
        constraints = [models.UniqueConstraint(fields=["list", "member"], name="line_once")]
        indexes = [models.Index(fields=["list", "rank"], name="line_by_rank")]


class Entry(models.Model):
    """Why a rating moved: one row a game."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="+")
    member = models.ForeignKey(Member, models.CASCADE, related_name="+")
    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="+")
    opponent = models.ForeignKey(Member, models.CASCADE, related_name="+")
    opponent_rating = models.IntegerField()
    expected = models.IntegerField()
    half_points = models.SmallIntegerField()
    change = models.IntegerField()

    class Meta:
        app_label = "benchmarks"


@contextmanager
def tables() -> Iterator[None]:
    """Create the two tables for the block."""
    with connection.schema_editor() as editor:
        for model in (Line, Entry):
            editor.create_model(model)
    yield
    with connection.schema_editor() as editor:
        for model in (Entry, Line):
            editor.delete_model(model)


def rate(pool: RatingPool, until: object) -> None:
    """Calculate every list of the pool up to the day: one rating and one game after the other, rows in bulk."""
    start = pool.lists.get(imported=True)
    rating = dict(Rating.objects.filter(list=start).values_list("member_id", "rating"))
    games: dict[int, int] = defaultdict(int)
    after = start.date
    for day in chain.list_dates(pool, until):
        made = RatingList.objects.create(pool=pool, date=day)
        played = Pairing.objects.select_related("tournament", "white", "black").filter(date__gt=after, date__lte=day)
        before, period_games, entries = dict(rating), defaultdict(int), []
        for game in played.order_by("date", "tournament__name", "round", "board"):
            half_points = {"1": 2, "=": 1, "0": 0}[game.white_result]
            for mine, other, won in ((game.white, game.black, half_points), (game.black, game.white, 2 - half_points)):
                own, theirs = before.get(mine.member_id, 1500), before.get(other.member_id, 1500)
                expected = 1 / (1 + 10 ** ((theirs - own) / 400))
                change = 20 * (won / 2 - expected)
                rating[mine.member_id] = rating.get(mine.member_id, 1500) + round(change)
                games[mine.member_id] += 1
                period_games[mine.member_id] += 1
                entries.append(
                    Entry(
                        list=made,
                        member_id=mine.member_id,
                        pairing=game,
                        opponent_id=other.member_id,
                        opponent_rating=theirs,
                        expected=round(10_000 * expected),
                        half_points=won,
                        change=round(10_000 * change),
                    )
                )
        ranked = sorted(rating, key=lambda member: -rating[member])
        Line.objects.bulk_create(
            Line(
                list=made,
                member_id=who,
                rating=rating[who],
                games=games[who],
                status=2,
                rank=rank,
                previous_rating=before.get(who),
                period_games=period_games[who],
            )
            for rank, who in enumerate(ranked, 1)
        )
        Entry.objects.bulk_create(entries)
        after = day
