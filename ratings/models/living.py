"""What the next list would say today: plain rows beside the published lists, updated as games are accepted."""

from __future__ import annotations

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from federation.models import Member
from ratings.models.lists import RatingList, RatingPool
from ratings.models.ratings import LedgerLine, Rating, fact
from ratings.systems.period import Status


class LivingList(models.Model):
    """The next list of a pool as it would be today. Nobody publishes it: `living.renew` replaces what it says."""

    pool = models.OneToOneField(
        RatingPool, models.CASCADE, primary_key=True, related_name="living", verbose_name=_("rating type")
    )
    date = models.DateField(_("date"))  # of the next list
    previous = models.ForeignKey(RatingList, models.CASCADE, related_name="+", verbose_name=_("calculated from"))
    rules = models.JSONField(default=dict)  # the numbers of the rules, as manifests have them
    as_of = models.DateTimeField()  # by the clock of the database, before the facts were read
    game_count = models.PositiveIntegerField(_("games"), default=0)  # that count

    class Meta:
        verbose_name = _("list of today")
        verbose_name_plural = _("lists of today")

    def __str__(self) -> str:
        return f"{self.pool} · {self.as_of:%Y-%m-%d %H:%M}"

    @property
    def as_list(self) -> RatingList:
        """Return a list that is not stored, for what explains and shows lists."""
        return RatingList(pool=self.pool, date=self.date, manifest={"rules": {"values": self.rules}})


class LivingRatingQuerySet(models.QuerySet["LivingRating"]):
    def public(self) -> LivingRatingQuerySet:
        """Return the ratings of public pools, in their order, with list and pool."""
        found = self.filter(list__pool__public=True).select_related("list__pool")
        return found.order_by("list__pool__position", "list__pool__slug")


class LivingRating(models.Model):
    """A member's rating of today, where it can differ from the published one: after a game, or a new FIDE rating."""

    list = models.ForeignKey(LivingList, models.CASCADE, related_name="ratings", db_index=False)
    member = fact(Member, related_name="living_ratings", verbose_name=_("member"))
    rating = models.IntegerField(_("rating"), null=True)
    status = models.SmallIntegerField(
        _("status"), choices=[(key.value, name) for key, name in Rating.STATUSES.items()], default=Status.UNRATED.value
    )
    games = models.IntegerField(_("games"), default=0)
    previous_rating = models.IntegerField(null=True)  # that of the published list
    change = models.GeneratedField(
        expression=F("rating") - F("previous_rating"), output_field=models.IntegerField(null=True), db_persist=True
    )
    previous_games = models.IntegerField(default=0)
    period_games = models.IntegerField(default=0)  # that count
    played = models.IntegerField(default=0)  # with those that do not count
    opponents_sum = models.BigIntegerField(default=0)
    half_points = models.IntegerField(default=0)
    deviation = models.FloatField(_("RD"), null=True)
    last_played = models.DateField(_("last game"), null=True)
    digest = models.BigIntegerField()  # of this line and the entries

    objects = LivingRatingQuerySet.as_manager()

    class Meta:
        ordering = ["list", "member"]
        constraints = [models.UniqueConstraint(fields=["member", "list"], name="living_rating_once")]
        indexes = [models.Index("list", F("previous_rating") - F("rating"), name="living_rating_by_change")]
        verbose_name = _("rating of today")
        verbose_name_plural = _("ratings of today")

    def __str__(self) -> str:
        return f"{self.member_id} · {self.list_id}"

    @property
    def status_name(self) -> str:
        """Return the status in the reader's language."""
        return str(self.get_status_display())


class LivingEntry(LedgerLine):
    """Why a rating of today is what it is: as `LedgerEntry` of a list."""

    list = models.ForeignKey(LivingList, models.CASCADE, related_name="entries", db_index=False)

    class Meta:
        ordering = ["list", "member_key", "number"]
        constraints = [models.UniqueConstraint(fields=["member", "list", "number"], name="living_entry_once")]
        indexes = [models.Index(fields=["pairing"], name="living_entry_by_pairing")]
        verbose_name = _("calculation line of today")
        verbose_name_plural = _("calculation lines of today")

    def __str__(self) -> str:
        return f"{self.member_id} · {self.list_id} · {self.number}"
