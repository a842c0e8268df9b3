"""The values of a profile on a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from federation.profiles.identity import Demo, Federation, Number, Words
from federation.profiles.lists import Activity, Classes, Exports, Foreigners, Pool
from federation.profiles.membership import (
    Ages,
    Contact,
    Kind,
    NewMember,
    Privacy,
    Renewal,
    Retention,
    Role,
    Season,
    Transfers,
    Unaffiliated,
    UnitKind,
)
from federation.profiles.office import Billing, Claims, Clock, FeeClass, Tariff
from federation.profiles.schema import AMENDABLE, Sections
from federation.profiles.section import Dated

Row = TypeVar("Row", bound=Dated)


# Rows with which staff amend the files, by section; only those of AMENDABLE sections.
Amendments = Callable[[], Mapping[str, tuple[Dated, ...]]]


class Profile:
    """A federation's profile. What never changes is an attribute; every dated value is read through `on`."""

    def __init__(self, sections: Sections, amendments: Amendments = dict) -> None:
        self._sections, self._amendments = sections, amendments
        self.federation: Federation = sections.federation
        self.id: Number = sections.number
        self.club_id: Number = sections.club_number
        self.exports: Exports = sections.exports
        self.demo: Demo | None = sections.demo
        self.on = lru_cache(maxsize=1024)(self._on)

    def _on(self, day: dt.date) -> Day:
        """Return what is in force on the day of the matter: of the game, the enrolment, the charge; seldom today."""
        return Day(self._sections, day, self._amendments)

    def words(self, language: str) -> Words:
        """Return the federation's words in a language, else in the site's own."""
        words = self._sections.words
        return words.get(language) or words[self.federation.languages[0]]

    def all_rows(self, section: str) -> tuple[Any, ...]:
        """Return the rows of all days of a dated section, those of the files before the amendments of the staff."""
        amended = self._amendments().get(section, ()) if section in AMENDABLE else ()
        return (*getattr(self._sections, section), *amended)

    @property
    def sections(self) -> Sections:
        """Return all rows of all days: for pages and commands that show the profile itself."""
        return self._sections


class Day:
    """The rows of a profile that hold on a day, in the order of the file."""

    def __init__(self, sections: Sections, day: dt.date, amendments: Amendments) -> None:
        self._sections, self._day, self._amendments = sections, day, amendments

    def _rows(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """Return the rows in force: of those with the same key, the one that began last."""
        begun = sorted((row for row in rows if row.from_ <= self._day), key=lambda row: row.from_)
        latest = {row.key: row for row in begun}
        return tuple(
            row for row in rows if latest.get(row.key) is row and (row.until is None or self._day <= row.until)
        )

    def rows(self, section: str) -> tuple[Any, ...]:
        """Return the rows in force of a dated section, those of the files before the amendments of the staff."""
        amended = self._amended(section) if section in AMENDABLE else None
        return self._rows(getattr(self._sections, section)) if amended is None else amended

    def _amended(self, section: str) -> tuple[Any, ...]:
        return self._rows((*getattr(self._sections, section), *self._amendments().get(section, ())))

    def _one(self, rows: tuple[Row, ...], default: Row) -> Row:
        return next(iter(self._rows(rows)), default)

    @cached_property
    def season(self) -> Season:
        return self._one(self._sections.season, Season())

    @cached_property
    def renewal(self) -> Renewal:
        return self._one(self._sections.renewal, Renewal())

    @property
    def unaffiliated(self) -> Unaffiliated:
        return next(iter(self._amended("unaffiliated")), Unaffiliated(then="refuse"))

    @cached_property
    def new_member(self) -> NewMember:
        return self._one(self._sections.new_member, NewMember())

    @cached_property
    def ages(self) -> Ages:
        return self._one(self._sections.ages, Ages())

    @cached_property
    def billing(self) -> Billing:
        return self._one(self._sections.billing, Billing())

    @cached_property
    def claims(self) -> Claims:
        return self._one(self._sections.claims, Claims())

    @cached_property
    def activity(self) -> Activity:
        return self._one(self._sections.activity, Activity())

    @cached_property
    def foreigners(self) -> Foreigners:
        return self._one(self._sections.foreigners, Foreigners())

    @cached_property
    def privacy(self) -> Privacy:
        return self._one(self._sections.privacy, Privacy())

    @property
    def retention(self) -> Retention:
        return next(iter(self._amended("retention")), Retention())

    @cached_property
    def classes(self) -> Classes | None:
        return next(iter(self._rows(self._sections.classes)), None)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        return self._rows(self._sections.kinds)

    @cached_property
    def units(self) -> tuple[UnitKind, ...]:
        return self._rows(self._sections.units)

    @property
    def roles(self) -> tuple[Role, ...]:
        return self._amended("roles")

    @cached_property
    def shipped_roles(self) -> tuple[Role, ...]:
        """Return the offices as the files have them. Staff add offices during the year, but no rights."""
        return self._rows(self._sections.roles)

    @property
    def transfers(self) -> tuple[Transfers, ...]:
        return self._amended("transfers")

    @cached_property
    def fee_classes(self) -> tuple[FeeClass, ...]:
        return self._rows(self._sections.fee_classes)

    @property
    def tariff(self) -> tuple[Tariff, ...]:
        return self._amended("tariff")

    @property
    def clocks(self) -> dict[str, Clock]:
        """Return the clocks by what they are about."""
        return {clock.what: clock for clock in self._amended("clocks")}

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        return self._rows(self._sections.pools)

    @property
    def contact(self) -> dict[str, Contact]:
        """Return the contacts by office."""
        return {row.office: row for row in self._amended("contact")}
