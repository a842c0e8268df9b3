"""What a list says of each member: a rating, and why it moved."""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Member
from ratings.models.lists import RatingList
from ratings.systems.period import Kind, Status
from tournaments.models import Pairing


def fact(to: type[models.Model], **options: object) -> models.ForeignKey:
    """Return a foreign key that the database does not enforce: lists are millions of rows and never change."""
    return models.ForeignKey(to, models.DO_NOTHING, db_constraint=False, db_index=False, **options)


class RatingQuerySet(models.QuerySet["Rating"]):
    def shown(self) -> RatingQuerySet:
        """Return the ratings that the page of a list shows: of affiliated members, those with a rank first.

        A provisional rating has no rank: filters and the search find it, the plain pages do not show it.
        """
        in_order = (F("rank").asc(nulls_last=True), "-rating", "member_id")
        return self.filter(affiliated=True, rating__isnull=False).order_by(*in_order)

    def ranked(self) -> RatingQuerySet:
        """Return the ratings with a rank, in its order."""
        return self.filter(rank__isnull=False).order_by("rank")

    def not_before(self, day: dt.date | None) -> RatingQuerySet:
        """Leave out players whose last game was before the day. Those of whom it is unknown stay."""
        return self.exclude(last_played__lt=day) if day else self


# What the page of a list filters and sorts by, in order of rank. The index holds all of it: to look into a row for each
# member of a large list would take ten times as long.
SHOWN = ("rank", "rating", "affiliated", "period_games", "member")


class Rating(models.Model):
    """A member's line of a list. NULL means none. `calculation.store` writes all of a list at once."""

    STATUSES = {
        Status.UNRATED: _("unrated"),
        Status.PROVISIONAL: _("provisional"),
        Status.ESTABLISHED: _("established"),
        Status.FOREIGN: _("FIDE rating"),
    }

    list = models.ForeignKey(
        RatingList, models.CASCADE, related_name="ratings", db_index=False, verbose_name=_("rating list")
    )
    member = models.ForeignKey(
        Member,
        models.PROTECT,
        related_name="ratings",
        db_constraint=False,
        db_index=False,
        verbose_name=_("member"),
    )
    # As on the day of the list.
    member_key = models.BigIntegerField(_("member number"))
    club = fact(Club, null=True, related_name="+", verbose_name=_("club"))
    club_key = models.BigIntegerField(null=True)
    affiliated = models.BooleanField(_("affiliated"), default=True)
    rating = models.IntegerField(_("rating"), null=True)
    status = models.SmallIntegerField(
        _("status"), choices=[(key.value, name) for key, name in STATUSES.items()], default=Status.UNRATED.value
    )
    rank = models.IntegerField(_("rank"), null=True)  # among the rated of the list
    games = models.IntegerField(_("games"), default=0)
    previous_rating = models.IntegerField(null=True)
    change = models.GeneratedField(
        expression=F("rating") - F("previous_rating"), output_field=models.IntegerField(null=True), db_persist=True
    )
    previous_games = models.IntegerField(default=0)
    period_games = models.IntegerField(default=0)
    opponents_sum = models.BigIntegerField(default=0)
    half_points = models.IntegerField(default=0)
    deviation = models.FloatField(_("RD"), null=True)
    last_played = models.DateField(_("last game"), null=True)
    last_minute = models.BigIntegerField(null=True)  # end of the last rated game, if known: systems.period

    objects = RatingQuerySet.as_manager()

    class Meta:
        ordering = ["list", "rank", "member_key"]
        constraints = [models.UniqueConstraint(fields=["member", "list"], name="rating_once")]
        indexes = [
            models.Index(fields=["list", *SHOWN], name="rating_by_rank"),
            models.Index(fields=["list"], condition=Q(rank=1), name="rating_first_of_lists"),
            models.Index(fields=["list", "games"], name="rating_by_games"),
            # The highest change first: of PostgreSQL's indexes only ascending ones have missing values last.
            models.Index("list", F("previous_rating") - F("rating"), name="rating_by_change"),
            models.Index(fields=["list", "club_key", "rank", "rating", "affiliated", "member"], name="rating_by_club"),
        ]
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")

    def __str__(self) -> str:
        return f"{self.member} · {self.list}"

    @property
    def status_name(self) -> str:
        """Return the status in the reader's language."""
        return str(self.get_status_display())

    @property
    def entries(self) -> models.QuerySet[LedgerEntry]:
        """Return the member's ledger in the list."""
        return LedgerEntry.objects.filter(list=self.list_id, member=self.member_id).order_by("number")


class LedgerLine(models.Model):
    """Why a rating moved: one entry a game, one a special rule (`systems.period.Ledger`), numbered from 1 by member."""

    GAMES = frozenset({Kind.GAME, Kind.COLLECTED, Kind.NOT_COUNTED})  # other kinds are of a rule, or of time

    member = fact(Member, related_name="+", verbose_name=_("member"))
    member_key = models.BigIntegerField(_("member number"))  # on the day of the list
    number = models.IntegerField()
    kind = models.SmallIntegerField()  # systems.period.Kind
    reason = models.SmallIntegerField(default=0)  # systems.period.Reason
    # A game may have left the database since, with its tournament: what is said of it stays.
    pairing = fact(Pairing, null=True, related_name="+")
    opponent = fact(Member, null=True, related_name="+")
    opponent_key = models.BigIntegerField(null=True)
    opponent_rating = models.IntegerField(null=True)
    difference = models.IntegerField(default=0)
    expected = models.IntegerField(default=0)  # ten-thousandths
    k = models.IntegerField(default=0)  # ten-thousandths
    half_points = models.IntegerField(null=True)
    change = models.IntegerField(default=0)  # ten-thousandths of a point
    game_number = models.IntegerField(default=0)  # of the member's counted games; 0 = not one of them

    class Meta:
        abstract = True


class LedgerEntry(LedgerLine):
    """An entry of a list. Who played nothing that counts and never had a rating has entries, but no `Rating` in it."""

    list = models.ForeignKey(
        RatingList,
        models.CASCADE,
        related_name="entries",
        db_constraint=False,
        db_index=False,
        verbose_name=_("rating list"),
    )

    class Meta:
        ordering = ["list", "member_key", "number"]
        constraints = [models.UniqueConstraint(fields=["list", "member", "number"], name="entry_once")]
        verbose_name = _("calculation line")
        verbose_name_plural = _("calculation lines")

    def __str__(self) -> str:
        return f"{self.member} · {self.list} · {self.number}"
