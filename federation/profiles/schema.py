"""A whole profile: its sections. Their rows are in `identity.py`, `membership.py`, `office.py` and `lists.py`."""

from __future__ import annotations

from functools import cache
from typing import get_args, get_type_hints

from msgspec import field

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
from federation.profiles.section import Dated, Section


class Sections(Section, frozen=True, kw_only=True):
    """What the files of a profile hold. Dated values are read through `dated.Profile.on` only."""

    federation: Federation
    number: Number = field(name="id")
    club_number: Number = field(name="club_id")
    words: dict[str, Words]  # by language
    exports: Exports = Exports()
    demo: Demo | None = None

    season: tuple[Season, ...] = ()
    kinds: tuple[Kind, ...] = ()
    units: tuple[UnitKind, ...] = ()
    roles: tuple[Role, ...] = ()
    transfers: tuple[Transfers, ...] = ()
    renewal: tuple[Renewal, ...] = ()
    unaffiliated: tuple[Unaffiliated, ...] = ()
    new_member: tuple[NewMember, ...] = ()
    ages: tuple[Ages, ...] = ()
    fee_classes: tuple[FeeClass, ...] = ()
    tariff: tuple[Tariff, ...] = ()
    billing: tuple[Billing, ...] = ()
    clocks: tuple[Clock, ...] = ()
    claims: tuple[Claims, ...] = ()
    classes: tuple[Classes, ...] = ()
    pools: tuple[Pool, ...] = ()
    activity: tuple[Activity, ...] = ()
    foreigners: tuple[Foreigners, ...] = ()
    privacy: tuple[Privacy, ...] = ()
    retention: tuple[Retention, ...] = ()
    contact: tuple[Contact, ...] = ()

    def __post_init__(self) -> None:
        missing = set(self.federation.languages) - set(self.words)
        if missing:
            raise ValueError(f"words.toml has no words in {', '.join(sorted(missing))}")


# Sections in which staff may amend the rows of the files.
AMENDABLE = ("tariff", "clocks", "transfers", "unaffiliated", "roles", "retention", "contact")

# Sections of which the next row with the same key ends a row; a table written once counts as the only row.
DATED = (
    "season", "kinds", "units", "roles", "transfers", "renewal", "unaffiliated", "new_member", "ages", "fee_classes",
    "tariff", "billing", "clocks", "claims", "classes", "pools", "activity", "foreigners", "privacy", "retention",
    "contact",
)  # fmt: skip


@cache
def row_type(section: str) -> type[Dated]:
    """Return the struct of the rows of a dated section."""
    return get_args(get_type_hints(Sections)[section])[0]
