"""The clubs in a season: members now and in the season before, whom nobody renewed, when they were reminded."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet

from federation.enrolment.renewal_reminders import late
from federation.identity.seasons import bounds
from federation.members.affiliations import overlapping
from federation.models import Affiliation, Club, RenewalReminder


@dataclass(frozen=True)
class Standing:
    """A club in the season."""

    club: Club
    before: int  # members on the last day of the season before
    now: int  # members of the season so far
    late: int  # members of the season before whom nobody renewed
    asked: int  # how often
    asked_on: dt.date | None

    @property
    def change(self) -> int:
        return self.now - self.before


def standings(season: int) -> list[Standing]:
    """Return the active clubs and those with members, the most members to renew first. Five queries."""
    before = _members(Affiliation.objects.on(bounds(season - 1)[1]))
    now, open_rows = _members(overlapping(*bounds(season))), late(season)
    asked = RenewalReminder.objects.filter(season=season).order_by().values_list("club")
    reminders = {club: (count, day) for club, count, day in asked.annotate(Count("pk"), Max("day"))}
    clubs = [club for club in Club.objects.all() if club.active or club.pk in before or club.pk in now]
    found = [
        Standing(
            club,
            before.get(club.pk, 0),
            now.get(club.pk, 0),
            open_rows.get(club.pk, 0),
            *reminders.get(club.pk, (0, None)),
        )
        for club in clubs
    ]
    return sorted(found, key=lambda each: (-each.late, each.club.key))


def _members(affiliations: QuerySet[Affiliation]) -> dict[int, int]:
    """Return how many members each club (id) has in these affiliations."""
    held = affiliations.filter(club__isnull=False, member__merged_into=None).order_by()
    return dict(held.values_list("club").annotate(Count("member", distinct=True)))
