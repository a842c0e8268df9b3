"""Deadlines that an officer set aside."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournaments import Tournament

USER = settings.AUTH_USER_MODEL


class DeadlineOverride(models.Model):
    """A deadline that does not hold for one tournament, and why. Public. Only `deadlines.overrides` writes it."""

    LONGEST = 300

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="deadline_overrides")
    clock = models.CharField(_("deadline"), max_length=20)  # `what` of the profile's clock
    reason = models.CharField(_("reason"), max_length=LONGEST)
    needs_second = models.BooleanField(default=False)  # a second officer has to agree
    fine_waived = models.BooleanField(_("without the fine"), default=False)
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    second_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("second officer"))
    second_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "clock"], name="deadline_overridden_once")]
        verbose_name = _("admission after a deadline")
        verbose_name_plural = _("admissions after a deadline")

    def __str__(self) -> str:
        return f"{self.tournament}: {self.clock}"

    @property
    def is_in_force(self) -> bool:
        return self.second_at is not None or not self.needs_second
