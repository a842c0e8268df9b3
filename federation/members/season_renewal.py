"""Renew affiliations for a season: members stay in the club in which they were at the end of the last season (A06)."""

from django.db import transaction
from django.db.models import QuerySet

from federation.database import bulk
from federation.identity.seasons import bounds
from federation.members.affiliations import lock, overlapping
from federation.models import Affiliation, AffiliationQuerySet
from federation.money.charges import raise_for


def renewable(year: int, among: AffiliationQuerySet | None = None) -> AffiliationQuerySet:
    """Return affiliations to a club at the end of the last season, of members who have none in this season.

    ``among``: limits them to these.
    """
    rows = Affiliation.objects.all() if among is None else among
    again = overlapping(*bounds(year)).values("member")
    held = rows.on(bounds(year - 1)[1]).exclude(club=None)
    return held.filter(member__deceased=False, member__merged_into=None).exclude(member__in=again)


@transaction.atomic
def renew_all(chosen: QuerySet[Affiliation], year: int) -> list[Affiliation]:
    """Affiliate for the season the members of those affiliations that are `renewable`. The others are left alone.

    Each member stays in their club, in the same capacity. Return the new affiliations.
    """
    members = dict(chosen.order_by().values_list("pk", "member"))
    if not members:
        return []
    lock(members.values())
    first_day, last_day = bounds(year)
    before = renewable(year).filter(pk__in=bulk.in_values(members)).select_related("member").order_by("pk")
    made = Affiliation.objects.bulk_create(
        Affiliation(member=each.member, club_id=each.club_id, kind=each.kind, start=first_day, end=last_day)
        for each in before
    )
    raise_for(made)
    return made
