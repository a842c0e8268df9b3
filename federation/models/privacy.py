"""What the law asks of a site about people: erasures, requests to correct, who looked, and consents."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models.people import Member

USER = settings.AUTH_USER_MODEL
TO_THINK = dt.timedelta(days=14)


class ErasureQuerySet(models.QuerySet["Erasure"]):
    def open(self) -> ErasureQuerySet:
        """Return the erasures that are neither done nor withdrawn."""
        return self.filter(done_at=None, withdrawn_at=None)


class Erasure(models.Model):
    """The erasure of a person: one officer asks for it, another approves it after the days to think."""

    member = models.ForeignKey(Member, models.PROTECT, related_name="erasures", verbose_name=_("member"))
    reason = models.CharField(
        _("reason"), max_length=300, help_text=_("Who asked for it, when, and how you know them.")
    )
    asked_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("requested by"))
    asked_at = models.DateTimeField(_("requested on"), default=timezone.now)
    approved_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("approved by"))
    approved_at = models.DateTimeField(_("approved on"), null=True)
    withdrawn_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(_("withdrawn on"), null=True)
    done_at = models.DateTimeField(_("done on"), null=True)

    objects = ErasureQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member"], condition=Q(done_at=None, withdrawn_at=None), name="erasure_one_open"
            )
        ]
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")

    def __str__(self) -> str:
        return str(self.member)

    @property
    def due(self) -> dt.datetime:
        """Return from when on it may be approved."""
        return self.asked_at + TO_THINK

    @property
    def is_due(self) -> bool:
        return timezone.now() >= self.due


class Looked(models.Model):
    """A user opened a page or a file with whole birth dates, addresses or telephone numbers. One row a request."""

    at = models.DateTimeField(_("on"), default=timezone.now)
    account = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("who"))
    role = models.CharField(_("role"), max_length=40)  # in which they looked: structure/rights.Role
    page = models.CharField(_("page"), max_length=80)  # the name of its view
    member = models.ForeignKey(
        Member, models.CASCADE, null=True, related_name="looked_at", verbose_name=_("member")
    )  # None: several
    chosen = models.CharField(_("filter"), max_length=120, blank=True)  # which of them, as the address has it
    count = models.PositiveIntegerField(_("people"), default=1)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["at"], name="looked_by_day"),
            models.Index(fields=["member", "-at"], name="looked_at_member"),
        ]
        verbose_name = _("entry of the reading log")
        verbose_name_plural = _("reading log")

    def __str__(self) -> str:
        return f"{self.account} {self.page}"
