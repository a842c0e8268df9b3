"""Rows that staff put on top of the profile of the federation."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ProfileChangeQuerySet(models.QuerySet["ProfileChange"]):
    def in_force(self) -> ProfileChangeQuerySet:
        """Return the rows that were not withdrawn, the earliest first."""
        return self.filter(withdrawn_at=None).order_by("valid_from", "pk")


class ProfileChange(models.Model):
    """A row of a dated section. It is never changed; it may be withdrawn."""

    section = models.CharField(_("section"), max_length=20)
    value = models.JSONField(_("value"))  # the keys of the row, without its day and source
    valid_from = models.DateField(_("valid from"))
    article = models.CharField(_("article"), max_length=120, blank=True)
    source = models.CharField(_("source"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered on"), auto_now_add=True)
    withdrawn_at = models.DateTimeField(_("withdrawn on"), null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("withdrawn by")
    )

    objects = ProfileChangeQuerySet.as_manager()

    class Meta:
        ordering = ["section", "valid_from", "pk"]
        permissions = [
            ("amend_tariff", "Can change fees"),
            ("amend_clocks", "Can change deadlines"),
            ("amend_transfers", "Can change transfer windows"),
        ]
        verbose_name = _("amendment of the profile")
        verbose_name_plural = _("amendments of the profile")

    def __str__(self) -> str:
        return f"[[{self.section}]] {self.valid_from}"


class AppearanceQuerySet(models.QuerySet["Appearance"]):
    def in_force(self) -> AppearanceQuerySet:
        """Return what was chosen, the latest first: that one counts."""
        return self.exclude(used_at=None).order_by("-used_at", "-pk")


class Appearance(models.Model):
    """Colours and a logo that administrators chose. The latest that was put into force counts; the others are kept."""

    light = models.CharField(_("accent colour"), max_length=7, blank=True)
    dark = models.CharField(_("accent colour of dark pages"), max_length=7, blank=True)
    logo = models.BinaryField(_("logo"), blank=True)
    logo_kind = models.CharField(max_length=4, blank=True)  # png or webp
    logo_digest = models.CharField(max_length=64, blank=True, db_index=True)
    logo_width = models.PositiveIntegerField(default=0)
    logo_height = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("entered by")
    )
    at = models.DateTimeField(_("entered on"), auto_now_add=True)
    used_at = models.DateTimeField(_("in force since"), null=True, blank=True, db_index=True)  # None: a preview

    objects = AppearanceQuerySet.as_manager()

    class Meta:
        ordering = ["-used_at", "-pk"]
        default_permissions = ()
        verbose_name = _("colours and logo")
        verbose_name_plural = _("colours and logos")

    def __str__(self) -> str:
        return f"{self.light} {self.dark} {self.logo_digest[:8]}".strip()
