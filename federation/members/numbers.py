"""The next number for a new member."""

from django.utils import timezone

from federation.identity.member_numbers import numbering
from federation.identity.numbering import Next
from federation.models import Member


def gives_numbers() -> bool:
    """Return whether the site gives numbers; else people bring one from another system."""
    return numbering().next != Next.NONE


def next_number() -> str:
    """Return the next free number of today (A07), "" if another system gives them. One query. Raise `NoNumberLeft`."""
    if not gives_numbers():
        return ""
    today = timezone.localdate()
    taken = Member.objects.filter(key__gte=numbering().start(today)).order_by().values_list("key", flat=True)
    return numbering().next_free(taken, today)
