"""How good a pool's predictions were, and what other rules would have made of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Job
from ratings.models.lists import RatingPool

USER = settings.AUTH_USER_MODEL


class Backtest(models.Model):
    """How good a pool's predictions were: calculated in a job, kept until it is calculated again."""

    pool = models.OneToOneField(RatingPool, models.CASCADE, related_name="backtest", verbose_name=_("rating type"))
    result = models.JSONField(editable=False)  # evidence.Evidence
    games = models.BinaryField(editable=False)  # what was expected of each game, see backtest.packed
    lists_digest = models.CharField(max_length=64, editable=False)  # of the published lists it was made beside
    computed_at = models.DateTimeField(_("calculated"))

    class Meta:
        verbose_name = _("back-test")
        verbose_name_plural = _("back-tests")

    def __str__(self) -> str:
        return str(self.pool)


class PoolComparison(models.Model):
    """Pools side by side on the games that all of them predicted; renewed with each back-test of one of them."""

    result = models.JSONField(editable=False)  # see backtest.compared
    computed_at = models.DateTimeField(_("calculated"))

    class Meta:
        ordering = ["pk"]
        verbose_name = _("comparison of rating types")
        verbose_name_plural = _("comparisons of rating types")

    def __str__(self) -> str:
        return ", ".join(row["pool"] for row in self.result["pools"])


class WhatIf(models.Model):
    """A pool calculated again with other rules, in a copy: no list changes. Staff decide whether anyone may read it."""

    pool = models.ForeignKey(RatingPool, models.CASCADE, related_name="what_ifs", verbose_name=_("rating type"))
    title = models.CharField(_("title"), max_length=120)
    since = models.DateField(_("from"), help_text=_("Lists from this day on are calculated with the other rules."))
    profile = models.CharField(
        _("profile"), max_length=20, blank=True, help_text=_("Empty: the one in force on each day.")
    )
    parameters = models.JSONField(_("changed parameters"), default=dict, blank=True)
    public = models.BooleanField(_("public"), default=False, help_text=_("Anyone can read it."))
    result = models.JSONField(null=True, editable=False)  # see what_if.compared
    lists_digest = models.CharField(max_length=64, blank=True, editable=False)
    job = models.ForeignKey(Job, models.SET_NULL, null=True, editable=False, related_name="+", verbose_name=_("job"))
    created_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, editable=False, related_name="+", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    computed_at = models.DateTimeField(_("calculated"), null=True, editable=False)

    class Meta:
        ordering = ["-created_at"]
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")

    def __str__(self) -> str:
        return self.title
