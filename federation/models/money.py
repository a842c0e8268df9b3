"""Charges: what clubs and members owe to the federation. All amounts are in cents of the profile's currency."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models.people import Club, Member


class ChargeSeries(models.Model):
    """The last number given to a charge. Its only row is locked while numbers are given, so that there are no gaps."""

    name = models.CharField(max_length=10, primary_key=True)
    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.last}"


class ChargeQuerySet(models.QuerySet["Charge"]):
    def unpriced(self) -> ChargeQuerySet:
        """Return the charges for which there was no tariff row."""
        return self.filter(cents=None)


class Charge(models.Model):
    """An amount that a club or a member owes, raised by an act. A negative one is a credit note.

    Rows are only added (money/charges.py). The one change is the price of a charge that had none.
    """

    class Debtor(models.TextChoices):
        CLUB = "club", _("club")
        MEMBER = "member", _("member")

    class Cause(models.TextChoices):
        AFFILIATION = "affiliation", _("affiliation")
        TOURNAMENT = "tournament", _("tournament")
        DECISION = "decision", _("decision")
        HAND = "hand", _("by hand")

    number = models.PositiveBigIntegerField(_("number"), unique=True)
    debtor = models.CharField(_("debtor"), max_length=10, choices=Debtor, default=Debtor.CLUB)
    club = models.ForeignKey(
        Club, models.PROTECT, related_name="charges", null=True, blank=True, verbose_name=_("club")
    )  # empty: a member owes it, or the organiser is not known
    member = models.ForeignKey(
        Member, models.PROTECT, related_name="charges", null=True, blank=True, verbose_name=_("member")
    )
    season = models.PositiveSmallIntegerField(_("season"))
    day = models.DateField(_("day"))  # whose tariff prices it; that of a credit note is its charge's
    what = models.CharField(_("what"), max_length=40)  # as the tariff names it
    kind = models.CharField(max_length=20, blank=True)
    fee_class = models.CharField(_("fee class"), max_length=20, blank=True)
    part = models.SmallIntegerField(default=100)  # percent of the price; below 0 in a credit note
    cents = models.BigIntegerField(_("amount"), null=True, blank=True)  # empty: there was no tariff row for the day
    currency = models.CharField(_("currency"), max_length=3)
    tariff = models.JSONField(_("tariff"), default=dict)  # the row that priced it
    cause = models.CharField(_("cause"), max_length=12, choices=Cause)
    affiliation = models.PositiveBigIntegerField(null=True, blank=True)  # its id; the row may be gone
    tournament = models.PositiveBigIntegerField(null=True, blank=True)
    ruling = models.PositiveBigIntegerField(null=True, blank=True)  # of a league season, its id
    league_entry = models.PositiveBigIntegerField(null=True, blank=True)  # of teams, its id
    cancels = models.ForeignKey(
        "self", models.PROTECT, related_name="credit_notes", null=True, blank=True, verbose_name=_("cancels")
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    raised_at = models.DateTimeField(_("raised on"), auto_now_add=True)
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("of a charge", "raised by"),
    )

    objects = ChargeQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(condition=Q(debtor="club") | Q(club=None), name="charge_has_one_debtor"),
            models.CheckConstraint(condition=Q(cancels=None) | Q(part__lt=0), name="charge_credit_note_negative"),
            models.CheckConstraint(condition=~Q(cancels=F("id")), name="charge_does_not_cancel_itself"),
        ]
        indexes = [
            models.Index(fields=["club", "season"], name="charge_of_club"),
            models.Index(fields=["affiliation"], condition=~Q(affiliation=None), name="charge_of_affiliation"),
            models.Index(fields=["tournament"], condition=~Q(tournament=None), name="charge_of_tournament"),
            models.Index(fields=["ruling"], condition=~Q(ruling=None), name="charge_of_ruling"),
            models.Index(fields=["league_entry"], condition=~Q(league_entry=None), name="charge_of_league_entry"),
            models.Index(fields=["number"], condition=Q(cents=None), name="charge_without_price"),
        ]
        verbose_name = _("charge")
        verbose_name_plural = _("charges")

    def __str__(self) -> str:
        return str(self.number)


class Statement(models.Model):
    """What a club or a member owed when a statement of a season was issued. It never changes."""

    club = models.ForeignKey(
        Club, models.PROTECT, related_name="statements", null=True, blank=True, verbose_name=_("club")
    )
    member = models.ForeignKey(
        Member, models.PROTECT, related_name="statements", null=True, blank=True, verbose_name=_("member")
    )
    season = models.PositiveSmallIntegerField(_("season"))
    number = models.PositiveSmallIntegerField(_("number"))  # of the club or member and season
    facts = models.JSONField(_("content"))  # see money/statements.py
    digest = models.CharField(_("checksum"), max_length=64)
    issued_at = models.DateTimeField(_("issued on"), auto_now_add=True)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("issued by")
    )

    class Meta:
        ordering = ["club", "-season", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "season", "number"], name="statement_once"),
            models.UniqueConstraint(fields=["member", "season", "number"], name="statement_of_member_once"),
            models.CheckConstraint(condition=Q(club=None) ^ Q(member=None), name="statement_of_one"),
        ]
        verbose_name = _("statement")
        verbose_name_plural = _("statements")

    def __str__(self) -> str:
        return f"{self.club_id or self.member_id} {self.season}/{self.number}"


class StatementMail(models.Model):
    """The mail of a statement to one of its readers. It is never sent twice."""

    statement = models.ForeignKey(Statement, models.CASCADE, related_name="mails", verbose_name=_("statement"))
    to = models.CharField(max_length=30)  # "user 7", "guardian 3" or "member"
    begun_at = models.DateTimeField(null=True)  # when it was handed to the mail server
    sent_at = models.DateTimeField(null=True)  # when the mail server had taken it

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["statement", "to"], name="statement_mail_once")]
        verbose_name = _("mail of a statement")
        verbose_name_plural = _("mails of statements")

    def __str__(self) -> str:
        return f"{self.statement_id} {self.to}"


class Reminder(models.Model):
    """That a club was reminded of what it did not pay by the due day of a season."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="reminders", verbose_name=_("club"))
    season = models.PositiveSmallIntegerField(_("season"))
    cents = models.BigIntegerField(_("amount"))  # that was overdue
    day = models.DateField(_("day"))
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("sent by")
    )

    class Meta:
        ordering = ["club", "-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "season", "day"], name="reminder_once_a_day")]
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")

    def __str__(self) -> str:
        return f"{self.club_id} {self.day}"


class Suspension(models.Model):
    """A club that did not pay in time: until an officer lifts it, it cannot renew or enrol anyone."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="suspensions", verbose_name=_("club"))
    start = models.DateField(_("first day"))
    cents = models.BigIntegerField(_("amount"))  # that was overdue
    article = models.CharField(_("article"), max_length=200, blank=True)
    suspended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("suspended by")
    )
    lifted_on = models.DateField(_("lifted on"), null=True, blank=True)

    class Meta:
        ordering = ["club", "-start", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club"], condition=Q(lifted_on=None), name="suspension_one_in_force")
        ]
        verbose_name = _("suspension of a club")
        verbose_name_plural = _("suspensions of clubs")

    def __str__(self) -> str:
        return f"{self.club_id} {self.start}"
