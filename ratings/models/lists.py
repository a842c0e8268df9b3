"""Judgements on facts: pools, their rules by date, their lists."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.models import Job
from ratings.systems.fics import rate as fics
from tournaments.models import Correction, Discipline, Tournament, disciplines

USER = settings.AUTH_USER_MODEL
BUNDLE_PATH = "bundle.zip"  # among the files of a list


class RatingPool(models.Model):
    """One rating that members have: a system with its parameters, and which games feed it."""

    slug = models.SlugField(_("short name"), unique=True, help_text=_("Used in the addresses of the pages."))
    name = models.CharField(_("name"), max_length=80)
    system = models.CharField(_("system"), max_length=10)
    discipline = models.CharField(_("discipline"), max_length=20, choices=disciplines, default=Discipline.CHESS)
    paces = models.JSONField(_("rated time controls"), default=list)  # ["standard"]; empty: all
    months = models.JSONField(_("publication months"), default=list)  # [1, 7]: a list on the first of these months
    public = models.BooleanField(_("public"), default=True)
    position = models.PositiveSmallIntegerField(_("position"), default=1)

    class Meta:
        ordering = ["position", "slug"]
        verbose_name = _("rating type")
        verbose_name_plural = _("rating types")

    def __str__(self) -> str:
        return self.name

    def takes(self, discipline: str, pace: str) -> bool:
        """Return whether games of a tournament of this kind feed the pool (B38)."""
        return self.discipline == discipline and (not self.paces or pace in self.paces)

    @property
    def has_grades(self) -> bool:
        """Return whether its ratings are levels of the go scale: 0 and less are levels too, written as grades."""
        return self.discipline == Discipline.GO

    @property
    def has_deviations(self) -> bool:
        """Return whether its ratings come with an RD that says how much to trust them."""
        return self.system == fics.KEY


class PoolRules(models.Model):
    """The rules of a pool from a day on: a profile of its system and the parameters that differ from it."""

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="rules", verbose_name=_("rating type"))
    valid_from = models.DateField(_("valid from"), help_text=_("Lists from this day on use these rules."))
    profile = models.CharField(_("profile"), max_length=20)
    parameters = models.JSONField(_("changed parameters"), default=dict, blank=True)

    class Meta:
        ordering = ["pool", "valid_from"]
        constraints = [models.UniqueConstraint(fields=["pool", "valid_from"], name="pool_rules_once_a_day")]
        verbose_name = _("rules")
        verbose_name_plural = _("rules")

    def __str__(self) -> str:
        return long_date(self.valid_from)


def month_slug(day: dt.date) -> str:
    """Return the day of a list as addresses write it: 2026-07 for the first of a month, else 2026-07-15."""
    return f"{day:%Y-%m}" if day.day == 1 else day.isoformat()


def day_of_slug(slug: str) -> dt.date:
    """Return the day that `month_slug` wrote so. Raise `ValueError` for anything else."""
    return dt.date.fromisoformat(f"{slug}-01" if len(slug) == 7 else slug)


class RatingListQuerySet(models.QuerySet["RatingList"]):
    def published(self) -> RatingListQuerySet:
        """Return the lists that anyone may read: the last revision of each day."""
        return self.filter(state=RatingList.State.PUBLISHED)

    def once_published(self) -> RatingListQuerySet:
        """Return the same, and the last lists of days without a published one, which only changes by hand leave."""
        same_day = RatingList.objects.published().filter(pool=OuterRef("pool"), date=OuterRef("date"))
        return self.filter(Q(state=RatingList.State.PUBLISHED) | Q(published_at__isnull=False) & ~Exists(same_day))

    def before(self, day: dt.date) -> RatingListQuerySet:
        """Return published lists of earlier days, the latest first."""
        return self.published().filter(date__lt=day).order_by("-date")


class RatingList(models.Model):
    """The ratings of a pool on a day. A published list never changes; a correction makes a revision beside it."""

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        REVISED = "revised", _("replaced by a revision")

    pool = models.ForeignKey(RatingPool, models.PROTECT, related_name="lists", verbose_name=_("rating type"))
    date = models.DateField(_("date"), help_text=_("Games up to and including this day count."))
    revision = models.PositiveSmallIntegerField(_("revision"), default=0)
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.DRAFT)
    imported = models.BooleanField(_("starting list"), default=False)
    previous = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="following", verbose_name=_("calculated from")
    )
    reason = models.CharField(_("reason of the revision"), max_length=300, blank=True)
    corrections = models.ManyToManyField(  # that a published revision takes in; see taken_in.py
        Correction, blank=True, editable=False, related_name="revised_lists"
    )
    player_count = models.PositiveIntegerField(_("players"), default=0)
    game_count = models.PositiveIntegerField(_("games"), default=0)
    manifest = models.JSONField(
        default=dict, editable=False
    )  # digests of games, previous, rules, entries; see manifest.py
    digest = models.CharField(_("checksum"), max_length=64, blank=True, db_index=True)
    fits = models.CharField(
        max_length=64, blank=True, editable=False
    )  # digest of the inputs that it fits; see stale_lists.py
    fits_members = models.PositiveBigIntegerField(default=0, editable=False)  # beside it: highest id of a member
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("job"))
    computed_at = models.DateTimeField(_("calculated"), null=True, blank=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    published_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("published by")
    )
    rendered_at = models.DateTimeField(_("pages generated"), null=True, blank=True)
    rendered_edition = models.CharField(max_length=64, blank=True, editable=False)  # see federation.web.site_version
    rendering = models.JSONField(default=dict, blank=True, editable=False)  # what is done and left; public/rendering.py

    objects = RatingListQuerySet.as_manager()

    class Meta:
        ordering = ["pool", "-date", "-revision"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "date", "revision"], name="list_revision_once"),
            models.UniqueConstraint(fields=["pool", "date"], condition=Q(state="draft"), name="list_one_draft_a_day"),
            models.UniqueConstraint(
                fields=["pool", "date"], condition=Q(state="published"), name="list_one_published_a_day"
            ),
        ]
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")

    def __str__(self) -> str:
        title = f"{self.pool}, {long_date(self.date)}"
        return _("%(list)s, revision %(number)s") % {"list": title, "number": self.revision} if self.revision else title

    @property
    def has_bundle(self) -> bool:
        """Return whether its open bundle is stored."""
        return self.rendered_at is not None and self.rendering.get("has_bundle", False)

    @property
    def is_unlisted(self) -> bool:
        """Return whether it was published, but neither it nor a revision is any more. One query at most."""
        was_published = self.published_at is not None and self.state != self.State.PUBLISHED
        return was_published and RatingList.objects.once_published().filter(pk=self.pk).exists()

    @property
    def month_slug(self) -> str:
        """Return the day as addresses write it."""
        return month_slug(self.date)


class RatedTournament(models.Model):
    """The games of a tournament that went into a list, to find lists that a later change made stale."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="tournaments")
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rated_in")
    game_count = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64)  # of the games as records; see digest_records.py

    class Meta:
        constraints = [models.UniqueConstraint(fields=["list", "tournament"], name="rated_tournament_once")]
        verbose_name = _("rated tournament")
        verbose_name_plural = _("rated tournaments")

    def __str__(self) -> str:
        return f"{self.list_id} {self.tournament_id}"


