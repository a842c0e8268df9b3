"""The levels of a list of go that was compared with the members, as the list from which a pool starts.

An officer checks them and takes them over; the site never does so by itself.
"""

import datetime as dt

from django.db.models import QuerySet

from federation.models import ComparedPlayer, ListComparison
from federation.models.list_comparisons import FIDE, Verdict
from ratings.models import RatingList, RatingPool
from ratings.starting_lists.create import floor, start_from
from ratings.starting_lists.file import StartingRating


def comparisons() -> QuerySet[ListComparison]:
    """Return the lists of go that were read, the latest first."""
    return ListComparison.objects.exclude(issuer__in=["", FIDE])


def levels(comparison: ListComparison) -> list[ComparedPlayer]:
    """Return the members who certainly have a level in the list, in order of key: each member once. One query.

    Sure are those whose number and name fit, and suggested ones whose number was taken over. A member with two lines is
    left out: nobody knows which is theirs.
    """
    rows = comparison.compared.filter(rating__isnull=False, member__merged_into=None).select_related("member")
    sure = [row for row in rows if row.verdict == Verdict.MATCHED or row.taken_at is not None]
    lines: dict[int, list[ComparedPlayer]] = {}
    for row in sure:
        lines.setdefault(row.member.key, []).append(row)
    return [own[0] for _, own in sorted(lines.items()) if len(own) == 1]


def take(pool: RatingPool, comparison: ListComparison, date: dt.date) -> RatingList:
    """Publish the levels as the list of the day from which the pool continues, those below its floor at the floor.

    Raise `RatingError` if a list of that day or of a later one was calculated already.
    """
    least = floor(pool, date)
    rows = levels(comparison)
    found = [StartingRating(row.line, row.member.key, max(row.rating, least), games=0) for row in rows]
    return start_from(pool, date, found)
