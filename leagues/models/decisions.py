"""What officers decide about findings. A finding itself is never stored: the checks find it again."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.matches import Match, Ruling, Side

USER = settings.AUTH_USER_MODEL


class FindingDecision(models.Model):
    """A finding of a match that an officer waived, or ruled on. A finding without one is open."""

    class State(models.TextChoices):
        WAIVED = "waived", _("waived")
        RULED = "ruled", _("ruled")

    match = models.ForeignKey(Match, models.CASCADE, related_name="decisions", verbose_name=_("match"))
    code = models.CharField(_("finding"), max_length=30)
    side = models.CharField(max_length=4, choices=Side, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), default=0)  # 0: the whole side
    players = models.CharField(max_length=200, blank=True)  # ids of members, with commas
    state = models.CharField(_("state"), max_length=6, choices=State)
    reason = models.CharField(_("reason"), max_length=300)
    ruling = models.ForeignKey(
        Ruling, models.PROTECT, null=True, blank=True, related_name="decisions", verbose_name=_("ruling")
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["match", "id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "code", "side", "board", "players"], name="finding_decided_once")
        ]
        verbose_name = _("decision on a finding")
        verbose_name_plural = _("decisions on findings")

    def __str__(self) -> str:
        return f"{self.match_id} {self.key}"

    @property
    def key(self) -> str:
        """Return what names the finding among those of its match."""
        return f"{self.code}:{self.side}:{self.board}:{self.players}"
