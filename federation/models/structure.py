"""The units above the clubs, which clubs belong to them, and who holds an office of a unit or a club."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from functools import reduce
from operator import or_

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models.people import Club, DatedQuerySet, Member
from federation.profiles.reading import profile
from federation.profiles.words import named

DEPTH = 3  # units of units: a district of a league of a sub-federation


ABOVE = ("pk", *("__".join(["parent"] * steps) for steps in range(1, DEPTH + 1)))  # from a unit to those above it


class UnitQuerySet(models.QuerySet["Unit"]):
    def within(self, units: models.QuerySet[Unit] | Collection[int]) -> UnitQuerySet:
        """Return these units and all below them, without a query of its own."""
        return self.filter(reduce(or_, (Q(**{f"{path}__in": units}) for path in ABOVE)))


def kind_choices() -> list[tuple[str, str]]:
    """Return the kinds of units that the profile has or had, and organisers, with their names."""
    rows = [row.kind for row in profile().sections.units] or [Unit.Kind.LEAGUE.value]
    return [(kind, named("units", kind, Unit.Kind)) for kind in dict.fromkeys([*rows, Unit.Kind.ORGANISER.value])]


class Unit(models.Model):
    """A part of the federation that is no club: a sub-federation, a league, a district, the organiser of an open."""

    class Kind(models.TextChoices):
        """The kinds that need no profile; it names the others."""

        LEAGUE = "league", _("league")
        ORGANISER = "organiser", _("organiser")  # of an open: it has no clubs and sends its own tournaments

    kind = models.CharField(_("kind"), max_length=16, choices=kind_choices, default=Kind.LEAGUE, db_default=Kind.LEAGUE)
    code = models.CharField(_("code"), max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=80)
    parent = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="parts", verbose_name=_("part of")
    )
    website = models.URLField(_("web site"), blank=True, default="", db_default="")
    email = models.EmailField(_("e-mail"), blank=True, default="", db_default="", help_text=_("Shown in public."))

    objects = UnitQuerySet.as_manager()

    class Meta:
        db_table = "federation_league"  # leagues were the only units until version 0.2.0
        ordering = ["code"]
        permissions = [("manage_money", "Can book charges and payments")]
        verbose_name = _("unit")
        verbose_name_plural = _("units")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        above, seen = self.parent, 0
        while above is not None:
            seen += 1
            if above.pk == self.pk or seen > DEPTH:
                raise ValidationError(
                    {"parent": _("A unit cannot be part of itself, and has at most three units above it.")}
                )
            above = above.parent


class UnitMembership(models.Model):
    """From when to when a club belongs to a unit: one unit of each kind on a day. A move is a new row."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="unit_memberships", verbose_name=_("club"))
    unit = models.ForeignKey(Unit, models.PROTECT, related_name="memberships", verbose_name=_("unit"))
    start = models.DateField(_("from"))
    end = models.DateField(_("to"), null=True, blank=True)

    objects = DatedQuerySet.as_manager()

    class Meta:
        ordering = ["club", "-start", "unit"]
        constraints = [
            models.CheckConstraint(condition=Q(end=None) | Q(end__gte=F("start")), name="in_unit_ends_after_start"),
            models.UniqueConstraint(fields=["club", "unit", "start"], name="in_unit_once"),
        ]
        verbose_name = _("membership of a unit")
        verbose_name_plural = _("memberships of units")

    def __str__(self) -> str:
        return f"{self.club}, {self.unit}"

    def clean(self) -> None:
        if self.start and self.end and self.end < self.start:
            raise ValidationError({"end": _("A membership cannot end before it starts.")})
        if self.start and self.club_id and self.unit_id and (other := self.overlapping().first()):
            facts = {"club": self.club, "unit": other.unit, "kind": other.unit.get_kind_display()}
            sentence = _("%(club)s belongs to %(unit)s on some of these days: one unit of a kind (%(kind)s) at a time.")
            raise ValidationError({"unit": sentence % facts})

    def overlapping(self) -> DatedQuerySet:
        """Return the other memberships of the club in units of the same kind that share a day with this one."""
        others = UnitMembership.objects.filter(Q(end=None) | Q(end__gte=self.start), club=self.club_id)
        if self.end:
            others = others.filter(start__lte=self.end)
        return others.filter(unit__kind=self.unit.kind).exclude(pk=self.pk).select_related("unit")


