"""What clubs do with their members: receipts of what was done, requests for a transfer, reports of a death, and the
columns of their lists.
"""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.people import Affiliation, Club, Member


class ClubAct(models.Model):
    """The receipt of something that was done for a club. What it made stands in ``made``, so that it can be undone."""

    class Kind(models.TextChoices):
        RENEWAL = "renewal", _("renewal")
        ENROLMENT = "enrolment", _("enrolment")
        TRANSFER = "transfer", _("request for a transfer")
        RESIGNATION = "resignation", _("resignation")
        DEATH = "death", _("report of a death")
        IMPORT = "import", _("import of a file")

    club = models.ForeignKey(Club, models.CASCADE, related_name="acts", verbose_name=_("club"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("done by")
    )
    at = models.DateTimeField(_("done on"), default=timezone.now)
    made = models.JSONField(_("results"), default=dict)  # ids of rows, and counts
    # Why a person found by the duplicate check is another person: an officer checks these.
    doubt = models.CharField(_("why it is another person"), max_length=300, blank=True)
    undone_at = models.DateTimeField(_("undone on"), null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("undone by")
    )

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["club", "-at"], name="acts_of_club")]
        verbose_name = _("act of a club")
        verbose_name_plural = _("acts of clubs")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.club}"


class TransferQuerySet(models.QuerySet["TransferRequest"]):
    def waiting(self) -> TransferQuerySet:
        """Return the requests that nobody has decided yet."""
        return self.filter(state__in=TransferRequest.State.waiting())


class RenewalReminder(models.Model):
    """That a club was asked by mail to renew its members for a season."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="renewal_reminders", verbose_name=_("club"))
    season = models.PositiveSmallIntegerField(_("season"))
    members = models.PositiveIntegerField(_("members"))  # not renewed on that day
    day = models.DateField(_("day"))
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("sent by")
    )

    class Meta:
        ordering = ["club", "-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "season", "day"], name="renewal_asked_once_a_day")]
        verbose_name = _("request to renew")
        verbose_name_plural = _("requests to renew")

    def __str__(self) -> str:
        return f"{self.club_id} {self.day}"


class TransferRequest(models.Model):
    """A member is to change clubs: asked for, perhaps objected to, then decided (A06)."""

    class State(models.TextChoices):
        ASKED = "asked", _("requested")
        OBJECTED = "objected", _("objected to")
        ALLOWED = "allowed", _("allowed")
        REFUSED = "refused", pgettext_lazy("of a transfer", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("of a transfer", "withdrawn")
        UNDONE = "undone", _("undone")

        @classmethod
        def waiting(cls) -> tuple[TransferRequest.State, ...]:
            return cls.ASKED, cls.OBJECTED

    member = models.ForeignKey(Member, models.CASCADE, related_name="transfer_requests", verbose_name=_("member"))
    old_club = models.ForeignKey(Club, models.PROTECT, related_name="transfers_away", verbose_name=_("old club"))
    new_club = models.ForeignKey(Club, models.PROTECT, related_name="transfers_here", verbose_name=_("new club"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.ASKED)
    asked_on = models.DateField(_("requested on"))
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("requested by")
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)  # of a request outside the windows
    effective = models.DateField(_("first day in the new club"))
    # The last day for an objection; then silence agrees. None: the old club may object until an officer decides.
    object_until = models.DateField(_("objection until"), null=True, blank=True)
    objected_on = models.DateField(_("objected on"), null=True, blank=True)
    objection = models.CharField(_("objection"), max_length=300, blank=True)
    decided_on = models.DateField(_("decided on"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    decision = models.CharField(_("reason of the decision"), max_length=300, blank=True)
    # The affiliations that it ended and made, and the last day that the ended one had.
    ended = models.ForeignKey(Affiliation, models.SET_NULL, null=True, related_name="+", editable=False)
    made = models.ForeignKey(Affiliation, models.SET_NULL, null=True, related_name="+", editable=False)
    former_end = models.DateField(null=True, editable=False)

    objects = TransferQuerySet.as_manager()

    class Meta:
        ordering = ["-asked_on", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member"], condition=Q(state__in=["asked", "objected"]), name="one_transfer_waits"
            )
        ]
        indexes = [models.Index(fields=["state", "asked_on"], name="transfers_by_state")]
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")

    def __str__(self) -> str:
        return f"{self.member}, {self.old_club} → {self.new_club}"

    @property
    def is_waiting(self) -> bool:
        return self.state in self.State.waiting()

    def is_silent(self, day: dt.date) -> bool:
        """Return whether the day for an objection has passed without one."""
        return self.state == self.State.ASKED and self.object_until is not None and self.object_until < day


class DeathReport(models.Model):
    """A club says that a member has died; an officer confirms it."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="death_reports", verbose_name=_("member"))
    club = models.ForeignKey(Club, models.CASCADE, related_name="+", verbose_name=_("club"))
    died_on = models.DateField(_("died on"), null=True, blank=True)
    reported_on = models.DateField(_("reported on"), default=timezone.localdate)
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by")
    )
    decided_on = models.DateField(_("decided on"), null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by")
    )
    confirmed = models.BooleanField(
        pgettext_lazy("of a report", "confirmed"), null=True, blank=True
    )  # None: not decided yet

    class Meta:
        ordering = ["-reported_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["member"], condition=Q(decided_on=None), name="one_death_report_waits")
        ]
        verbose_name = _("report of a death")
        verbose_name_plural = _("reports of deaths")

    def __str__(self) -> str:
        return str(self.member)


class ClubColumns(models.Model):
    """Which column of a club's lists is what, remembered by the names of the columns."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", verbose_name=_("club"))
    header = models.CharField(max_length=64)  # a digest of the names
    columns = models.JSONField()  # {"last_name": 0, "email": 3 ...}

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "header"], name="columns_of_club_once")]
        verbose_name = _("columns of a club")
        verbose_name_plural = _("columns of clubs")

    def __str__(self) -> str:
        return self.header
