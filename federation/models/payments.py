"""Payments and the lines of bank files. All amounts are in cents of the profile's currency."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from federation.models.people import Club


class BankLineQuerySet(models.QuerySet["BankLine"]):
    def with_booked(self) -> BankLineQuerySet:
        """Annotate each line with ``booked``: the cents that payments name it for."""
        return self.annotate(booked=Coalesce(Sum("payments__cents"), Value(0)))

    def waiting(self) -> BankLineQuerySet:
        """Return the lines that are not booked entirely, annotated with ``booked``."""
        return self.with_booked().filter(set_aside=False).exclude(booked=F("cents"))


class BankLine(models.Model):
    """A line of a bank's file. The same line in another file is not stored again."""

    account = models.CharField(_("account"), max_length=34, blank=True)
    reference = models.CharField(_("reference of the bank"), max_length=60, blank=True)
    digest = models.CharField(max_length=64)
    booked_on = models.DateField(_("day"))
    cents = models.BigIntegerField(_("amount"))  # below 0: paid by the federation
    structured = models.CharField(_("structured reference"), max_length=60, blank=True)
    text = models.CharField(_("communication"), max_length=500, blank=True)
    payer = models.CharField(_("payer"), max_length=140, blank=True)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    file_name = models.CharField(_("file"), max_length=200)
    set_aside = models.BooleanField(_("set aside"), default=False)  # no payment of a club
    aside_because = models.CharField(_("reason"), max_length=200, blank=True, default="", db_default="")
    taken_in_at = models.DateTimeField(auto_now_add=True)
    taken_in_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    objects = BankLineQuerySet.as_manager()

    class Meta:
        ordering = ["booked_on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["account", "reference", "digest"], name="bank_line_once"),
            models.CheckConstraint(condition=~Q(cents=0), name="bank_line_has_an_amount"),
        ]
        indexes = [models.Index(fields=["iban"], condition=~Q(iban=""), name="bank_line_of_payer")]
        verbose_name = _("bank line")
        verbose_name_plural = _("bank lines")

    def __str__(self) -> str:
        return f"{self.booked_on} {self.payer}"


class Payment(models.Model):
    """An amount that a club paid; a negative one reverses another or pays out. Rows are only added."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="payments", verbose_name=_("club"))
    season = models.PositiveSmallIntegerField(_("season"))
    day = models.DateField(_("day"))
    cents = models.BigIntegerField(_("amount"))
    line = models.ForeignKey(
        BankLine, models.PROTECT, related_name="payments", null=True, blank=True, verbose_name=_("bank line")
    )
    reverses = models.OneToOneField(
        "self", models.PROTECT, related_name="reversed_by", null=True, blank=True, verbose_name=_("reverses")
    )
    note = models.CharField(_("note"), max_length=200, blank=True)
    at = models.DateTimeField(_("booked on"), auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("booked by")
    )

    class Meta:
        ordering = ["day", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(cents=0), name="payment_has_an_amount")]
        indexes = [models.Index(fields=["club", "season"], name="payment_of_club")]
        verbose_name = _("payment")
        verbose_name_plural = _("payments")

    def __str__(self) -> str:
        return f"{self.day} {self.club}"


class BankColumns(models.Model):
    """Which column of a bank's CSV is what, remembered by the names of its columns."""

    header = models.CharField(max_length=64, primary_key=True)  # a digest of the names
    columns = models.JSONField()  # {"day": 0, "amount": 3 ...}
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("columns of a bank")
        verbose_name_plural = _("columns of banks")

    def __str__(self) -> str:
        return self.header