class OfficeQuerySet(DatedQuerySet):
    def of_accounts(self) -> OfficeQuerySet:
        """Return the offices that give rights to an account."""
        return self.filter(account__is_active=True)

    def shown(self, day: dt.date) -> list[Office]:
        """Return the offices of the day that anyone may see, with their people, in order of rank. One query."""
        found = self.on(day).filter(public=True).select_related("account", "member")
        ranks = {role: rank for rank, role in enumerate(Office.Role)}
        with_name = [office for office in found if office.public_name]
        return sorted(with_name, key=lambda office: (ranks.get(office.role, len(ranks)), office.public_name))


def role_choices() -> list[tuple[str, str]]:
    """Return the offices of the site, and those that the profile has or had, with their names."""
    rows = (row.code for row in profile().sections.roles)
    return [(code, named("roles", code, Office.Role)) for code in dict.fromkeys([*Office.Role.values, *rows])]


class Office(models.Model):
    """What an account may do for a club or a unit, and when (see structure/rights.py). Without an account it is only
    shown.
    """

    class Role(models.TextChoices):
        """The offices whose rights the site knows. A profile may name others, which act as one of these."""

        PRESIDENT = "president", _("president")
        OFFICER = "officer", _("officer")  # of a unit
        SECRETARY = "secretary", _("secretary")
        TREASURER = "treasurer", _("treasurer")
        TOURNAMENTS = "tournaments", _("tournament director")

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        db_column="user_id",
        related_name="offices",
        null=True,
        blank=True,
        verbose_name=_("account"),
        help_text=_("Without an account the office is shown, but gives no rights."),
    )
    member = models.ForeignKey(
        Member,
        models.CASCADE,
        related_name="offices",
        null=True,
        blank=True,
        verbose_name=_("member"),
        help_text=_("The person who holds the office, for the public page."),
    )
    club = models.ForeignKey(
        Club, models.CASCADE, related_name="offices", null=True, blank=True, verbose_name=_("club")
    )
    unit = models.ForeignKey(
        Unit, models.CASCADE, related_name="offices", null=True, blank=True, verbose_name=_("unit")
    )
    role = models.CharField(_("role"), max_length=12, choices=role_choices, default=Role.SECRETARY)
    start = models.DateField(_("from"))
    end = models.DateField(_("to"), null=True, blank=True)
    public = models.BooleanField(
        _("shown in public"), default=False, db_default=False, help_text=_("Name and office, on the public page.")
    )
    contact = models.EmailField(
        _("public e-mail"),
        blank=True,
        default="",
        db_default="",
        help_text=_("Shown beside the name if the office is public."),
    )

    objects = OfficeQuerySet.as_manager()

    class Meta:
        db_table = "federation_clubrole"  # as in version 0.2.0, where clubs alone had roles
        ordering = ["club", "unit", "role", "start"]
        constraints = [
            models.CheckConstraint(condition=Q(end=None) | Q(end__gte=F("start")), name="club_role_ends_after_start"),
            models.UniqueConstraint(fields=["account", "club", "role", "start"], name="club_role_once"),
        ]
        verbose_name = _("office")
        verbose_name_plural = _("offices")

    def __str__(self) -> str:
        return f"{self.account or self.member}, {self.get_role_display()} {self.place}"

    def shares_a_day(self, start: dt.date, end: dt.date | None) -> bool:
        """Return whether it shares a day with the interval. Without an end that is open."""
        return (self.end is None or self.end >= start) and (end is None or self.start <= end)

    @property
    def place(self) -> Club | Unit | None:
        return self.club or self.unit

    @property
    def holder(self) -> str:
        """Return the name of the holder for those who give the office: of the member, else of the account."""
        if self.member:
            return self.member.name
        return (self.account.get_full_name() or self.account.get_username()) if self.account else ""

    @property
    def public_name(self) -> str:
        """Return the name of the holder for anyone; "" if the site knows no name. A login is none."""
        if self.member:
            return "" if self.member.hidden else self.member.name
        return self.account.get_full_name() if self.account else ""

    def clean(self) -> None:
        if self.start and self.end and self.end < self.start:
            raise ValidationError({"end": _("An office cannot end before it starts.")})
