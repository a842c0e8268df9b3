"""Who has played recently: checked before an affiliation is withdrawn."""

import datetime as dt
from collections.abc import Collection

from federation.database import bulk
from tournaments.models import Participant


def played_since(members: Collection[int], day: dt.date) -> set[int]:
    """Return those of the members (ids) who are in a tournament that ended on the day or later. One query."""
    if not members:
        return set()
    found = Participant.objects.filter(member__in=bulk.in_values(members), tournament__end__gte=day)
    return set(found.order_by().values_list("member", flat=True))
