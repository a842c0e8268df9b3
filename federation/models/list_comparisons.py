"""Comparisons of another federation's list with our members: reports on which an officer decides."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

FIDE = "FIDE"
FIDE_TITLES = ("GM", "WGM", "IM", "WIM", "FM", "WFM", "CM", "WCM")  # of others its list says nothing

SAME_TITLE = Q(title=F("member__title")) | Q(title="") & ~Q(member__title__in=FIDE_TITLES)
SAME_FEDERATION = Q(federation=F("member__fide_federation")) | Q(federation="")


class Verdict(models.TextChoices):
    """What a listed player is to our members."""

    MATCHED = "matched", _("matched")  # a member has the number, and the names agree
    MISMATCH = "mismatch", _("does not match")  # the number has another name, or the member of the name another number
    SUGGESTION = "suggestion", _("suggestion")  # one member without a number has the name, and nobody else in the list
    DUPLICATE = "duplicate", _("several candidates")  # the number is listed twice, or several people have the name


MISSING = "missing"  # a member has a number that the list does not have


def otherwise(member: object, rating: int | None, title: str, federation: str) -> dict[str, tuple[object, object]]:
    """Return in which fields FIDE's list and the member differ: (ours, theirs). None and an empty text are equal.

    FIDE's list removes no federation, and no title but FIDE's own.
    """
    listed = {"fide_rating": rating, "title": title, "fide_federation": federation}
    pairs = {name: (getattr(member, name), value) for name, value in listed.items()}
    if not federation:
        del pairs["fide_federation"]
    if not title and pairs["title"][0] not in FIDE_TITLES:
        del pairs["title"]
    return {name: pair for name, pair in pairs.items() if (pair[0] or None) != (pair[1] or None)}


class ListComparison(models.Model):
    """The comparison of a list with the members. The list itself is not stored."""

    name = models.CharField(_("file name"), max_length=200)
    size = models.PositiveBigIntegerField(_("bytes"))
    issuer = models.CharField(_("list of"), max_length=12, blank=True)  # "" until it is read
    day = models.DateField(_("date of the list"), null=True, blank=True)
    players = models.PositiveIntegerField(_("players"), null=True, blank=True)
    unread = models.PositiveIntegerField(_("lines that could not be read"), default=0)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("on"), auto_now_add=True)
    job = models.ForeignKey("federation.Job", models.SET_NULL, null=True, related_name="+", verbose_name=_("job"))

    class Meta:
        ordering = ["-made_at", "-id"]
        verbose_name = _("list comparison")
        verbose_name_plural = _("list comparisons")

    def __str__(self) -> str:
        return f"{self.issuer} · {self.name}" if self.issuer else self.name


class ComparedPlayerQuerySet(models.QuerySet["ComparedPlayer"]):
    def with_news(self) -> ComparedPlayerQuerySet:
        """Return the players of FIDE's list who certainly are members, and differ from their record today."""
        ratings = {"said_rating": Coalesce("rating", 0), "our_rating": Coalesce("member__fide_rating", 0)}
        return (
            self._certain().annotate(**ratings).exclude(Q(said_rating=F("our_rating")) & SAME_TITLE & SAME_FEDERATION)
        )

    def with_other_title_or_federation(self) -> ComparedPlayerQuerySet:
        """Return those of them who differ in more than their rating, which changes every month."""
        return self._certain().exclude(SAME_TITLE & SAME_FEDERATION)

    def _certain(self) -> ComparedPlayerQuerySet:
        compared = self.filter(comparison__issuer=FIDE, member__fide_id=F("fide_id"))
        return compared.exclude(verdict__in=[Verdict.MISMATCH, Verdict.DUPLICATE, MISSING])


class ComparedPlayer(models.Model):
    """A listed player and the member who is or may be the same person; or a member whose number is not listed."""

    comparison = models.ForeignKey(
        ListComparison,
        models.CASCADE,
        related_name="compared",
        db_index=False,  # the indexes below begin with it
        verbose_name=_("comparison"),
    )
    verdict = models.CharField(_("outcome"), max_length=10, choices=[*Verdict.choices, (MISSING, _("not in the list"))])
    line = models.PositiveIntegerField(_("line"), null=True)  # of the file; in XML the number of the player
    number = models.CharField(_("number"), max_length=20)  # FIDE id, licence or PIN
    fide_id = models.PositiveBigIntegerField(null=True)  # the number of FIDE's list, to compare with the member's
    name = models.CharField(_("name in the list"), max_length=200, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("born"), null=True)
    rating = models.IntegerField(_("rating in the list"), null=True)  # of go the level
    title = models.CharField(_("title"), max_length=3, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    member = models.ForeignKey("federation.Member", models.CASCADE, related_name="+", verbose_name=_("member"))
    taken_at = models.DateTimeField(_("copied"), null=True)

    objects = ComparedPlayerQuerySet.as_manager()

    class Meta:
        ordering = ["comparison", "line", "id"]
        indexes = [
            models.Index(fields=["comparison", "verdict"], name="compared_verdict"),
            models.Index(fields=["-comparison", "line", "id"], name="compared_order"),
        ]
        verbose_name = _("listed player")
        verbose_name_plural = _("listed players")

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def news(self) -> dict[str, tuple[object, object]]:
        """Return in which fields FIDE's list and the member differ today: (ours, theirs)."""
        is_certain = self.fide_id is not None and self.member.fide_id == self.fide_id
        if not is_certain or self.verdict in {Verdict.MISMATCH, Verdict.DUPLICATE, MISSING}:
            return {}
        return otherwise(self.member, self.rating, self.title, self.federation)
