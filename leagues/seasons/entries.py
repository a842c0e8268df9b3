"""Clubs enter teams; the officers of the season put them into series."""

from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.access import may
from federation.models import Club
from federation.structure.rights import Verb
from leagues import access
from leagues.errors import Refused
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Division, Entry, Season

NOT_OPEN = noop("%(season)s is not open for entries.")
NOT_YOUR_CLUB = noop("You may not enter teams for this club.")


@transaction.atomic
def enter(division: Division, club: Club, teams: int, by: User, wishes: str = "") -> Entry:
    """Enter a number of teams of a club in a division, or change the entry. Today's rules set the fee.

    Raise `Refused`.
    """
    season = Season.objects.select_for_update(of=("self",)).get(pk=division.season_id)
    runs = access.may_run(by, season)
    if not runs and not may(by, Verb.PLAY_LEAGUES, club):
        raise Refused(NOT_YOUR_CLUB)
    if season.stage != Season.Stage.ENTRIES and not runs:
        raise Refused(NOT_OPEN, season=season.name)
    fee = RulesOfSeasons([season]).on(division, timezone.localdate()).entry_fee
    values = {"season": season, "teams": teams, "wishes": wishes[:300], "sent_by": by}
    values["fee"] = None if fee is None else Decimal(str(fee)) * teams
    return Entry.objects.update_or_create(division=division, club=club, defaults=values)[0]
