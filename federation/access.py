"""Who may act for which club: the only place that decides it, for pages, admin and commands."""

import datetime as dt

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Club, ClubRole

ANY_CLUB = "federation.act_for_any_club"
SEES_MEMBERS = "federation.view_member"


def clubs_of(user: User | AnonymousUser, day: dt.date | None = None) -> QuerySet[Club]:
    """Return the clubs for which the user may act on the day (today): those of their roles, for officers all."""
    if not user.is_active:
        return Club.objects.none()
    if user.has_perm(ANY_CLUB):
        return Club.objects.all()
    return Club.objects.filter(pk__in=ClubRole.objects.on(day or timezone.localdate()).filter(user=user).values("club"))


def may_see_birth_dates(user: User | AnonymousUser, day: dt.date | None = None) -> bool:
    """Return whether the user may see birth dates: staff who see members, and those who act for a club today."""
    return user.has_perm(SEES_MEMBERS) or clubs_of(user, day).exists()
