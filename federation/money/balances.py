"""What clubs, and members who pay directly, owe: the sum of their charges minus that of their payments."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet, Sum

from federation.models import Charge, Club, Member, Payment

Debtor = Club | Member
DebtorKind = Charge.Debtor  # its values are the names of the columns


def kind_of(debtor: Debtor) -> DebtorKind:
    """Return whether a club owes it or a member."""
    return DebtorKind.CLUB if isinstance(debtor, Club) else DebtorKind.MEMBER


def rows_of(kind: DebtorKind, ids: Iterable[int]) -> tuple[QuerySet[Charge], QuerySet[Payment]]:
    """Return the charges and the payments of clubs or of members who pay directly (ids)."""
    own = {f"{kind.value}__in": ids}
    return Charge.objects.filter(debtor=kind, **own), Payment.objects.filter(**own)


def balances(ids: Iterable[int], season: int | None = None, kind: DebtorKind = DebtorKind.CLUB) -> dict[int, int]:
    """Return what each of the clubs or members (ids) owes, in cents; below 0 is in their favour. An open charge
    counts 0. One query.
    """
    only = {} if season is None else {"season": season}
    owed: dict[int, int] = defaultdict(int)
    charged, paid = (rows.filter(**only).order_by().values_list(kind.value) for rows in rows_of(kind, ids))
    for pk, cents in charged.annotate(sum=Sum("cents")).union(paid.annotate(sum=-Sum("cents")), all=True):
        owed[pk] += cents or 0
    return owed


def owed_by(debtor: Debtor) -> int:
    """Return what a club or a member owes, in cents."""
    return balances([debtor.pk], kind=kind_of(debtor)).get(debtor.pk, 0)
