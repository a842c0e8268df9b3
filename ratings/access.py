"""Who may see which pools and what-ifs, and start back-tests: the only place that decides it, for pages and admin."""

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet

from ratings.models import RatingPool, WhatIf

SEES_ALL = "ratings.view_whatif"
STARTS = "ratings.add_whatif"


def may_test(user: User | AnonymousUser) -> bool:
    return user.has_perm(STARTS)


def pools_for(user: User | AnonymousUser) -> QuerySet[RatingPool]:
    """Return the pools that the user may see: the public ones, for staff all."""
    pools = RatingPool.objects.all()
    return pools if user.has_perm(SEES_ALL) else pools.filter(public=True)


def what_ifs_for(user: User | AnonymousUser) -> QuerySet[WhatIf]:
    """Return the what-ifs that the user may see: the public ones of public pools, for staff all."""
    found = WhatIf.objects.select_related("pool", "job")
    return found if user.has_perm(SEES_ALL) else found.filter(public=True, pool__public=True, result__isnull=False)
