"""People and clubs: clubs, members, affiliations."""

from __future__ import annotations

import datetime as dt
from typing import Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Case, Count, F, OrderBy, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from federation.identity import age_categories
from federation.identity.names import search_key, whole_name
from federation.models.numbers import ClubNumberField, FormerKeyField, FormerNumberField, KeyField, MemberNumberField
from federation.profiles.reading import profile
from federation.profiles.words import named

FORMER = "Former member %(number)s"  # stored instead of a name that was erased, and translated where it is shown


class ClubQuerySet(models.QuerySet["Club"]):
    def active(self) -> ClubQuerySet:
        return self.filter(active=True)

    def with_members(self, day: dt.date) -> ClubQuerySet:
        """Annotate each club with ``members``: how many are affiliated to it on the day."""
        theirs = Affiliation.objects.on(day).filter(club=OuterRef("pk")).order_by().values("club")
        count = Subquery(theirs.annotate(count=Count("pk")).values("count"), output_field=models.IntegerField())
        return self.annotate(members=Coalesce(count, 0))


class Club(models.Model):
    """A club. Its number identifies it; the key of the number orders clubs and stands in lists."""

    number = ClubNumberField(_("number"))
    key = KeyField()
    name = models.CharField(_("name"), max_length=80)
    short_name = models.CharField(_("short name"), max_length=30, blank=True)
    # Version 0.2.0 reads it while this one migrates; `UnitMembership` took its place. The next version drops it.
    former_league = models.ForeignKey(
        *("Unit", models.SET_NULL), db_column="league_id", related_name="+", null=True, editable=False
    )
    city = models.CharField(_("town"), max_length=60, blank=True)
    website = models.URLField(_("web site"), blank=True)
    email = models.EmailField(_("e-mail"), blank=True, help_text=_("Never shown in public."))
    active = models.BooleanField(_("active"), default=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["key"]
        permissions = [("act_for_any_club", "Can act for any club")]
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


def public_order(member: str = "", *, is_descending: bool = False) -> list[OrderBy]:
    """Return the order of members by name in public; ``member`` is the prefix of their fields.

    Hidden members are last in both directions, by their numbers: their order must not reveal their names.
    """
    name = Case(When(Q((f"{member}hidden", False)), then=F(f"{member}search_name")))
    turned = [OrderBy(each, descending=is_descending) for each in (name, F(f"{member}key"))]
    return [F(f"{member}hidden").asc(), *turned]


class MemberQuerySet(models.QuerySet["Member"]):
    def current(self) -> MemberQuerySet:
        """Return the members who were not merged into another."""
        return self.filter(merged_into=None)

    def foreign(self) -> MemberQuerySet:
        """Return the members whom FIDE lists for another federation, or who live abroad, unless they keep the national
        rating (B33).
        """
        at_home = Q(fide_federation__in=["", profile().federation.country], resides_abroad=False)
        return self.exclude(at_home).filter(keeps_national_rating=False)


class Sex(models.TextChoices):
    MALE = "M", _("male")
    FEMALE = "F", _("female")
    UNKNOWN = "", _("unknown")


class Member(models.Model):
    """A person known to the federation, present or former member. The member number identifies them (B46, B48)."""

    number = MemberNumberField(_("member number"))
    key = KeyField()
    last_name = models.CharField(_("last name"), max_length=60)
    first_name = models.CharField(_("first name"), max_length=60, blank=True)
    search_name = models.CharField(max_length=130, editable=False, db_index=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex, blank=True, default="")
    birth_date = models.DateField(_("birth date"), null=True, blank=True, help_text=_("Never shown in public."))
    nationality = models.CharField(_("nationality"), max_length=3, blank=True)
    fide_federation = models.CharField(_("FIDE federation"), max_length=3, blank=True)
    fide_id = models.PositiveBigIntegerField(_("FIDE ID"), null=True, blank=True, unique=True)
    fide_rating = models.PositiveIntegerField(_("FIDE rating"), null=True, blank=True)
    resides_abroad = models.BooleanField(
        _("resides abroad"),
        default=False,
        help_text=_("Their FIDE rating applies, although FIDE lists them under this country."),
    )
    keeps_national_rating = models.BooleanField(
        _("keeps the national rating"),
        default=False,
        help_text=_("Abroad or with another federation, but their rating is still calculated here."),
    )
    title = models.CharField(_("title"), max_length=3, blank=True)
    deceased = models.BooleanField(_("deceased"), default=False)
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("The name is not shown in public; the games stay.")
    )
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="merged_from",
        verbose_name=_("merged into"),
        help_text=_("The member whose record is kept; it gets the games of both."),
    )
    erased_at = models.DateTimeField(_("erased"), null=True, editable=False)  # the person; the number stays
    # When the record was created; unknown for those older than this column.
    registered_at = models.DateTimeField(null=True, default=timezone.now, editable=False)

    objects = MemberQuerySet.as_manager()

    class Meta:
        ordering = ["search_name", "key"]
        # The second one is read backwards, for the descending order.
        indexes = [
            models.Index(*public_order(), name="member_by_public_name"),
            models.Index(F("hidden").desc(), *public_order()[1:], name="member_by_name_reversed"),
        ]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def save(self, *args: object, **kwargs: object) -> None:
        self.search_name = search_key(self.last_name, self.first_name)
        super().save(*args, **kwargs)

    @property
    def name(self) -> str:
        return whole_name(self.last_name, self.first_name)

    @property
    def public_name(self) -> str:
        return shown_name(self.number, self.last_name, self.first_name, self.hidden)

    @property
    def is_for_search_engines(self) -> bool:
        """Return whether search engines may index the member: shown by name, and an adult."""
        birth_year = self.birth_date.year if self.birth_date else None
        return not self.hidden and age_categories.is_for_search_engines(birth_year, timezone.localdate())


