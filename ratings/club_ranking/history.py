"""A club in the lists of a rating type: how many members, how strong."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Avg, Count, Q

from federation.models import Club
from ratings.models import Rating, RatingList


@dataclass(frozen=True)
class InList:
    """A club in a list: its members, the mean rating of those with a rank, and its strength where it has any."""

    list: RatingList
    members: int
    mean: int | None
    strength: int | None = None
    rank: int | None = None
    ranked: int | None = None


def of_club(club: Club, lists: Sequence[RatingList]) -> list[InList]:
    """Return the club in those of the lists in which it has members, in their order. Two queries."""
    mine = Rating.objects.filter(list__in=[each.pk for each in lists], club_key=club.key, affiliated=True)
    counts = mine.order_by().values("list").annotate(members=Count("member"), mean=Avg("rating", filter=~Q(rank=None)))
    found = {row.pop("list"): row for row in counts}
    strengths = club.strengths.filter(list__in=list(found)).values("list", "strength", "rank", "ranked")
    for row in strengths:
        found[row.pop("list")] |= row
    return [_in_list(each, **found[each.pk]) for each in lists if each.pk in found]


def _in_list(rating_list: RatingList, mean: float | None, **facts: int) -> InList:
    return InList(rating_list, mean=None if mean is None else round(mean), **facts)
