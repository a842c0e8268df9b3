"""Clubs enter teams or withdraw them; officers of the season accept them, which charges the fee."""

from collections.abc import Iterable
from decimal import Decimal

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.access import may
from federation.models import Club
from federation.structure.rights import Verb
from leagues import access
from leagues.errors import Refused
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Division, Entry, Season
from leagues.seasons import entry_fees

NOT_OPEN = noop("%(season)s is not open for entries.")
NOT_YOUR_CLUB = noop("You may not enter teams for this club.")


@transaction.atomic
def enter(division: Division, club: Club, teams: int, by: User, wishes: str = "") -> Entry:
    """Enter a number of teams of a club in a division, or change the entry. Today's rules set the fee.

    An accepted entry whose teams or fee change is to be accepted again. Raise `Refused`.
    """
    season = _season_for(division.season_id, club, by)
    fee = RulesOfSeasons([season]).on(division, timezone.localdate()).entry_fee
    values = {"season": season, "teams": teams, "wishes": wishes[:300], "sent_by": by, "withdrawn_at": None}
    values["fee"] = None if fee is None else Decimal(str(fee)) * teams
    before = Entry.objects.select_for_update(of=("self",)).filter(division=division, club=club).first()
    if before and before.accepted_at and (before.teams, before.fee) != (teams, values["fee"]):
        entry_fees.credit_for(before, _("The entry was changed."), by)
        values |= {"accepted_at": None, "accepted_by": None}
    return Entry.objects.update_or_create(division=division, club=club, defaults=values)[0]


@transaction.atomic
def accept(season: Season, entries: Iterable[int], by: User) -> list[Entry]:
    """Accept the entries (ids) of a season, and charge their clubs. Leave alone what is accepted or withdrawn. Return
    what was accepted now. Raise `PermissionDenied`.
    """
    if not access.may_run(by, season):
        raise PermissionDenied
    held = Entry.objects.select_for_update(of=("self",)).filter(season=season, pk__in=list(entries))
    found = held.filter(accepted_at=None, withdrawn_at=None).select_related("season", "club", "division")
    accepted = list(found.order_by("pk"))
    for entry in accepted:
        entry.accepted_at, entry.accepted_by = timezone.now(), by
        entry.save(update_fields=["accepted_at", "accepted_by"])
        entry_fees.raise_for(entry, by)
    return accepted


@transaction.atomic
def withdraw(entry: Entry, by: User) -> None:
    """Withdraw the entry, and credit its fee: by the club while the season is open for entries, else by its officers.

    Raise `Refused`.
    """
    _season_for(entry.season_id, entry.club, by)
    held = Entry.objects.select_for_update(of=("self",)).get(pk=entry.pk)
    if held.withdrawn_at:
        return
    entry_fees.credit_for(held, _("The entry was withdrawn."), by)
    held.withdrawn_at, held.accepted_at, held.accepted_by = timezone.now(), None, None
    held.save(update_fields=["withdrawn_at", "accepted_at", "accepted_by"])


def _season_for(pk: int, club: Club, by: User) -> Season:
    """Lock and return the season (id) in which the user may enter and withdraw teams of the club. Raise `Refused`."""
    season = Season.objects.select_for_update(of=("self",)).get(pk=pk)
    runs = access.may_run(by, season)
    if not runs and not may(by, Verb.PLAY_LEAGUES, club):
        raise Refused(NOT_YOUR_CLUB)
    if season.stage != Season.Stage.ENTRIES and not runs:
        raise Refused(NOT_OPEN, season=season.name)
    return season