class ListCheck(models.Model):
    """The result of the last verification of a published list."""

    findings = models.JSONField(default=list)  # what failed: `verification.checks.Verification`
    list = models.OneToOneField(RatingList, models.CASCADE, primary_key=True, related_name="last_check")
    checked_at = models.DateTimeField(_("checked"))
    passed = models.BooleanField(_("verified"))
    failed_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("verification")
        verbose_name_plural = _("verifications")

    def __str__(self) -> str:
        return f"{self.list_id} {self.passed}"


class RenderedFile(models.Model):
    """A file of a published list: named by the digest of its content, so it may be kept for ever by any cache."""

    list = models.ForeignKey(RatingList, models.CASCADE, related_name="files")
    path = models.CharField(max_length=120)  # what it is: "list.csv", "fr/page-1.html"
    language = models.CharField(max_length=5, blank=True)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    content_type = models.CharField(max_length=80)

    class Meta:
        ordering = ["list", "path"]
        constraints = [models.UniqueConstraint(fields=["list", "path"], name="rendered_file_once")]
        indexes = [models.Index(fields=["sha256"], name="rendered_file_by_digest")]  # it is in the file's address, too
        verbose_name = _("generated file")
        verbose_name_plural = _("generated files")

    def __str__(self) -> str:
        return self.path

    @property
    def place(self) -> Path:
        """Return the path at which it is stored."""
        return settings.PUBLISHED_ROOT / self.sha256 / self.path.rpartition("/")[2]
