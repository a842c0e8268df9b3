"""Searches of the admin: what each word can mean."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from federation.identity.member_numbers import key_of
from federation.identity.names import folded
from federation.members.former_numbers import has_number
from federation.models import Member

DIGITS = 15  # of the longest number that any column here holds
Row = TypeVar("Row", bound=Model)


def number(word: str) -> int | None:
    """Return the number that the word is, None if no column could hold it."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= DIGITS else None


def person(word: str) -> Q:
    """Return the condition for members with this member number or FIDE id, or with the word in their name in any
    spelling.
    """
    found = Q(search_name__contains=folded(word)) if folded(word) else Q(pk__in=[])
    if key := key_of(word):
        found |= has_number(key)
    if (value := number(word)) is not None:
        found |= Q(fide_id=value)
    return found


def with_person(word: str) -> Q:
    """Return the condition for rows of another table whose ``member`` fits."""
    return Q(member__in=Member.objects.order_by().filter(person(word)).values("pk"))


def search(rows: QuerySet[Row], text: str, ways: Callable[[str], Iterable[Q]]) -> QuerySet[Row]:
    """Return the rows that every word of the text finds in one of the ways.

    Each way is its own query, with its own index. One condition for all of them would make the database read every
    row of a table that is a dozen times as long as that of the members.
    """
    plain, found = rows.order_by(), rows
    for word in text.split():
        first, *rest = (plain.filter(way).values("pk") for way in ways(word))
        found = found.filter(pk__in=first.union(*rest))
    return found
