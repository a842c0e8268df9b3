"""Claims of players about their games, and their evidence."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Member
from tournaments.models.decisions import CorrectionDecision
from tournaments.models.tournaments import Pairing, Tournament

USER = settings.AUTH_USER_MODEL


class ClaimQuerySet(models.QuerySet["Claim"]):
    def open(self) -> ClaimQuerySet:
        """Return the claims that wait for an answer or a decision."""
        return self.exclude(state=Claim.State.CLOSED)

    def public(self) -> ClaimQuerySet:
        """Return the claims that anyone may know of: not those of minors, nor about events that nobody may see."""
        return self.filter(public=True, tournament__stage="accepted")


class Claim(models.Model):
    """What a player says is wrong about one of their games. Only the verbs of `tournaments.claims` write it."""

    LONGEST = 1000  # letters of its text

    class Kind(models.TextChoices):
        RESULT = "result", _("the result is wrong")
        COLOURS = "colours", _("the colours are swapped")
        OPPONENT = "opponent", _("the opponent was another player")
        DATE = "date", _("the date is wrong")
        TWICE = "twice", _("the game is counted twice")
        NOT_ME = "not_me", _("it was not me who played")
        MISSING = "missing", _("a game is missing")

    class State(models.TextChoices):
        LATE = "late", _("raised late, with the rating officer")
        ORGANISER = "organiser", _("with the organiser")
        OFFICER = "officer", _("with the rating officer")
        CLOSED = "closed", _("closed")

    class Answer(models.TextChoices):
        AGREES = "agrees", _("the organiser agrees")
        DISAGREES = "disagrees", _("the organiser disagrees")
        SILENT = "silent", _("the organiser did not answer")

    class Outcome(models.TextChoices):
        CORRECTED = "corrected", _("corrected")
        REFUSED = "refused", _("refused")
        NOT_ADMISSIBLE = "late", _("not admissible")
        WITHDRAWN = "withdrawn", _("withdrawn")

    kind = models.CharField(_("what is wrong"), max_length=10, choices=Kind)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.ORGANISER)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="claims", verbose_name=_("tournament"))
    pairing = models.ForeignKey(Pairing, models.SET_NULL, null=True, blank=True, related_name="claims")
    member = models.ForeignKey(Member, models.PROTECT, related_name="claims", verbose_name=_("member"))
    raised_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("raised by"))
    raised_at = models.DateTimeField(_("raised"), auto_now_add=True)
    text = models.TextField(_("what happened"), max_length=LONGEST)
    wanted = models.CharField(max_length=20, blank=True)  # letters of the result, day, or number of the opponent
    is_late = models.BooleanField(default=False)
    public = models.BooleanField(default=False)  # the public page counts it
    answer = models.CharField(_("answer"), max_length=10, choices=Answer, blank=True)
    answer_until = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    answered_at = models.DateTimeField(_("answered"), null=True)
    answer_text = models.CharField(_("remark"), max_length=300, blank=True)
    decide_until = models.DateTimeField(null=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    decided_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    closed_at = models.DateTimeField(_("closed"), null=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    correction = models.ForeignKey(
        CorrectionDecision, models.SET_NULL, null=True, related_name="claims", verbose_name=_("correction")
    )

    objects = ClaimQuerySet.as_manager()

    class Meta:
        ordering = ["-raised_at", "-pk"]
        indexes = [
            models.Index(fields=["answer_until"], condition=Q(state="organiser"), name="claim_waits"),
            models.Index(fields=["closed_at"], name="claim_closed"),
        ]
        verbose_name = _("claim")
        verbose_name_plural = _("claims")

    def __str__(self) -> str:
        return _("Claim %(number)s") % {"number": self.pk}

    @property
    def number(self) -> str:
        """Return what corrections name it by."""
        return str(self.pk)

    @property
    def answer_last_day(self) -> dt.date | None:
        return _day_before(self.answer_until)

    @property
    def decide_last_day(self) -> dt.date | None:
        return _day_before(self.decide_until)

    @property
    def is_open(self) -> bool:
        return self.state != self.State.CLOSED


def _day_before(end: dt.datetime | None) -> dt.date | None:
    """Return the last day before a moment at which a day ends."""
    return timezone.localdate(end - dt.timedelta(seconds=1)) if end else None


def evidence_path(evidence: Evidence, filename: str) -> str:
    """Return a path made from the digest: nothing of the sender's file name reaches the disk."""
    return f"evidence/{evidence.sha256[:2]}/{evidence.about}-{evidence.sha256}"


class Evidence(models.Model):
    """A file that shows why something is so."""

    file = models.FileField(_("file"), upload_to=evidence_path)
    name = models.CharField(_("file name"), max_length=200)
    size = models.PositiveIntegerField(_("bytes"))
    sha256 = models.CharField(_("SHA-256"), max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def about(self) -> str:
        """Return what the path of the file says of the matter."""
        raise NotImplementedError

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete the file with the row."""
        self.file.delete(save=False)
        return super().delete(*args, **kwargs)


class ClaimEvidence(Evidence):
    """A file of a claim or of its answer. It is deleted some time after the claim is closed."""

    claim = models.ForeignKey(Claim, models.CASCADE, related_name="evidence")
    by_organiser = models.BooleanField(default=False, db_default=False)  # sent with the answer

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["claim", "sha256"], name="evidence_once")]
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")

    @property
    def about(self) -> str:
        return str(self.claim_id)


class CorrectionEvidence(Evidence):
    """A file of a correction. It is deleted some time after the correction was made."""

    decision = models.ForeignKey(CorrectionDecision, models.CASCADE, related_name="evidence")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["decision", "sha256"], name="correction_evidence_once")]
        verbose_name = _("evidence of a correction")
        verbose_name_plural = _("evidence of corrections")

    @property
    def about(self) -> str:
        return f"correction-{self.decision_id}"


class ClaimMute(models.Model):
    """A pause of a member's claims that a club asked for; it applies once an officer has agreed."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", verbose_name=_("club"))
    member = models.ForeignKey(Member, models.CASCADE, related_name="+", verbose_name=_("member"))
    asked_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("asked by"))
    asked_at = models.DateTimeField(_("asked"), auto_now_add=True)
    agreed_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+", verbose_name=_("agreed by"))
    until = models.DateTimeField(_("until"), null=True)  # None: no officer has agreed yet

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "member"], name="mute_once")]
        verbose_name = _("pause of claims")
        verbose_name_plural = _("pauses of claims")

    def __str__(self) -> str:
        return f"{self.club}: {self.member}"
