"""Who may act for which club: the one place that says it, for pages, admin and commands."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Club, ClubRole

ANY_CLUB = "federation.act_for_any_club"
SEES_MEMBERS = "federation.view_member"


def clubs_of(user: User | AnonymousUser, day: dt.date | None = None) -> QuerySet[Club]:
    """The clubs for which the user may act on the day (today): those where he has a role, all of them for officers."""
    if not user.is_active:
        return Club.objects.none()
    if user.has_perm(ANY_CLUB):
        return Club.objects.all()
    return Club.objects.filter(pk__in=ClubRole.objects.on(day or timezone.localdate()).filter(user=user).values("club"))


def may_see_birth_dates(user: User | AnonymousUser, day: dt.date | None = None) -> bool:
    """Whether lists with birth dates are for the user: staff who sees members, and who acts for a club (today)."""
    return user.has_perm(SEES_MEMBERS) or clubs_of(user, day).exists()
