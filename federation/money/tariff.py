"""Prices: the tariff of the profile on a day, and the fee class of a member."""

import datetime as dt
from typing import Any, NamedTuple

import msgspec

from federation.identity.seasons import bounds
from federation.profiles.dated import Day
from federation.profiles.office import FeeClass, Tariff
from federation.profiles.reading import profile

WHOLE = 100  # percent
AFFILIATION = "affiliation"  # as tariffs name it


class Price(NamedTuple):
    """What something costs in cents, the row that says so, and who owes it by that row."""

    cents: int
    row: dict[str, Any]  # as JSON stores it
    debtor: str


def price(what: str, day: dt.date, kind: str = "", fee_class: str = "", unit: str = "") -> Price | None:
    """Return the price that holds on the day; None if the tariff has no row for it. Nothing is guessed.

    ``unit`` is the code of the league. A row that names kind, fee class or unit goes before one that is for all.
    """
    rules = profile().on(day)
    row = _row(rules, what, kind, fee_class, unit)
    if row is None:
        return None
    kept = msgspec.to_builtins(row, str_keys=True)
    if row.cents is not None:
        return Price(row.cents, kept, row.debtor)
    of = _row(rules, row.of, kind, fee_class, unit)
    if of is None or of.cents is None or row.times is None:
        return None
    return Price(round(of.cents * row.times), {**kept, "of_row": msgspec.to_builtins(of, str_keys=True)}, row.debtor)


def members_pay(day: dt.date) -> bool:
    """Return whether something on that day is charged to members themselves."""
    rules = profile().on(day)
    named = {rules.billing.debtor, rules.unaffiliated.debtor, *(row.debtor for row in rules.tariff)}
    return "member" in named


def charged_by_hand(day: dt.date) -> list[str]:
    """Return what a treasurer may charge by hand: what the tariff of the day names and no act of the site charges."""
    rules = profile().on(day)
    known = {row.what for row in rules.tariff} | set(rules.billing.accounts)
    acts = {AFFILIATION, rules.unaffiliated.tariff, "ex_officio", "rating_member", "half_after_transfer", "payment"}
    return [*sorted((known | {"fine_late", "fine_forfeit", "entry_team"}) - acts), "other"]


def _row(rules: Day, what: str, kind: str, fee_class: str, unit: str) -> Tariff | None:
    """Return the row that fits most closely."""
    fitting = [
        row
        for row in rules.tariff
        if row.what == what and row.kind in {"", kind} and row.fee_class in {"", fee_class} and row.unit in {"", unit}
    ]
    return max(fitting, key=lambda row: (bool(row.unit), bool(row.fee_class), bool(row.kind)), default=None)


def share(cents: int, part: int) -> int:
    """Return so many percent of an amount, towards 0: the same number of cents is credited and charged."""
    return (1 if part > 0 else -1) * (cents * abs(part) // WHOLE)


def fee_class(birth_date: dt.date | None, day: dt.date, season: int) -> str:
    """Return the first fee class that fits (A05); for an unknown birth date that of everybody else."""
    for row in profile().on(day).fee_classes:
        if row.from_age is None and row.to_age is None:
            return row.code
        if birth_date is not None and _fits(row, _age(row, birth_date, day, season)):
            return row.code
    return ""


def _fits(row: FeeClass, age: int) -> bool:
    return (row.from_age is None or row.from_age <= age) and (row.to_age is None or age <= row.to_age)


def _age(row: FeeClass, birth_date: dt.date, day: dt.date, season: int) -> int:
    """Return the age that counts: reached within a year, or on the first day of the season."""
    first, last = bounds(season)
    if row.age_at == "season_first_day":
        had_birthday = (first.month, first.day) >= (birth_date.month, birth_date.day)
        return first.year - birth_date.year - (not had_birthday)
    years = {"enrolment_year": day.year, "season_first_year": first.year, "season_second_year": last.year}
    return years[row.age_at] - birth_date.year
