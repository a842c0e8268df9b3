"""The money of the demo: what clubs owe for the season, what most of them paid, and a bank file for the treasurer."""

import csv
import datetime as dt
import io
from collections.abc import Sequence
from pathlib import Path

from django.contrib.auth.models import User
from django.utils import timezone

from federation.bank.bank_csv import COLUMNS
from federation.bank.bank_files import take_in
from federation.bank.bank_lines import shown
from federation.identity.seasons import season_year
from federation.models import Affiliation, BankLine, Club
from federation.money import charges, payments
from federation.money.balances import balances
from federation.money.references import reference_of

PLACES = {"day": 0, "amount": 1, "structured": 2, "text": 3, "payer": 4, "iban": 5}
UNPAID = 7  # every seventh club has not paid yet
PAID_AFTER = dt.timedelta(days=30)


def fill(folder: Path, treasurer: User) -> None:
    """Charge the affiliations of the season, and book what most clubs paid by bank.

    A second file of the bank is written for the treasurer to read: ``bank.csv``, of which the columns are known.
    """
    today = timezone.localdate()
    quoted = charges.quoted(Affiliation.objects.on(today).exclude(club=None), by=treasurer)
    made = charges.store([charge for charge in quoted if charge.cents and charge.club_id])
    if not made:
        return  # no tariff, or members pay themselves
    season, first = season_year(today), min(charge.day for charge in made)
    owed = balances({charge.club_id for charge in made if charge.club_id})
    clubs = [club for club in Club.objects.order_by("key") if owed.get(club.pk, 0) > 0]
    late = clubs[::UNPAID]
    paid = [_row(first + PAID_AFTER, club, owed[club.pk], season) for club in clubs if club not in late]
    if not paid:
        return
    take_in(_file(paid), "bank-1.csv", treasurer, PLACES)
    payments.book_sure(BankLine.objects.values_list("pk", flat=True), treasurer)
    day, fees, _reference, *others = _row(today, late[0], owed[late[0].pk], season)
    waiting = [[day, fees, "", *others], *(_row(today, club, owed[club.pk], season) for club in late[1:4])]
    (folder / "bank.csv").write_bytes(_file(waiting))


def _row(day: dt.date, club: Club, cents: int, season: int) -> list[str]:
    return [day.isoformat(), shown(cents), reference_of(club, season), "", club.name, ""]


def _file(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows([[str(COLUMNS[name]) for name in PLACES], *rows])
    return text.getvalue().encode()
