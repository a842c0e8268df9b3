"""Tournaments that a club or a unit announces before they begin."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.models import Club, Unit
from tournaments.models.fide import FideRated
from tournaments.models.kinds_of_play import Pace, disciplines
from tournaments.models.organisers import Organised


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def standing(self) -> AnnouncementQuerySet:
        """Return those that were not withdrawn."""
        return self.filter(withdrawn_at=None)

    def at(self, pk: int, year: int, slug: str) -> AnnouncementQuerySet:
        """Return the announcement that an address means: by year and name, or by its id."""
        return self.filter(address=f"{year}/{slug}") if slug else self.filter(pk=pk)

    def between(self, first: dt.date, last: dt.date, organisers: Collection[Organised]) -> AnnouncementQuerySet:
        """Return what still stands for days that share one with these, of those who organised something here."""
        clubs = {each.club_id for each in organisers if each.club_id}
        units = {each.unit_id for each in organisers if each.unit_id}
        return self.standing().filter(Q(club__in=clubs) | Q(unit__in=units), start__lte=last, end__gte=first)


class Announcement(Organised, FideRated):
    """A tournament to come, as its club or unit announced it. Public, also after it was withdrawn."""

    LONGEST_REASON = 300

    club = models.ForeignKey(
        Club, models.CASCADE, null=True, blank=True, related_name="announcements", verbose_name=_("organising club")
    )
    unit = models.ForeignKey(  # a league, the organiser of an open, or the federation itself
        Unit, models.CASCADE, null=True, blank=True, related_name="announcements", verbose_name=_("organising unit")
    )
    name = models.CharField(_("name"), max_length=200)
    address = models.CharField(  # of its public page, for ever: 2027/grand-prix; None: it has its id
        max_length=90, null=True, unique=True, blank=True, editable=False
    )
    city = models.CharField(_("town"), max_length=100, blank=True)
    start = models.DateField(_("first day"))
    end = models.DateField(_("last day"))
    discipline = models.CharField(
        _("discipline"), max_length=20, choices=disciplines, blank=True, default="", db_default=""
    )
    pace = models.CharField(_("time control"), max_length=10, choices=Pace, blank=True, default="", db_default="")
    website = models.URLField(
        _("web site"),
        blank=True,
        default="",
        db_default="",
        help_text=_("Where players can read more and sign up."),
    )
    norms = models.BooleanField(_("title norms can be made"), default=False)
    announced_at = models.DateTimeField(_("announced"), auto_now_add=True)
    announced_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    # When it was last moved forward or got norms: it counts as announced only then. None: never.
    tightened_at = models.DateTimeField(_("announced with these days"), null=True, editable=False)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, editable=False)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+"
    )
    withdrawal_reason = models.CharField(
        _("reason for withdrawing it"), max_length=LONGEST_REASON, blank=True, default="", db_default="", editable=False
    )
    reminded_at = models.DateTimeField(null=True, editable=False)  # that its results are due

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["start", "end", "pk"]
        indexes = [
            models.Index(fields=["end"], name="announcement_end"),
            models.Index(fields=["start"], condition=Q(fide_rated=True), name="announcement_fide"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="announcement_days"),
            models.CheckConstraint(
                condition=Q(club=None, unit__isnull=False) | Q(club__isnull=False, unit=None),
                name="announcement_of_club_or_unit",
            ),
        ]
        verbose_name = _("announced tournament")
        verbose_name_plural = _("announced tournaments")

    def __str__(self) -> str:
        return self.name

    def page(self, name: str = "announcement") -> str:
        """Return the address of its public page, or of its calendar."""
        return reverse(name, args=self.address.split("/") if self.address else [self.pk])

    @property
    def known_since(self) -> dt.datetime:
        """Return since when anyone can know its days: what counts for the deadline."""
        return self.tightened_at or self.announced_at

    @property
    def may_change(self) -> bool:
        """Return whether its organiser may change it: until its last day, and not after withdrawing it."""
        return self.withdrawn_at is None and self.end >= timezone.localdate()
