"""The ratings that a member reached for the first time, and the games still needed for a first rating."""

import datetime as dt
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from ratings.figures import grade
from ratings.models import LivingList, RatingPool
from ratings.players.member_ratings import History
from ratings.systems.period import Status
from ratings.wording import WORDING

CLASS = 100  # rating points; in go a grade
LATEST = 4


class Milestone(NamedTuple):
    """Something that happened for the first time, in the reader's language."""

    title: str
    day: dt.date
    text: str = ""


@dataclass(frozen=True)
class GamesToGo:
    """How many rated games are still missing; 0 if none."""

    first: int
    needed: int
    established: int
    needed_for_established: int


def milestones(history: History) -> list[Milestone]:
    """Return the first rating and the latest classes of a hundred points (in go: grades) reached for the first time."""
    rated = history.rated[::-1]
    if not rated:
        return []
    highest, found = (rated[0].rating or 0) // CLASS, []
    for each in rated[1:]:
        reached = (each.rating or 0) // CLASS
        if reached > highest:
            highest = reached
            level = grade(CLASS * reached, history.pool) or str(CLASS * reached)
            found.append(Milestone(_("First list at %(level)s or higher") % {"level": level}, each.list.date))
    first = rated[0]
    start = _("Starting list") if first.list.imported else _("First rating")
    figure = grade(first.rating, history.pool) or str(first.rating)
    return [*found[::-1][:LATEST], Milestone(start, first.list.date, figure)]


def games_to_go(pool: RatingPool, history: History, since: int) -> GamesToGo:
    """Return what is missing; ``since`` games were rated after the last list. One query."""
    living = LivingList.objects.filter(pool=pool).first()
    if living is None:
        return GamesToGo(0, 0, 0, 0)
    needed = int(WORDING[pool.system].first_rating(living.rules))
    established = int(living.rules.get("games_for_rating", 0))
    current = history.current if history.ratings else None
    played = (current.games if current else 0) + since
    is_rated = current is not None and current.rating is not None
    is_settled = current is not None and current.status >= Status.ESTABLISHED
    return GamesToGo(
        first=0 if is_rated else max(0, needed - played),
        needed=needed,
        established=0 if is_settled or not established else max(0, established - played),
        needed_for_established=established,
    )
