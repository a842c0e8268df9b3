"""Sections of a profile about members and clubs: seasons, transfers, ages, units, roles, privacy."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from msgspec import field

from federation.profiles.days import JANUARY, DayOfYear
from federation.profiles.section import Dated


class UnitKind(Dated, frozen=True, kw_only=True):
    """A kind of unit above clubs. A club belongs to at most one unit of each kind a day."""

    KEY = ("kind",)

    kind: str  # subfederation, league, district ...
    of: Literal["club", "unit"] = "club"
    officers: Literal["league", "subfederation"] = "league"  # whose rights its officers have
    codes: tuple[str, ...] = ()  # of the units that exist from the start
    names: dict[str, str] = {}  # by code
    parents: dict[str, str] = {}  # a unit's code and that of the unit above it
    forwards_results: tuple[str, ...] = ()  # codes of the units that pass on the results of their clubs


class Season(Dated, frozen=True, kw_only=True):
    """The year of affiliations. Its number is the calendar year that names it."""

    first: DayOfYear = JANUARY
    named: Literal["first_year", "second_year"] = "second_year"  # of the two calendar years that it touches
    shown: str = ""  # without it {first}-{second}, or {first} where both are the same
    enrol_from: DayOfYear | None = None  # who enrols from this day on belongs to the next season, too
    months_from_enrolment: int | None = None  # an affiliation ends so many months after its start, in no season

    @property
    def text(self) -> str:
        """Return how a season is written, with {first} and {second} for its calendar years."""
        return self.shown or ("{first}" if self.first == JANUARY else "{first}-{second}")


class Kind(Dated, frozen=True, kw_only=True):
    """A kind of affiliation."""

    KEY = ("code",)

    code: str
    member: bool = True
    rated: bool = True
    main: bool = True  # False: beside another affiliation
    fee: bool = True
    to_age: int | None = None  # proposed up to this age


class Transfers(Dated, frozen=True, kw_only=True):
    """A window in which members change their club."""

    KEY = ("name",)

    name: str = ""
    asked_from: DayOfYear
    asked_to: DayOfYear
    effective: DayOfYear
    by: Literal["new_club", "old_club", "member", "officer"] = "new_club"
    objection_days: int = 0  # 0: the old club may object until an officer decides

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.asked_from <= self.effective < self.asked_to:
            raise ValueError(f"`effective` {self.effective} is before `asked_to` {self.asked_to}")

    def __contains__(self, day: dt.date) -> bool:
        """Return whether a transfer may be asked for on the day. A window may span New Year."""
        return day <= self.asked_to.on_or_after(self.asked_from.on_or_before(day))


class Renewal(Dated, frozen=True, kw_only=True):
    opens: DayOfYear | None = None
    grace_until: DayOfYear | None = None  # until then last season's members keep its rights
    ends: Literal["season", "at_once"] = "season"  # when a resignation takes effect


class Unaffiliated(Dated, frozen=True, kw_only=True):
    """What becomes of games of people who were not affiliated on the day."""

    then: Literal["charge", "refuse", "rating_member", "count"]
    debtor: Literal["organiser", "club", "member"] = "organiser"
    tariff: str = ""  # the `what` of the row that prices it
    else_: Literal["", "zero_forfeit", "refuse"] = field(default="", name="else")


NEW_MEMBER_FIELDS = Literal[
    "last_name", "first_name", "sex", "birth_date", "birth_year", "birth_place", "nationality", "fide_federation",
    "street", "postcode", "town", "country", "email", "telephone",
]  # fmt: skip


class NewMember(Dated, frozen=True, kw_only=True):
    required: tuple[NEW_MEMBER_FIELDS, ...] = ("last_name", "birth_date")


class Ages(Dated, frozen=True, kw_only=True):
    """Age categories: the age reached in the year of reference counts."""

    reference: Literal["calendar_year"] = "calendar_year"
    youth: tuple[int, ...] = ()  # 12 is U12: those of 12 or less
    veteran: tuple[int, ...] = ()  # 50 is S50: those of 50 or more
    turns_in_month: int = 1  # 9: from September on the next year's age counts
    names: dict[str, str] = {}  # U12, senior, S50 as the federation writes them

    def __post_init__(self) -> None:
        super().__post_init__()
        if list(self.youth + self.veteran) != sorted({*self.youth, *self.veteran}):
            raise ValueError("`youth` and `veteran` must rise, the youth below the veterans")
        if not 1 <= self.turns_in_month <= 12:
            raise ValueError(f"`turns_in_month` {self.turns_in_month} is not a month")


class Role(Dated, frozen=True, kw_only=True):
    """An office of a club or of a unit. Its rights are those of an office that the site knows; without one, none."""

    KEY = ("code", "of")

    code: str
    of: str = "club"  # club, unit (of any kind), or a kind of unit
    acts_as: Literal["", "president", "officer", "secretary", "treasurer", "tournaments"] = ""  # else as its own code
    public: bool = True  # proposed for a new office
    at_least: int = 0  # so many must stay


class Privacy(Dated, frozen=True, kw_only=True):
    consent_age: int | None = None  # below it, a guardian consents
    adult_age: int = 18  # younger ones are not named in bundles
    search_engines_from: int = 21  # the age from which search engines may index a member
    minors: Literal["name", "initial"] = "name"  # in public: the name, or first name and initial


class Retention(Dated, frozen=True, kw_only=True):
    """How many days what is kept."""

    uploads: int = 1095
    refused_uploads: int = 30
    previews: int = 30
    evidence: int = 90
    addresses: int = 90  # IP addresses in audit and logins
    mails: int = 90
    bank_lines: int = 3650
    backups: int = 400


class Contact(Dated, frozen=True, kw_only=True):
    """Whom people write to, by office."""

    KEY = ("office",)

    office: str
    name: str = ""
    email: str = ""
    telephone: str = ""
    page: str = ""