def hidden_name(number: str) -> str:
    """Return how public pages name a hidden member, in the reader's language."""
    return str(_("Member %(number)s") % {"number": number})


def former_name(number: str) -> str:
    """Return the last name that is stored of a person who was erased."""
    return FORMER % {"number": number}


def shown_name(number: str, last_name: str, first_name: str, hidden: bool) -> str:
    """Return how public pages name a member with these columns, in the reader's language."""
    if last_name == former_name(number):
        return str(_("Former member %(number)s") % {"number": number})
    return hidden_name(number) if hidden else whole_name(last_name, first_name)


class Licence(models.Model):
    """A number that another body gave to a member: the licence of a foreign federation, a go PIN."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="licences", verbose_name=_("member"))
    issuer = models.CharField(_("issuer"), max_length=12)
    number = models.CharField(_("number"), max_length=20)

    class Meta:
        ordering = ["issuer", "number"]
        constraints = [models.UniqueConstraint(fields=["issuer", "number"], name="licence_number_once_an_issuer")]
        verbose_name = _("licence")
        verbose_name_plural = _("licences")

    def __str__(self) -> str:
        return f"{self.issuer} {self.number}"


class FormerNumber(models.Model):
    """A number that a member had up to a day; the one that they have now is `Member.number`.

    On a given day, the number was that of the member whose row ends first on or after the day; without such a row it
    was that of the member who has it now. So a number may be given again, and no day has two holders.
    """

    member = models.ForeignKey(Member, models.CASCADE, related_name="former_numbers", verbose_name=_("member"))
    number = FormerNumberField(_("member number"))
    key = FormerKeyField()
    end = models.DateField(_("to"), help_text=_("The last day on which the member had this number."))

    class Meta:
        ordering = ["-end"]
        constraints = [models.UniqueConstraint(fields=["key", "end"], name="former_number_ends_once")]
        verbose_name = _("former number")
        verbose_name_plural = _("former numbers")

    def __str__(self) -> str:
        return str(_("%(number)s until %(day)s") % {"number": self.number, "day": date_format(self.end)})

    def clean(self) -> None:
        if self.end and self.end >= timezone.localdate():
            raise ValidationError({"end": _("A former number ended before today.")})


class DatedQuerySet(models.QuerySet):
    """Rows that are valid from one day to another, or without an end."""

    def on(self, day: dt.date) -> Self:
        """Return the rows that are valid on the day."""
        return self.filter(Q(end=None) | Q(end__gte=day), start__lte=day)


class AffiliationQuerySet(DatedQuerySet):
    def dates(self, field_name: str, kind: str, order: str = "ASC") -> list[dt.date]:
        """Return the distinct years, months or days. There are few first days, so no row's year is extracted.

        Django would have SQLite call Python for each of hundreds of thousands of rows.
        """
        days = self.order_by().values_list(field_name, flat=True).distinct()
        first = {"year": {"month": 1, "day": 1}, "month": {"day": 1}, "day": {}}[kind]
        return sorted({day.replace(**first) for day in days if day}, reverse=order == "DESC")


def kind_choices() -> list[tuple[str, str]]:
    """Return the kinds of affiliations that the profile has or had, with their names."""
    codes = dict.fromkeys(row.code for row in profile().sections.kinds) or {Affiliation.Kind.FULL.value: None}
    return [(code, named("kinds", code, Affiliation.Kind)) for code in codes]


def usual_kind() -> str:
    """Return the kind of a new affiliation: the first of the profile."""
    rows = profile().sections.kinds
    return rows[0].code if rows else Affiliation.Kind.FULL.value


class Affiliation(models.Model):
    """An interval in which a member is affiliated. Those of a member never overlap (members/affiliations.py)."""

    class Kind(models.TextChoices):
        """The kind where the profile names none; it names the others."""

        FULL = "full", _("full")

    class EndCause(models.TextChoices):
        NONE = "", _("none")
        EXPIRED = "expired", _("not renewed")
        TRANSFER = "transfer", _("transfer")
        RESIGNED = "resigned", _("resignation")
        DECEASED = "deceased", _("death")
        CORRECTED = "corrected", _("correction")

    member = models.ForeignKey(Member, models.CASCADE, related_name="affiliations", verbose_name=_("member"))
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        related_name="affiliations",
        null=True,
        blank=True,
        db_index=False,  # affiliation_of_club begins with it
        verbose_name=_("club"),
    )
    kind = models.CharField(_("kind"), max_length=16, choices=kind_choices, default=usual_kind)
    start = models.DateField(_("from"))
    end = models.DateField(_("to"), null=True, blank=True)
    end_cause = models.CharField(_("end cause"), max_length=10, choices=EndCause, blank=True, default="")
    ex_officio = models.BooleanField(
        _("automatic"), default=False, help_text=_("Created because the player was not affiliated when they played.")
    )
    charged_to = models.ForeignKey(
        Club,
        models.PROTECT,
        related_name="charged_affiliations",
        null=True,
        blank=True,
        verbose_name=_("billed to"),
        help_text=_("The organising club that pays for an automatic affiliation."),
    )
    note = models.CharField(_("note"), max_length=200, blank=True)

    objects = AffiliationQuerySet.as_manager()

    class Meta:
        ordering = ["member", "-start"]
        constraints = [
            models.CheckConstraint(condition=Q(end=None) | Q(end__gte=F("start")), name="affiliation_ends_after_start"),
            models.UniqueConstraint(fields=["member", "start"], name="affiliation_one_start_a_day"),
            models.UniqueConstraint(fields=["member"], condition=Q(end=None), name="affiliation_one_open"),
        ]
        indexes = [
            models.Index(fields=["start", "end"], name="affiliation_days"),
            models.Index(fields=["club", "end", "start"], name="affiliation_of_club"),  # who is in it today
            models.Index(fields=["note"], condition=~Q(note=""), name="affiliation_noted"),
        ]
        verbose_name = _("affiliation")
        verbose_name_plural = _("affiliations")

    def __str__(self) -> str:
        end = date_format(self.end, "SHORT_DATE_FORMAT") if self.end else "…"
        return f"{self.member}, {date_format(self.start, 'SHORT_DATE_FORMAT')} – {end}"

    def clean(self) -> None:
        if self.start and self.end and self.end < self.start:
            raise ValidationError({"end": _("An affiliation cannot end before it starts.")})

    def holds_on(self, day: dt.date) -> bool:
        return self.start <= day and (self.end is None or day <= self.end)

    def shares_a_day(self, start: dt.date, end: dt.date | None) -> bool:
        """Return whether it shares a day with the interval. Without an end that is open."""
        return (self.end is None or self.end >= start) and (end is None or self.start <= end)
