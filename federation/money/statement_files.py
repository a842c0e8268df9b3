"""Statements and the bookkeeper's export as files: CSV, XLSX, PDF."""

import csv
import datetime as dt
import io
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import typst
from django.conf import settings
from django.utils.translation import gettext as _

from federation.bank.bank_lines import shown
from federation.bank.iban import grouped
from federation.files import xlsx_writer
from federation.i18n.dates import long_date
from federation.identity.seasons import bounds
from federation.models import Charge, Payment
from federation.money.amounts import amount
from federation.money.statements import Facts, number_of
from federation.money.words import name_of_charge
from federation.profiles.reading import profile

TEMPLATE = Path(__file__).with_name("statement.typ")
Row = tuple[str | int | float | dt.date | None, ...]


def header() -> list[str]:
    who = [_("member number"), _("name")]
    return [_("day"), _("number"), _("description"), *who, _("amount"), _("currency"), _("note")]


def rows(facts: Facts) -> Iterator[Row]:
    """Yield opening balance, charges, credit notes, payments (below 0) and balance. Amounts are in euros, not cents."""
    today, currency = _day(facts["day"]), facts["currency"]
    yield bounds(facts["season"])[0], None, _("opening balance"), "", "", facts["opening"] / 100, currency, ""
    for line in facts["lines"]:
        what = (_day(line["day"]), line["number"], name_of_charge(line), line["member"], line["member_name"])
        yield *what, None if line["cents"] is None else line["cents"] / 100, currency, line["reason"]
    for paid in facts["payments"]:
        yield _day(paid["day"]), None, _("payment"), "", "", -paid["cents"] / 100, currency, paid["note"]
    yield today, None, _("balance"), "", "", facts["balance"] / 100, currency, ""


def _day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def as_csv(facts: Facts) -> bytes:
    made = io.StringIO()
    writer = csv.writer(made, delimiter=";", lineterminator="\r\n")
    writer.writerow(header())
    writer.writerows(tuple("" if cell is None else _cell(cell) for cell in row) for row in rows(facts))
    return made.getvalue().encode("utf-8-sig")


def _cell(cell: str | int | float | dt.date) -> str:
    """Return a cell as text. What a spreadsheet would take for a formula gets an apostrophe."""
    if isinstance(cell, float):
        return f"{cell:.2f}"
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text[:1] in {"=", "+", "-", "@"} else text


def as_xlsx(facts: Facts) -> bytes:
    return xlsx_writer.write(f"{number_of(facts)} {facts['season_name']}", header(), zip(*rows(facts), strict=True))


def as_pdf(facts: Facts) -> bytes:
    """Return the statement on A4, in the reader's language. It is set by typst, with the fonts that come with it."""
    texts = {"facts": json.dumps(_printed(facts))}
    return bytes(_compiler().compile(format="pdf", sys_inputs=texts))


@cache
def _compiler() -> typst.Compiler:
    return typst.Compiler(TEMPLATE, root=TEMPLATE.parent)


def _printed(facts: Facts) -> dict[str, object]:
    """Return all words and numbers of the page as text."""

    def money(cents: int | None) -> str:
        return _("no price yet") if cents is None else amount(cents, facts["currency"])

    def day(text: str) -> str:
        return long_date(_day(text))

    sums = [
        (_("Opening balance"), money(facts["opening"])),
        (_("Charges"), money(facts["charged"])),
        (_("Credit notes"), money(facts["credited"])),
        (_("Payments"), money(-facts["paid"])),
    ]
    due = [_("Please pay by %(day)s.") % {"day": day(facts["due"])}] if facts["due"] and facts["balance"] > 0 else []
    return {
        "federation": profile().federation.name or settings.FEDERATION_NAME,
        "title": _("Statement %(season)s") % {"season": facts["season_name"]},
        "club": f"{number_of(facts)} {facts['name']}",
        "day": day(facts["day"]),
        "head": [_("Day"), _("Description"), _("Member"), _("Amount")],
        "lines": [
            [day(line["day"]), name_of_charge(line), f"{line['member']} {line['member_name']}", money(line["cents"])]
            for line in facts["lines"]
        ]
        + [[day(paid["day"]), _("payment"), paid["note"], money(-paid["cents"])] for paid in facts["payments"]],
        "sums": sums,
        "balance": [_("Balance"), money(facts["balance"])],
        "reference": [
            *(["IBAN", grouped(facts["iban"])] if facts.get("iban") else []),  # statements of before do not have it
            *(_("Reference"), facts["reference"]),
        ],
        "notes": [*due, *([] if facts["invoice"] else [_("This statement is not an invoice.")])],
        "page": _("Page"),
    }


BOOKKEEPING = ("day", "number", "club", "what", "member", "account", "amount")


def bookkeeping(season: int) -> bytes:
    """Return all charges, credit notes and payments of a season as CSV, with numbers instead of names.

    ``account`` is the bookkeeper's, from the profile. ``club`` is empty for members who pay directly. The sum of the
    amounts of a club or of such a member is that of their statement.
    """
    accounts = profile().on(bounds(season)[0]).billing.accounts
    made = io.StringIO()
    writer = csv.writer(made, delimiter=";", lineterminator="\r\n")
    writer.writerow(BOOKKEEPING)
    writer.writerows(_booked(season, accounts))
    return made.getvalue().encode()


def _booked(season: int, accounts: dict[str, str]) -> Iterator[Sequence[object]]:
    charges = Charge.objects.filter(season=season).exclude(club=None, debtor=Charge.Debtor.CLUB).exclude(cents=None)
    columns = ("day", "number", "club__number", "what", "member__number", "cents")
    for day, number, club, what, member, cents in charges.order_by("day", "number").values_list(*columns):
        yield day, number, club or "", what, member or "", accounts.get(what, ""), shown(cents)
    columns = ("day", "pk", "club__number", "member__number", "cents")
    paid = Payment.objects.filter(season=season).order_by("day", "pk").values_list(*columns)
    for day, number, club, member, cents in paid:
        yield day, f"P{number}", club or "", "payment", member or "", accounts.get("payment", ""), shown(-cents)
