"""Decisions of people: whom a spelling means, and what was corrected."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Member
from tournaments.models.tournaments import Pairing, Participant, Tournament

USER = settings.AUTH_USER_MODEL


class ConfirmedSpelling(models.Model):
    """A person confirmed that this spelling in this club's files means this member: the next file needs no click."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("club"))
    name_key = models.CharField(_("spelling"), max_length=200)  # names.matching_key of the file's name
    # FIDE id, licence or birth date of the file, if any
    number_key = models.CharField(_("number in the file"), max_length=60, blank=True)
    member = models.ForeignKey(Member, models.CASCADE, related_name="spellings", verbose_name=_("member"))
    confirmed_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("confirmed by")
    )
    confirmed_at = models.DateTimeField(_("confirmed"), auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key", "number_key"], name="spelling_once_a_club"),
            models.UniqueConstraint(  # SQLite and PostgreSQL count two missing clubs as different
                fields=["name_key", "number_key"], condition=Q(club=None), name="spelling_once_without_club"
            ),
        ]
        verbose_name = _("known alias")
        verbose_name_plural = _("known aliases")

    def __str__(self) -> str:
        return self.name_key


class CorrectionDecision(models.Model):
    """One decision to correct an accepted tournament: its changes (`Correction`) were made together, for one reason."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="correction_decisions")
    reason = models.CharField(_("reason"), max_length=300)
    claim = models.CharField(_("claim"), max_length=40, blank=True, default="", db_default="")  # its number, if any
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by", verbose_name=_("reverses")
    )
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    made_at = models.DateTimeField(_("corrected"), auto_now_add=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        verbose_name = _("decision on a correction")
        verbose_name_plural = _("decisions on corrections")

    def __str__(self) -> str:
        return str(self.tournament)


class Correction(models.Model):
    """A change of an accepted tournament: who, when, what, why. Public. Only `corrections` writes it."""

    LONGEST = 500  # of the values before and after: the maximum length of the arbiters

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="corrections", verbose_name=_("tournament"))
    pairing = models.ForeignKey(Pairing, models.SET_NULL, null=True, blank=True, related_name="+")
    participant = models.ForeignKey(Participant, models.SET_NULL, null=True, blank=True, related_name="+")
    decision = models.ForeignKey(  # None: made by a later file, or by a version before there were decisions
        CorrectionDecision, models.CASCADE, null=True, blank=True, related_name="corrections"
    )
    field = models.CharField(_("what"), max_length=30)
    before = models.CharField(_("before"), max_length=LONGEST, blank=True)
    after = models.CharField(_("after"), max_length=LONGEST, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    made_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    made_at = models.DateTimeField(_("corrected"), auto_now_add=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")

    def __str__(self) -> str:
        return str(self.tournament)


class RememberedAnswer(models.Model):
    """What a club answered about something that its files leave open: the next file needs no click."""

    LONGEST = 120

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+", verbose_name=_("club"))
    question = models.CharField(max_length=20)
    case = models.CharField(max_length=LONGEST)  # the format, and what the file says
    answer = models.CharField(max_length=20)
    given_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("confirmed by"))
    given_at = models.DateTimeField(_("confirmed"), auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "question", "case"], name="answer_once_a_club"),
            models.UniqueConstraint(
                fields=["question", "case"], condition=Q(club=None), name="answer_once_without_club"
            ),
        ]
        verbose_name = _("remembered answer")
        verbose_name_plural = _("remembered answers")

    def __str__(self) -> str:
        return f"{self.question}: {self.answer}"
