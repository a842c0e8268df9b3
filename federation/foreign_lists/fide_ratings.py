"""The FIDE ratings of members in the list of a month, as far as that list was compared here."""

import datetime as dt
from collections.abc import Collection

from federation.models.list_comparisons import FIDE, ComparedPlayer, ListComparison, Verdict


def listed_ratings(members: Collection[int], month: dt.date) -> dict[int, int]:
    """Return the standard ratings of members, by id, in the list of that month. Two queries.

    FIDE makes a list each month. Its date is not in the file: the list compared in a month is taken as that month's.
    """
    compared = ListComparison.objects.filter(issuer=FIDE, made_at__year=month.year, made_at__month=month.month)
    last = compared.order_by("-made_at").values_list("pk", flat=True).first()
    if last is None:
        return {}
    listed = ComparedPlayer.objects.filter(comparison=last, verdict=Verdict.MATCHED, member__in=members)
    return dict(listed.exclude(rating=None).values_list("member", "rating"))
