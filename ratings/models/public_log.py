"""The public log: what the federation published, in an order that nobody can change unnoticed."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class LogEntry(models.Model):
    """An entry of the public log. Only `public_log.append` writes it; it never changes."""

    class Kind(models.TextChoices):
        LIST = "list", _("list published")
        CORRECTION = "correction", _("correction")
        RULES = "rules", _("rules changed")
        KEY = "key", _("new key")

    number = models.PositiveIntegerField(_("number"), primary_key=True)  # 0, 1, 2 ... without a gap
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    subject = models.CharField(_("subject"), max_length=100, db_index=True)  # "elo 2026-07-01 r0", "17"; see append.py
    content = models.TextField(_("content"))  # the entry itself, to the byte: one line of JSON
    salt = models.CharField(max_length=32, blank=True)  # what opens the commitment of a correction
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")

    def __str__(self) -> str:
        return f"{self.number}"
