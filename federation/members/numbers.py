"""The next number for a new member."""

from collections.abc import Iterable

from django.utils import timezone

from federation.identity.member_numbers import numbering
from federation.identity.numbering import Next
from federation.models import FormerNumber, Member


def gives_numbers() -> bool:
    """Return whether the site gives numbers; else people bring one from another system."""
    return numbering().next != Next.NONE


def next_number() -> str:
    """Return the next free number of today (A07), "" if another system gives them. One query. Raise `NoNumberLeft`."""
    return next_numbers(1)[0] if gives_numbers() else ""


def next_numbers(count: int, reserved: Iterable[int] = ()) -> list[str]:
    """Return the next free numbers of today (A07), none that anyone had before, none with a
    ``reserved`` key. One query. Raise `NoNumberLeft`."""
    today = timezone.localdate()
    start = numbering().start(today)
    taken = [each.objects.filter(key__gte=start).order_by().values_list("key") for each in (Member, FormerNumber)]
    return numbering().free([*(key for (key,) in taken[0].union(taken[1])), *reserved], today, count)
