"""Pairs of records that may belong to one person, among all members."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from federation.background import jobs
from federation.database import bulk
from federation.enrolment.duplicates import reason
from federation.identity.names import PersonName
from federation.models import Job, Member, Sign

KIND = SIGN = "near_duplicates"
MOST_ALIKE = 30  # records that share a name or a day: more are no doubt about a person
MOST = 1000  # pairs that are kept
FIELDS = ("number", "key", "last_name", "first_name", "search_name", "birth_date")


class Pair(NamedTuple):
    """Two records, the older one first, and why they may be of one person."""

    kept: Member
    other: Member
    why: str


def queue() -> Job:
    """Queue the search. Comparing all names takes seconds, so that pages read what it found."""
    return jobs.submit(KIND, KIND, {})


def look() -> int:
    """Compare the names of all current records and keep which pairs may be of one person. Return how many. One query
    to read.
    """
    people = Member.objects.current().filter(erased_at=None).order_by("search_name", "key").only(*FIELDS)
    found = {(pair.kept.pk, pair.other.pk) for pair in map(_pair, _candidates(people)) if pair.why}
    Sign.leave(SIGN, pairs=sorted(found)[:MOST])
    return len(found)


def pairs() -> list[Pair] | None:
    """Return the pairs that were found and are still in doubt, by name; None before the first search. Two queries."""
    sign = Sign.objects.filter(part=SIGN).first()
    if sign is None:
        return None
    if not sign.facts["pairs"]:
        return []
    ids = bulk.in_values({pk for pair in sign.facts["pairs"] for pk in pair})
    people = {member.pk: member for member in Member.objects.current().filter(pk__in=ids).only(*FIELDS)}
    known = [(people[one], people[other]) for one, other in sign.facts["pairs"] if one in people and other in people]
    doubts = [pair for pair in map(_pair, known) if pair.why]
    return sorted(doubts, key=lambda pair: (pair.kept.search_name, pair.kept.key))


def _pair(records: tuple[Member, Member]) -> Pair:
    kept, other = sorted(records, key=lambda member: member.key)
    name = PersonName(kept.last_name, kept.first_name)
    return Pair(kept, other, reason(other, kept.search_name, name, kept.birth_date))


def _candidates(people: Iterable[Member]) -> Iterator[tuple[Member, Member]]:
    """Yield the pairs that share a name, a birth date, or the year of birth and the first word of the name."""
    groups: dict[Hashable, list[Member]] = defaultdict(list)
    for member in people:
        groups[member.search_name].append(member)
        if member.birth_date:
            groups[member.birth_date].append(member)
            groups[member.birth_date.year, member.search_name.partition(" ")[0]].append(member)
    for group in groups.values():
        if len(group) <= MOST_ALIKE:
            yield from combinations(group, 2)
