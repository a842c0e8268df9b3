"""Statements of clubs and of members who pay directly: all charges and payments of a season, what is left to pay.

The facts of a statement are JSON: what its page and its files show. Issuing one stores its facts with their digest;
later changes are on the next one.
"""

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, QuerySet, Sum
from django.utils import timezone

from federation.database import bulk
from federation.identity.names import whole_name
from federation.identity.seasons import bounds, season_name
from federation.models import Charge, Club, Member, Payment, Statement
from federation.money.balances import Debtor, DebtorKind, kind_of, rows_of
from federation.money.references import reference_of
from federation.profiles.office import Billing
from federation.profiles.reading import profile

Facts = dict[str, Any]
CHARGE = (  # what `_line` takes of a charge
    *("number", "day", "what", "fee_class", "part", "cents", "cancels", "reason"),
    *("member__number", "member__last_name", "member__first_name"),
)


def facts_of(debtors: Collection[Club] | Collection[Member], season: int) -> dict[int, Facts]:
    """Return the facts of a statement for each, by id: what is true now. Four queries for any number."""
    found: list[Debtor] = list(debtors)
    if not found:
        return {}
    kind = kind_of(found[0])
    charges, payments = rows_of(kind, bulk.in_values([each.pk for each in found]))
    opening = _opening(kind, charges, payments, season)
    lines: dict[int, list[Facts]] = defaultdict(list)
    for charge in charges.filter(season=season).order_by("number").values(kind.value, *CHARGE):
        lines[charge[kind.value]].append(_line(charge, kind))  # rows, not records: there are tens of thousands
    paid: dict[int, list[Payment]] = defaultdict(list)
    for payment in payments.filter(season=season).order_by("day", "pk"):
        paid[getattr(payment, f"{kind.value}_id")].append(payment)
    return {each.pk: _facts(each, season, opening[each.pk], lines[each.pk], paid[each.pk]) for each in found}


def _opening(kind: DebtorKind, charges: QuerySet[Charge], payments: QuerySet[Payment], season: int) -> dict[int, int]:
    """Return what each owed from the seasons before."""
    owed: dict[int, int] = defaultdict(int)
    for rows, sign in ((charges, 1), (payments, -1)):
        before = rows.filter(season__lt=season).order_by().values_list(kind.value).annotate(Sum("cents"))
        for pk, cents in before:
            owed[pk] += sign * (cents or 0)
    return owed


def _facts(debtor: Debtor, season: int, opening: int, lines: list[Facts], payments: Iterable[Payment]) -> Facts:
    rules = profile().on(bounds(season)[0]).billing
    paid = [{"day": str(each.day), "cents": each.cents, "note": each.note} for each in payments]
    charged = sum(line["cents"] or 0 for line in lines if not line["credit"])
    credited = sum(line["cents"] or 0 for line in lines if line["credit"])
    total = sum(each["cents"] for each in paid)
    due = due_day(rules, season)
    return {
        kind_of(debtor).value: debtor.number,
        "name": debtor.name,
        "season": season,
        "season_name": season_name(season),
        "currency": profile().federation.currency,
        "day": str(timezone.localdate()),
        "due": str(due) if due else "",
        "reference": reference_of(debtor, season),
        "iban": rules.iban,
        "invoice": rules.invoice,
        "opening": opening,
        "lines": lines,
        "payments": paid,
        "charged": charged,
        "credited": credited,
        "paid": total,
        "balance": opening + charged + credited - total,
        "open": sum(line["cents"] is None for line in lines),  # charges without an amount
    }


def _line(charge: Facts, kind: DebtorKind) -> Facts:
    member = charge["member__number"] or "" if kind is DebtorKind.CLUB else ""  # their own statement names them once
    return {
        "number": charge["number"],
        "day": str(charge["day"]),
        "what": charge["what"],
        "class": charge["fee_class"],
        "part": abs(charge["part"]),
        "member": member,
        "member_name": whole_name(charge["member__last_name"], charge["member__first_name"]) if member else "",
        "cents": charge["cents"],
        "credit": charge["cancels"] is not None,
        "reason": charge["reason"],
    }


def due_day(rules: Billing, season: int) -> dt.date | None:
    """Return the day in the season by which clubs pay, if the profile names one."""
    return rules.due.on_or_after(bounds(season)[0]) if rules.due else None


@transaction.atomic
def issue(debtors: Iterable[int], season: int, by: User | None, kind: DebtorKind = DebtorKind.CLUB) -> list[Statement]:
    """Store a statement of each of the clubs or members (ids) as it is now, unless it equals the last one."""
    model = Club if kind is DebtorKind.CLUB else Member
    wanted = list(debtors)
    if not wanted:
        return []
    held = list(model.objects.select_for_update(no_key=True).filter(pk__in=bulk.in_values(wanted)).order_by("pk"))
    known = Statement.objects.filter(**{f"{kind.value}__in": bulk.in_values(wanted)}, season=season)
    last = dict(known.order_by().values_list(kind.value).annotate(Max("number")))
    before = dict(known.order_by("number").values_list(kind.value, "digest"))
    made = [
        Statement(
            **{f"{kind.value}_id": pk, "season": season, "number": last.get(pk, 0) + 1},
            facts=facts,
            digest=digest_of(facts),
            issued_by=by,
        )
        for pk, facts in facts_of(held, season).items()
    ]
    changed = [each for each in made if before.get(getattr(each, f"{kind.value}_id")) != each.digest]
    return Statement.objects.bulk_create(changed)


def number_of(facts: Facts) -> str:
    """Return the number of the club or the member whose statement it is."""
    return str(facts.get("club") or facts["member"])


def digest_of(facts: Facts) -> str:
    """Return the SHA-256 of the facts, without the day on which they were collected, as JSON with sorted keys."""
    kept = {name: value for name, value in facts.items() if name != "day"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
