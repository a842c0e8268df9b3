"""Lines that name people, such as a tournament's arbiters, for public pages: hidden members without their name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from federation.identity.names import PersonName, same_person, search_keys
from federation.models import Member

LONGEST_NUMBER = 12  # digits; FIDE ids have fewer
# What stands before a name or behind it: titles of arbiters and players (FIDE Handbook B).
TITLES = {"IA", "FA", "NA", "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"}
_NUMBERS = re.compile(r"[0-9]+")
_IN_BRACKETS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True)
class Named:
    """A person that a line names."""

    name: str  # without titles and numbers; last or first name first
    fide_ids: frozenset[int]

    def may_be(self, member: Member) -> bool:
        """Return whether the name fits the member and no other FIDE id stands beside it."""
        if self.fide_ids and member.fide_id and member.fide_id not in self.fide_ids:
            return False
        return same_person(PersonName(self.name), PersonName(member.last_name, member.first_name))


def in_public(lines: Sequence[str]) -> list[str]:
    """Return the lines, each of which names one person (``IA Smith, John 1234567``), with hidden members as pages name
    them.

    A line means the member with its FIDE id, else the only one with its name. If several have the name, nobody knows
    the person. One query, none without lines.
    """
    if not lines:
        return []
    people = [_named(line) for line in lines]
    keys = {key for each in people for key in search_keys(each.name)}
    fide_ids = {number for each in people for number in each.fide_ids}
    found = Member.objects.filter(Q(search_name__in=keys) | Q(fide_id__in=fide_ids)).select_related("merged_into")
    members = list(found)
    return [_shown(line, each, members) for line, each in zip(lines, people, strict=True)]


def _named(line: str) -> Named:
    """Read ``IA Smith, John (ENG) 1234567``: the name and the number."""
    numbers = frozenset(int(text) for text in _NUMBERS.findall(line) if len(text) <= LONGEST_NUMBER)
    words = _IN_BRACKETS.sub(" ", _NUMBERS.sub(" ", line)).split()
    while words and words[0] in TITLES:
        words.pop(0)
    while words and words[-1] in TITLES:
        words.pop()
    return Named(" ".join(words), numbers)


def _shown(line: str, named: Named, members: Sequence[Member]) -> str:
    meant = [each for each in members if each.fide_id in named.fide_ids]
    meant = meant or [each for each in members if named.may_be(each)]
    people = {each.merged_into or each for each in meant}
    hidden = [each.public_name for each in people if each.hidden]
    return hidden[0] if hidden and len(people) == 1 else line
