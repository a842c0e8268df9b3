"""Marks on a tournament that is paired here: results changed after later rounds were paired, pairings made by hand."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Pairing, Tournament

USER = settings.AUTH_USER_MODEL


class LateResult(models.Model):
    """A result that was changed although later rounds had been paired from it. Only `on_site.results` writes it."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="late_results", verbose_name=_("pairing"))
    before = models.CharField(_("before"), max_length=2)  # both letters
    after = models.CharField(_("after"), max_length=2)
    last_round = models.PositiveSmallIntegerField(_("paired until"))  # the last round that was paired
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    made_at = models.DateTimeField(_("changed"), auto_now_add=True)

    class Meta:
        ordering = ["pairing__round", "pairing__board", "pk"]
        verbose_name = _("late change of a result")
        verbose_name_plural = _("late changes of results")

    def __str__(self) -> str:
        return f"{self.before} -> {self.after}"


class ManualRound(models.Model):
    """A round of a Swiss that was paired or changed by hand. Only `on_site` writes it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="manual_rounds")
    round = models.PositiveSmallIntegerField(_("round"))
    # Pairs of ids of participants that only the rules have, and those that only the round has; None: not compared yet.
    rules = models.JSONField(null=True)
    played = models.JSONField(null=True)
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    made_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        ordering = ["round"]
        constraints = [models.UniqueConstraint(fields=["tournament", "round"], name="manual_round_once")]
        verbose_name = _("round paired by hand")
        verbose_name_plural = _("rounds paired by hand")

    def __str__(self) -> str:
        return str(self.round)
