"""When player lists may change, and which members are suspended."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import Member
from federation.models.people import DatedQuerySet
from leagues.models.seasons import Lasting, Season


class Window(Lasting):
    """Days on which clubs may change their player lists."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="windows", verbose_name=_("league season"))
    start = models.DateField(_("from"))
    end = models.DateField(_("to"))
    additions = models.BooleanField(_("new players"), default=True)
    strengths = models.BooleanField(_("strengths and order"), default=True)
    titulars = models.BooleanField(_("regular players"), default=True)
    loans = models.BooleanField(_("loans"), default=True)

    objects = DatedQuerySet.as_manager()

    class Meta:
        ordering = ["season", "start"]
        constraints = [models.CheckConstraint(condition=Q(end__gte=F("start")), name="window_ends_after_start")]
        verbose_name = _("window for player lists")
        verbose_name_plural = _("windows for player lists")

    def __str__(self) -> str:
        return f"{self.start} – {self.end}"


class Suspension(Lasting):
    """A member who may not play in a season for some days."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="suspensions", verbose_name=_("league season"))
    member = models.ForeignKey(Member, models.CASCADE, related_name="league_suspensions", verbose_name=_("member"))
    start = models.DateField(_("from"))
    end = models.DateField(_("to"))
    reason = models.CharField(_("reason"), max_length=200)

    objects = DatedQuerySet.as_manager()

    class Meta:
        ordering = ["season", "start"]
        constraints = [models.CheckConstraint(condition=Q(end__gte=F("start")), name="suspension_ends_after_start")]
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")

    def __str__(self) -> str:
        return f"{self.member}: {self.start} – {self.end}"
