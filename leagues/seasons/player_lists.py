"""The player list of a club: strengths copied from the season's list of ratings, which is named with its checksum."""

import datetime as dt

from django.contrib.auth.models import User
from django.db import transaction

from federation.models import Affiliation, Club, Member
from leagues.models import ListEntry, Season
from ratings.models import Rating


@transaction.atomic
def propose(season: Season, club: Club, day: dt.date, by: User | None = None) -> list[ListEntry]:
    """List the members who are affiliated to the club on the day and not on its list yet, the strongest first.

    A later revision of the list of ratings changes no strength here.
    """
    held = Season.objects.select_for_update(of=("self",)).select_related("strength_list__pool").get(pk=season.pk)
    there = list(held.list_entries.filter(club=club, listed_until=None).values_list("member", "position"))
    affiliated = Affiliation.objects.on(day).filter(club=club).exclude(member__in=[member for member, _place in there])
    members = list(Member.objects.filter(pk__in=affiliated.values("member")))
    strengths: dict[int, int] = {}
    source = ""
    if held.strength_list:
        rows = Rating.objects.filter(list=held.strength_list, member__in=members).exclude(rating=None)
        strengths = dict(rows.values_list("member", "rating"))
        source = f"{held.strength_list.pool.slug} {held.strength_list.date} {held.strength_list.digest}"
    members.sort(key=lambda member: (-strengths.get(member.pk, 0), member.search_name, member.pk))
    first = max((place for _member, place in there), default=0) + 1
    return ListEntry.objects.bulk_create(
        ListEntry(
            season=held,
            club=club,
            member=member,
            position=position,
            strength=strengths.get(member.pk),
            source=source if member.pk in strengths else "",
            listed_from=day,
            entered_by=by,
        )
        for position, member in enumerate(members, start=first)
    )
