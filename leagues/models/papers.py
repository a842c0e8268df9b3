"""Records that belong to a match: proposals to move it, photos of its sheet, mails about it."""

import datetime as dt
from typing import Any, NamedTuple

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.matches import Match, Side

USER = settings.AUTH_USER_MODEL


class ProposedDay(NamedTuple):
    """A day and hour that a side proposes."""

    day: dt.date
    starts: dt.time


class MoveRequest(models.Model):
    """A proposal of one side to play on another day, or in the other hall, with the answer of the other side."""

    class State(models.TextChoices):
        OPEN = "open", _("waits for an answer")
        AGREED = "agreed", _("agreed")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    match = models.ForeignKey(Match, models.CASCADE, related_name="move_requests", verbose_name=_("match"))
    side = models.CharField(max_length=4, choices=Side)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    swap = models.BooleanField(_("swap home and away"), default=False)
    proposals = models.JSONField(default=list)  # [{"day", "starts"}], up to three; empty to swap home and away only
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    answered_at = models.DateTimeField(null=True, editable=False)
    answered_by = models.ForeignKey(USER, models.SET_NULL, null=True, editable=False, related_name="+")
    answer = models.CharField(_("answer"), max_length=300, blank=True)

    class Meta:
        ordering = ["match", "at"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(state="open"), name="move_request_open_once_a_match"
            )
        ]
        verbose_name = _("proposal to move a match")
        verbose_name_plural = _("proposals to move matches")

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}"

    @property
    def days(self) -> list[ProposedDay]:
        return [
            ProposedDay(dt.date.fromisoformat(each["day"]), dt.time.fromisoformat(each["starts"]))
            for each in self.proposals
        ]


def photo_path(photo: "SheetPhoto", _name: str) -> str:
    """Return where the file is kept: below MEDIA_ROOT, under its checksum."""
    return f"sheets/{photo.sha256[:2]}/{photo.match_id}-{photo.sha256}"


class SheetPhoto(models.Model):
    """A photo of the signed match sheet. Those of the match and its officers see it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="photos", verbose_name=_("match"))
    side = models.CharField(max_length=4, choices=Side)
    file = models.FileField(_("file"), upload_to=photo_path)
    size = models.PositiveIntegerField(_("bytes"))
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["match", "at"]
        constraints = [models.UniqueConstraint(fields=["match", "sha256"], name="sheet_photo_once")]
        verbose_name = _("photo of a match sheet")
        verbose_name_plural = _("photos of match sheets")

    def __str__(self) -> str:
        return f"{self.match_id} {self.at}"

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete the file with the row."""
        self.file.delete(save=False)
        return super().delete(*args, **kwargs)


class Reminder(models.Model):
    """A mail about a match that was queued, so that it is sent once."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="reminders")
    kind = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "kind"], name="reminder_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"
