"""A file that a user sent."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Job, Unit
from tournaments.models.organisers import Organised
from tournaments.models.tournaments import Stage, Tournament, TournamentQuerySet

USER = settings.AUTH_USER_MODEL


def receipt_number() -> str:
    """Return an unguessable number that gives anyone access to the state of an upload."""
    return secrets.token_hex(6)


def upload_path(upload: Upload, filename: str) -> str:
    """Return a path made from the digest: nothing of the sender's file name reaches the disk."""
    return f"uploads/{upload.sha256[:2]}/{upload.sha256}"


class UploadQuerySet(models.QuerySet["Upload"]):
    def with_activity(self) -> UploadQuerySet:
        """Add ``has_active_tournaments``: one of its tournaments is waiting to be checked, submitted or accepted."""
        read = Tournament.objects.filter(upload=OuterRef("pk")).exclude(stage=Stage.REJECTED)
        renewed = TournamentUpdate.objects.filter(upload=OuterRef("pk")).exclude(tournament__stage=Stage.REJECTED)
        return self.annotate(has_active_tournaments=Exists(read) | Exists(renewed))


class Upload(Organised, models.Model):
    """A file that a user sent, or its extract. The same bytes for the same rounds are one upload, however often sent.

    Sent for another club they are another upload if nothing of the first is left, which is then ``superseded``.
    """

    class State(models.TextChoices):
        RECEIVED = "received", _("received")
        READ = "read", _("read")
        FAILED = "failed", _("unreadable")

    file = models.FileField(_("file"), upload_to=upload_path)
    name = models.CharField(_("file name"), max_length=200)
    removed_at = models.DateTimeField(_("original removed"), null=True, editable=False)  # then ``file`` is empty
    size = models.PositiveIntegerField(_("bytes"))
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    # Of the file as it came; only its extract may be kept (`intake.private`). "": nobody has looked through it yet.
    sent_sha256 = models.CharField(
        _("SHA-256 of the file as sent"), max_length=64, blank=True, default="", db_default="", editable=False
    )
    receipt = models.CharField(_("receipt"), max_length=12, unique=True, default=receipt_number, editable=False)
    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="uploads", verbose_name=_("club")
    )
    unit = models.ForeignKey(  # a league, or the organiser of an open, that sent it for itself
        Unit, models.PROTECT, null=True, blank=True, related_name="uploads", verbose_name=_("unit")
    )
    uploaded_by = models.ForeignKey(
        USER, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("uploaded by")
    )
    uploaded_at = models.DateTimeField(_("uploaded"), auto_now_add=True)
    state = models.CharField(_("status"), max_length=10, choices=State, default=State.RECEIVED)
    format = models.CharField(_("format"), max_length=20, blank=True)
    error_template = models.CharField(max_length=500, blank=True, editable=False)  # English sentence with holes
    error_facts = models.JSONField(default=dict, editable=False)  # fills the holes
    error_place = models.JSONField(default=dict, editable=False)  # Place.facts()
    job = models.ForeignKey(Job, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("job"))
    updated_tournaments = models.ManyToManyField(  # of earlier files
        "Tournament",
        through="TournamentUpdate",
        related_name="updated_by",
        editable=False,
        verbose_name=_("updated tournaments"),
    )
    first_round = models.PositiveSmallIntegerField(_("from round"), null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)
    superseded = models.BooleanField(_("sent again for another club"), default=False, editable=False)
    dismissed = models.BooleanField(_("dismissed"), default=False, db_default=False, editable=False)  # by its club
    sender_not_notified = models.BooleanField(default=False, editable=False)  # reading failed, no mail has said so

    objects = UploadQuerySet.as_manager()

    class Meta:
        ordering = ["-uploaded_at", "-id"]
        constraints = [
            models.UniqueConstraint(  # missing rounds would count as different
                "sha256",
                Coalesce("first_round", 0),
                Coalesce("last_round", 0),
                condition=Q(superseded=False),
                name="upload_once_for_these_rounds",
            )
        ]
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return self.name

    def all_tournaments(self) -> TournamentQuerySet:
        """Return the tournaments that were read from the file, and those that it updated."""
        renewed = TournamentUpdate.objects.filter(upload=self).values("tournament")
        return Tournament.objects.filter(Q(upload=self) | Q(pk__in=renewed))

    @property
    def is_empty(self) -> bool:
        """Return whether it was read and all its tournaments were deleted. One query."""
        return self.state == self.State.READ and not self.all_tournaments().exists()

    @property
    def is_to_read(self) -> bool:
        """Return whether it was not read, could not be read, or is empty. One query if it was read."""
        return not self.superseded and (self.state != self.State.READ or self.is_empty)

    @property
    def is_for_some_rounds(self) -> bool:
        """Return whether the sender left out rounds of the file."""
        return bool(self.first_round or self.last_round)

    def is_for_the_same(self, other: Upload) -> bool:
        """Return whether both were sent for the same organiser and the same rounds."""
        rounds = (self.first_round, self.last_round)
        return self.has_organiser_of(other) and rounds == (other.first_round, other.last_round)

    def has_rounds_of(self, other: Upload) -> bool:
        """Return whether it takes all the rounds that the other one takes of the same file."""
        begins = (self.first_round or 1) <= (other.first_round or 1)
        ends = not self.last_round or bool(other.last_round and other.last_round <= self.last_round)
        return begins and ends

    @property
    def is_at_work(self) -> bool:
        """Return whether a worker reads it or will read it."""
        return self.state == self.State.RECEIVED and self.job is not None and not self.job.is_over


class TournamentUpdate(models.Model):
    """A tournament that was read from a later file and updated another one: its file, and the updated tournament."""

    upload = models.ForeignKey(Upload, models.CASCADE, null=True, related_name="+")
    position = models.PositiveIntegerField(default=1)  # in the file
    replaced_id = models.PositiveBigIntegerField(null=True, unique=True)  # its id: old addresses lead to ``tournament``
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("tournament update")
        verbose_name_plural = _("tournament updates")

    def __str__(self) -> str:
        return f"{self.replaced_id} -> {self.tournament_id}"
