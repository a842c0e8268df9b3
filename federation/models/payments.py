"""Payments, the lines of bank files, SEPA direct debits. All amounts are in cents of the profile's currency."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.people import Club, Member


class BankLineQuerySet(models.QuerySet["BankLine"]):
    def with_booked(self) -> BankLineQuerySet:
        """Annotate each line with ``booked``: the cents that payments name it for."""
        return self.annotate(booked=Coalesce(Sum("payments__cents"), Value(0)))

    def waiting(self) -> BankLineQuerySet:
        """Return the lines that are not booked entirely, annotated with ``booked``."""
        return self.with_booked().filter(set_aside=False).exclude(booked=F("cents"))


class BankLine(models.Model):
    """A line of a bank's file. The same line in another file is not stored again."""

    account = models.CharField(_("bank account"), max_length=34, blank=True)
    reference = models.CharField(_("reference of the bank"), max_length=60, blank=True)
    digest = models.CharField(max_length=64)
    booked_on = models.DateField(_("day"))
    cents = models.BigIntegerField(_("amount"))  # below 0: paid by the federation
    structured = models.CharField(_("structured reference"), max_length=60, blank=True)
    text = models.CharField(_("communication"), max_length=500, blank=True)
    payer = models.CharField(_("payer"), max_length=140, blank=True)
    iban = models.CharField("IBAN", max_length=34, blank=True)
    debit = models.CharField(max_length=35, blank=True, default="", db_default="")  # our reference of a direct debit
    returned = models.CharField(max_length=4, blank=True, default="", db_default="")  # the bank's code why it came back
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
    """An amount that a club or a member paid; a negative one reverses another or pays out. Rows are only added."""

    club = models.ForeignKey(
        Club, models.PROTECT, related_name="payments", null=True, blank=True, verbose_name=_("club")
    )
    member = models.ForeignKey(
        Member, models.PROTECT, related_name="payments", null=True, blank=True, verbose_name=_("member")
    )  # who pays their own charges; then the club is empty
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
        constraints = [
            models.CheckConstraint(condition=~Q(cents=0), name="payment_has_an_amount"),
            models.CheckConstraint(condition=Q(club=None) ^ Q(member=None), name="payment_of_one"),
        ]
        indexes = [models.Index(fields=["club", "season"], name="payment_of_club")]
        verbose_name = _("payment")
        verbose_name_plural = _("payments")

    def __str__(self) -> str:
        return f"{self.day} {self.payer}"

    @property
    def payer(self) -> Club | Member:
        """Return the club or the member for whom it is booked."""
        return self.club or self.member  # the constraint holds that there is one


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


class Mandate(models.Model):
    """The permission of a club or a member to collect from an account. Another account is another mandate."""

    class Scheme(models.TextChoices):
        CORE = "CORE", "SEPA CORE"  # the bank pays back for eight weeks
        B2B = "B2B", "SEPA B2B"  # between firms

    club = models.ForeignKey(
        Club, models.PROTECT, related_name="mandates", null=True, blank=True, verbose_name=_("club")
    )
    member = models.ForeignKey(
        Member, models.PROTECT, related_name="mandates", null=True, blank=True, verbose_name=_("member")
    )
    reference = models.CharField(pgettext_lazy("of a mandate", "reference"), max_length=35, unique=True)
    scheme = models.CharField(_("scheme"), max_length=4, choices=Scheme, default=Scheme.CORE, db_default=Scheme.CORE)
    signed_on = models.DateField(_("signed on"))
    holder = models.CharField(_("holder of the account"), max_length=70)
    sealed_iban = models.TextField()  # encrypted (money/mandates.py)
    last_four = models.CharField(max_length=4)  # of the IBAN: what pages show
    ended_on = models.DateField(_("ended on"), null=True, blank=True)
    recorded_at = models.DateTimeField(_("recorded on"), auto_now_add=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("recorded by")
    )

    class Meta:
        ordering = ["club", "member", "-signed_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club"], condition=Q(ended_on=None), name="mandate_one_in_force"),
            models.UniqueConstraint(fields=["member"], condition=Q(ended_on=None), name="mandate_of_member_in_force"),
            models.CheckConstraint(condition=Q(club=None) ^ Q(member=None), name="mandate_of_one"),
        ]
        verbose_name = _("mandate")
        verbose_name_plural = _("mandates")

    def __str__(self) -> str:
        return self.reference

    @property
    def debtor(self) -> Club | Member:
        """Return the club or the member that pays by it."""
        return self.club or self.member  # the constraint holds that there is one


class Collection(models.Model):
    """Direct debits that go to the bank in one file."""

    day = models.DateField(_("day"))  # on which the accounts are debited
    made_at = models.DateTimeField(_("made on"), auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    withdrawn_at = models.DateTimeField(_("withdrawn on"), null=True, blank=True)  # it was not sent to the bank

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("collection")
        verbose_name_plural = _("collections")

    def __str__(self) -> str:
        return self.reference

    @property
    def reference(self) -> str:
        """Return what names the file at the bank."""
        return f"DD{self.pk}"


class DebitQuerySet(models.QuerySet["Debit"]):
    def pending(self) -> DebitQuerySet:
        """Return the debits that the bank has neither booked nor returned."""
        return self.filter(payment=None, returned="", collection__withdrawn_at=None)


class Debit(models.Model):
    """What is collected by one mandate. Once the bank books it, it is a payment; a returned one reverses that."""

    class Sequence(models.TextChoices):
        FIRST = "FRST", _("first")
        RECURRING = "RCUR", _("recurring")

    collection = models.ForeignKey(Collection, models.PROTECT, related_name="debits", verbose_name=_("collection"))
    mandate = models.ForeignKey(Mandate, models.PROTECT, related_name="debits", verbose_name=_("mandate"))
    season = models.PositiveSmallIntegerField(_("season"))
    cents = models.BigIntegerField(_("amount"))
    sequence = models.CharField(max_length=4, choices=Sequence)
    payment = models.OneToOneField(
        Payment, models.PROTECT, related_name="debit", null=True, blank=True, verbose_name=_("payment")
    )
    returned = models.CharField(_("returned"), max_length=4, blank=True)  # the code of the bank

    objects = DebitQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "mandate"], name="debit_once_a_collection"),
            models.CheckConstraint(condition=Q(cents__gt=0), name="debit_positive"),
        ]
        verbose_name = _("direct debit")
        verbose_name_plural = _("direct debits")

    def __str__(self) -> str:
        return self.reference

    @property
    def is_pending(self) -> bool:
        """Return whether the bank has neither booked nor returned it."""
        return self.payment_id is None and not self.returned and self.collection.withdrawn_at is None

    @property
    def is_booked(self) -> bool:
        """Return whether its payment stands."""
        return self.payment is not None and not hasattr(self.payment, "reversed_by")

    @property
    def batch(self) -> str:
        """Return what names the debits of its scheme and sequence in the file."""
        scheme = "B2B-" if self.mandate.scheme == Mandate.Scheme.B2B else ""
        return f"DD{self.collection_id}-{scheme}{self.sequence}"

    @property
    def reference(self) -> str:
        """Return what names it at the bank, from end to end."""
        return f"DD{self.collection_id}-{self.pk}"
