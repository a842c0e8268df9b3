"""Erase again the people whom a restored backup brought back, before the site opens."""

from collections.abc import Collection

from federation.background import erased_numbers
from federation.database import bulk
from federation.erasure import erasing
from federation.models import Member


def erase_again(numbers: Collection[str]) -> int:
    """Erase the people with these numbers who are there again, and keep the numbers. Return how many."""
    found = Member.objects.filter(number__in=bulk.in_values(numbers), erased_at=None, merged_into=None)
    for member in (people := list(found.order_by("pk"))):
        erasing.erase_rows(erasing.remove_files(member))
    erased_numbers.keep()
    return len(people)
