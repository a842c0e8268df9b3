"""What clubs owe: the sum of their charges less that of their payments."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Sum

from federation.models import Charge, Payment


def balances(clubs: Iterable[int], season: int | None = None) -> dict[int, int]:
    """Return what each of the clubs (ids) owes, in cents; below 0 is in its favour. An open charge counts 0."""
    only: dict[str, object] = {"club__in": clubs} if season is None else {"club__in": clubs, "season": season}
    owed: dict[int, int] = defaultdict(int)
    for rows, sign in ((Charge.objects.filter(**only), 1), (Payment.objects.filter(**only), -1)):
        for club, cents in rows.order_by().values_list("club").annotate(Sum("cents")):
            owed[club] += sign * (cents or 0)
    return owed
