"""Statements of clubs: what a club owes for a season, with every charge and payment, and what is left to pay.

The facts of a statement are JSON: what its page and its files show. Issuing one stores its facts with their digest;
what changes later is on the next one.
"""

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Sum
from django.utils import timezone

from federation.identity.names import whole_name
from federation.identity.seasons import bounds, season_name
from federation.models import Charge, Club, Payment, Statement
from federation.money.references import reference_of
from federation.profiles.office import Billing
from federation.profiles.reading import profile

Facts = dict[str, Any]
CHARGE = (  # what `_line` takes of a charge
    *("number", "day", "what", "fee_class", "part", "cents", "cancels", "reason"),
    *("member__number", "member__last_name", "member__first_name"),
)


def facts_of(clubs: Collection[Club], season: int) -> dict[int, Facts]:
    """Return the facts of a statement for each club, by id: what is true now. Four queries for any number."""
    ids = [club.pk for club in clubs]
    opening = _opening(ids, season)
    lines: dict[int, list[Facts]] = defaultdict(list)
    charges = Charge.objects.filter(club__in=ids, season=season).order_by("number")
    for charge in charges.values("club", *CHARGE):  # rows, not records: there are tens of thousands
        lines[charge["club"]].append(_line(charge))
    payments: dict[int, list[Payment]] = defaultdict(list)
    for payment in Payment.objects.filter(club__in=ids, season=season).order_by("day", "pk"):
        payments[payment.club_id].append(payment)
    return {club.pk: _facts(club, season, opening[club.pk], lines[club.pk], payments[club.pk]) for club in clubs}


def _opening(clubs: list[int], season: int) -> dict[int, int]:
    """Return what each club owed from the seasons before."""
    owed: dict[int, int] = defaultdict(int)
    for rows, sign in ((Charge.objects, 1), (Payment.objects, -1)):
        before = rows.filter(club__in=clubs, season__lt=season).order_by()
        for club, cents in before.values_list("club").annotate(Sum("cents")):
            owed[club] += sign * (cents or 0)
    return owed


def _facts(club: Club, season: int, opening: int, lines: list[Facts], payments: Iterable[Payment]) -> Facts:
    rules = profile().on(bounds(season)[0]).billing
    paid = [{"day": str(each.day), "cents": each.cents, "note": each.note} for each in payments]
    charged = sum(line["cents"] or 0 for line in lines if not line["credit"])
    credited = sum(line["cents"] or 0 for line in lines if line["credit"])
    total = sum(each["cents"] for each in paid)
    due = due_day(rules, season)
    return {
        "club": club.number,
        "name": club.name,
        "season": season,
        "season_name": season_name(season),
        "currency": profile().federation.currency,
        "day": str(timezone.localdate()),
        "due": str(due) if due else "",
        "reference": reference_of(club, season),
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


def _line(charge: Facts) -> Facts:
    member = charge["member__number"] or ""
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
def issue(clubs: Iterable[int], season: int, by: User | None) -> list[Statement]:
    """Store a statement of each of the clubs (ids) as it is now, unless it says what the last one said."""
    held = list(Club.objects.select_for_update(no_key=True).filter(pk__in=list(clubs)).order_by("pk"))
    known = Statement.objects.filter(club__in=held, season=season)
    last = dict(known.order_by().values_list("club").annotate(Max("number")))
    before = {each.club_id: each.digest for each in known.order_by("number")}
    made = [
        Statement(
            club_id=pk, season=season, number=last.get(pk, 0) + 1, facts=facts, digest=digest_of(facts), issued_by=by
        )
        for pk, facts in facts_of(held, season).items()
    ]
    return Statement.objects.bulk_create([each for each in made if before.get(each.club_id) != each.digest])


def digest_of(facts: Facts) -> str:
    """Return the SHA-256 of the facts, without the day on which they were collected, as JSON with sorted keys."""
    kept = {name: value for name, value in facts.items() if name != "day"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
