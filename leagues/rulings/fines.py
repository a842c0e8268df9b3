"""Fines of rulings: charges on the account of the club that was fined, and their credit notes."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from federation.models import Charge
from federation.money import charges
from leagues.models import Match, Ruling, Team

FINE = "fine_league"  # as tariffs and the bookkeeper's accounts name it


def raise_for(ruling: Ruling, team: Team, cents: int, by: User) -> Charge:
    """Charge the club of the team the fine of a ruling, in the transaction that makes it."""
    reason = f"{ruling.match}: {ruling.reason}"[:300]
    made = charges.by_hand(team.club, FINE, cents, reason, day=ruling.day, by=by, cause=Charge.Cause.DECISION)
    made.ruling = ruling.pk
    return charges.store([made])[0]


def credit_for(ruling: Ruling, reason: str, by: User) -> list[Charge]:
    """Cancel the fine of a ruling that no longer holds."""
    fines = Charge.objects.filter(ruling=ruling.pk, cancels=None)
    return charges.credit(fines.values_list("pk", flat=True), reason, by)


def of_match(match: Match) -> QuerySet[Charge]:
    """Return the fines of the rulings on a match, with their credit notes."""
    rulings = list(match.rulings.values_list("pk", flat=True))
    return Charge.objects.filter(ruling__in=rulings).select_related("club").order_by("number")
