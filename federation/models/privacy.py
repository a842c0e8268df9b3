"""What data protection law requires: erasures, requests for correction, and the reading log."""

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
TO_DECIDE = dt.timedelta(days=30)


class ErasureQuerySet(models.QuerySet["Erasure"]):
    def open(self) -> ErasureQuerySet:
        """Return the erasures that are neither done nor withdrawn."""
        return self.filter(done_at=None, withdrawn_at=None)


class Erasure(models.Model):
    """The erasure of a person: one officer asks for it, another approves it after the days to think."""

    member = models.ForeignKey(Member, models.PROTECT, related_name="erasures", verbose_name=_("member"))
    reason = models.CharField(
        _("reason"), max_length=300, help_text=_("Who asked for it, when, and how you checked who they are.")
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


class RectificationQuerySet(models.QuerySet["Rectification"]):
    def open(self) -> RectificationQuerySet:
        """Return the requests that wait for a decision."""
        return self.filter(decided_at=None)


class Rectification(models.Model):
    """A member asks that something on record be corrected; an officer accepts it, or declines with a reason."""

    class Field(models.TextChoices):
        LAST_NAME = "last_name", _("last name")
        FIRST_NAME = "first_name", _("first name")
        BIRTH_DATE = "birth_date", _("birth date")
        SEX = "sex", _("sex")
        NATIONALITY = "nationality", _("nationality")

    member = models.ForeignKey(Member, models.CASCADE, related_name="rectifications", verbose_name=_("member"))
    field = models.CharField(_("what is wrong"), max_length=12, choices=Field)
    value = models.CharField(_("correct value"), max_length=100)  # a day as 1990-12-31
    proof = models.CharField(_("proof"), max_length=300, help_text=_("What proves it, for instance an identity card."))
    asked_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("requested by"))
    asked_at = models.DateTimeField(_("requested on"), default=timezone.now)
    accepted = models.BooleanField(_("accepted"), default=False)
    reason = models.CharField(_("reason"), max_length=300, blank=True)  # why it was declined
    decided_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("decided by"))
    decided_at = models.DateTimeField(_("decided on"), null=True)

    objects = RectificationQuerySet.as_manager()

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["member", "field"], condition=Q(decided_at=None), name="rectification_one_open"
            )
        ]
        verbose_name = _("request for correction")
        verbose_name_plural = _("requests for correction")

    def __str__(self) -> str:
        return f"{self.member}, {self.get_field_display()}"

    @property
    def due(self) -> dt.date:
        """Return the last day on which it is to be decided."""
        return timezone.localdate(self.asked_at) + TO_DECIDE


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
