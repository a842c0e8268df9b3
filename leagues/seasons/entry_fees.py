"""Entry fees: charges on the account of the club once its entry is accepted, and their credit notes."""

from django.contrib.auth.models import User
from django.utils import timezone

from federation.identity.seasons import season_year
from federation.models import Charge
from federation.money import charges
from leagues.models import Entry

FEE = "entry_team"  # as tariffs and the bookkeeper's accounts name it


def raise_for(entry: Entry, by: User) -> list[Charge]:
    """Charge the club what its entry costs, in the season of the competition. One without a fee costs nothing."""
    if not entry.fee_cents:
        return []
    season, day = entry.season, timezone.localdate()
    reason = f"{season.name}, {entry.division.name}: {entry.teams}"[:300]
    made = charges.by_hand(entry.club, FEE, entry.fee_cents, reason, day=day, by=by, cause=Charge.Cause.DECISION)
    made.season, made.league_entry = season_year(season.start), entry.pk
    return charges.store([made])


def credit_for(entry: Entry, reason: str, by: User) -> list[Charge]:
    """Cancel what the entry was charged."""
    charged = Charge.objects.filter(league_entry=entry.pk, cancels=None)
    return charges.credit(charged.values_list("pk", flat=True), reason, by)
