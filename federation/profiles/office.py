"""Sections of a profile about money, deadlines and claims."""

from __future__ import annotations

from typing import Literal

from federation.profiles.days import DayOfYear
from federation.profiles.section import Dated


class FeeClass(Dated, frozen=True, kw_only=True):
    """Who pays which fee, the first that fits; the row without an age is for everybody else."""

    KEY = ("code",)

    code: str
    from_age: int | None = None
    to_age: int | None = None
    age_at: Literal["enrolment_year", "season_first_day", "season_first_year", "season_second_year"] = "enrolment_year"


class Tariff(Dated, frozen=True, kw_only=True):
    """A price: in cents, or as a multiple of another row's."""

    KEY = ("what", "kind", "fee_class", "unit")

    what: str  # affiliation, ex_officio, half_after_transfer, fine_late, entry_team ...
    kind: str = ""
    fee_class: str = ""
    unit: str = ""  # where a league or district sets it
    cents: int | None = None
    times: float | None = None  # of the row `of` with the same kind and fee class
    of: str = "affiliation"
    split: dict[str, int] = {}  # in cents, by receiver
    debtor: Literal["club", "organiser", "member", "old_club_half"] = "club"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.cents is None) == (self.times is None):
            raise ValueError("give either `cents` or `times`")
        if self.split and sum(self.split.values()) != self.cents:
            raise ValueError(f"`split` adds up to {sum(self.split.values())}, not to `cents` {self.cents}")


class Billing(Dated, frozen=True, kw_only=True):
    debtor: Literal["club", "member"] = "club"
    reference: Literal["iso11649", "belgian"] = "iso11649"
    provisional: DayOfYear | None = None
    due: DayOfYear | None = None
    final: DayOfYear | None = None
    surcharge_percent: int | None = None  # proposed after the due day
    suspends: bool = False  # proposed after the due day
    half_after_transfer: bool = False  # old and new club owe half each
    block: bool = False  # clubs that owe money cannot renew
    iban: str = ""  # the account to which clubs pay
    debit: bool = False  # clubs may pay by SEPA direct debit
    creditor_id: str = ""  # of the federation, for direct debits
    debit_notice_days: int = 14  # between the announcement and the day of a direct debit
    invoice: bool = False
    accounts: dict[str, str] = {}  # the bookkeeper's account by `what`

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.debit and not (self.iban and self.creditor_id):
            raise ValueError("`debit` needs `iban` and `creditor_id`")


STOPPING = {"announce", "announce_norms", "results", "results_last"}  # an officer decides on what comes later


class Clock(Dated, frozen=True, kw_only=True):
    """A deadline: so many days or months before or after something, the last day included."""

    KEY = ("what",)

    what: Literal[
        "announce", "announce_norms", "round_report", "results", "results_before_list", "results_last", "forward",
        "claim", "claim_answer", "claim_decision", "fide_register", "fide_results",
    ]  # fmt: skip
    days: int | None = None
    months: int | None = None
    before_month_end: int | None = None  # days
    after: Literal["", "last_round", "round", "list", "submitted", "claim", "answer"] = ""
    before: Literal["", "first_round", "list"] = ""
    longer_than_days: int | None = None  # only for events of more days
    then: Literal["warn", "needs_override", "refuse"] = "warn"
    fine: str = ""  # the `what` of a tariff row

    def __post_init__(self) -> None:
        super().__post_init__()
        if [self.days, self.months, self.before_month_end].count(None) != 2:
            raise ValueError("give one of `days`, `months` and `before_month_end`")
        if self.then != "warn" and self.what not in STOPPING:
            raise ValueError(f"`then` of {self.what} is always warn")
        if self.before_month_end is None and bool(self.after) == bool(self.before):
            raise ValueError("give either `after` or `before`")


class Claims(Dated, frozen=True, kw_only=True):
    admissible: Literal["until_publication", "after_list"] = "until_publication"
    after_list_months: int | None = None
    after_list_days: int | None = None
    officer_until_months: int | None = None  # an officer may still take it
    answer_days: int = 10
    decide_days: int = 10

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.admissible == "after_list") != bool(self.after_list_months or self.after_list_days):
            raise ValueError("`after_list_months` or `after_list_days` belong to `admissible` after_list")
