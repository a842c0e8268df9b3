"""The evidence that a participant is a certain member, and how sure it makes the match. Pure, except for the words."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from federation.identity.member_numbers import key_of
from federation.identity.name_errors import Comparison, Difference, differ_by_one
from federation.models import Member
from tournaments.models import Participant

_NEAR_NUMBER = 4  # characters; in shorter numbers one wrong sign proves nothing


class Fact(StrEnum):
    """A piece of evidence besides the name."""

    NUMBER = "number"
    NEAR_NUMBER = "near_number"  # one sign is wrong
    FIDE_ID = "fide_id"
    BIRTH_DATE = "birth_date"
    BIRTH_YEAR = "birth_year"
    OTHER_YEAR = "other_year"
    CLUB = "club"  # of the organising club
    FILE_CLUB = "file_club"  # of the club that the file names
    REGION = "region"  # of another club of the organiser's league


POINTS = {
    Fact.NUMBER: 40, Fact.NEAR_NUMBER: 25, Fact.FIDE_ID: 40, Fact.BIRTH_DATE: 40, Fact.BIRTH_YEAR: 15,
    Fact.OTHER_YEAR: -20, Fact.CLUB: 12, Fact.FILE_CLUB: 12, Fact.REGION: 5,
}  # fmt: skip

WORDS = {
    Difference.ORDER: _("first and last name swapped"),
    Difference.INITIAL: _("only the initial of the first name"),
    Difference.NO_FIRST_NAME: _("no first name"),
    Difference.NICKNAME: _("another form of the first name"),
    Difference.SOUND: _("sounds the same"),
    Difference.LETTER: _("one letter differs"),
    Difference.PART: _("part of the name is missing"),
    Difference.ALIKE: _("similar name"),
    Fact.NUMBER: _("same member number"),
    Fact.NEAR_NUMBER: _("member number with one wrong digit"),
    Fact.FIDE_ID: _("same FIDE ID"),
    Fact.BIRTH_DATE: _("same birth date"),
    Fact.BIRTH_YEAR: _("same year of birth"),
    Fact.OTHER_YEAR: _("another year of birth"),
    Fact.CLUB: _("member of the organising club"),
    Fact.FILE_CLUB: _("member of the club in the file"),
    Fact.REGION: _("member of a club of the region"),
}
SAME_NAME = _("same name")


class Sureness(StrEnum):
    """How likely a suggested member is meant."""

    SURE = "sure"
    LIKELY = "likely"
    POSSIBLE = "possible"

    @property
    def label(self) -> str:
        return str(SURENESS[self])


SURENESS = {
    Sureness.SURE: _("very likely"),
    Sureness.LIKELY: _("likely"),
    Sureness.POSSIBLE: _("possible"),
}
_SURE_FROM, _LIKELY_FROM = 105, 81  # points
_LEAD, _SMALL_LEAD = 15, 10  # points before the next one


@dataclass(frozen=True)
class Suggestion:
    """A member who may be meant; ``score`` orders suggestions, the likeliest first."""

    member: Member
    name: Comparison
    facts: tuple[Fact, ...] = ()
    sureness: Sureness = Sureness.POSSIBLE

    @property
    def score(self) -> int:
        return self.name.score + sum(POINTS[fact] for fact in self.facts)

    @property
    def value(self) -> str:
        """Return the id of the member as forms send it."""
        return str(self.member.pk)

    @property
    def reasons(self) -> list[str]:
        """Return why the member may be meant, and what differs, in the reader's language."""
        return [str(SAME_NAME), *self.remarks] if not self.name.differences else self.remarks

    @property
    def remarks(self) -> list[str]:
        return [str(WORDS[each]) for each in (*self.name.differences, *self.facts)]

    @property
    def is_chosen(self) -> bool:
        """Return whether it may be the choice until the user makes one."""
        return self.sureness != Sureness.POSSIBLE


def sureness(score: int, next_score: int, facts: tuple[Fact, ...]) -> Sureness:
    """Return how likely the first of several suggestions is; ``next_score``: of the second, 0 without one."""
    lead = score - next_score
    if score >= _SURE_FROM and lead >= _LEAD:
        return Sureness.SURE
    is_likely = score >= _LIKELY_FROM and lead >= _SMALL_LEAD and Fact.OTHER_YEAR not in facts
    return Sureness.LIKELY if is_likely else Sureness.POSSIBLE


def facts_of(participant: Participant, member: Member, place: set[Fact]) -> tuple[Fact, ...]:
    """Return the facts that concern both; ``place``: those about the member's club."""
    return (*_of_numbers(participant, member), *_of_birth(participant, member.birth_date), *sorted(place))


def _of_numbers(participant: Participant, member: Member) -> Iterator[Fact]:
    written = participant.file_matricule.strip()
    if written and key_of(written) == member.key:
        yield Fact.NUMBER
    elif len(written) >= _NEAR_NUMBER and differ_by_one(written, member.number):
        yield Fact.NEAR_NUMBER
    if participant.file_fide_id and participant.file_fide_id == member.fide_id:
        yield Fact.FIDE_ID


def _of_birth(participant: Participant, known: dt.date | None) -> Iterator[Fact]:
    stated, year = participant.file_birth_date, participant.file_birth_year
    if known is None or not (stated or year):
        return
    if stated == known:
        yield Fact.BIRTH_DATE
    elif known.year != (stated.year if stated else year):
        yield Fact.OTHER_YEAR
    elif not stated:
        yield Fact.BIRTH_YEAR
