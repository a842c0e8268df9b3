"""Enrol a person in a club: a new member, or a former one under the old number (A02, A07).

The duplicate check comes before anything is stored, and again in the transaction that stores.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as noop

from federation.enrolment import duplicates, receipts
from federation.enrolment.duplicates import Hit
from federation.i18n.errors import UserError
from federation.identity.numbering import NoNumberLeft
from federation.identity.seasons import enrolment_end
from federation.members.affiliations import AffiliationError, lock, require_free, require_goes_on
from federation.members.numbers import gives_numbers, next_number
from federation.models import Affiliation, Charge, Club, ClubAct, Member, PersonalDetail
from federation.money.charges import quoted, raise_for
from federation.overdue.measures import SUSPENDED, is_suspended

ATTEMPTS = 3  # to find a free number
SENTENCE = 10  # letters at least

MAY_EXIST = noop("This person may be known already. Say who it is before anything is saved.")
SAY_WHY = noop("Say in a sentence (at least 10 characters) why this is another person.")
CHANGED = noop("Members were added since this page was shown. Nothing was saved: check the matches and confirm again.")
NUMBER_TAKEN = noop("The new member could not be saved: the member number belongs to another member.")
NO_NUMBER_LEFT = noop("No member number is left for new members.")
NUMBER_MISSING = noop("Member numbers come from another system: enter the member number of the person.")


class EnrolmentError(UserError):
    """The person cannot be enrolled."""


@dataclass(frozen=True)
class Person:
    """What the club says of a person."""

    last_name: str
    first_name: str = ""
    birth_date: dt.date | None = None
    sex: str = ""
    nationality: str = ""
    fide_federation: str = ""
    fide_id: int | None = None
    number: str = ""  # only where another system gives numbers
    details: Mapping[str, str] = field(default_factory=dict)  # by PersonalDetail.What


class Preview(NamedTuple):
    """What an enrolment would do."""

    hits: list[Hit]
    start: dt.date
    end: dt.date
    charges: list[Charge]

    @property
    def cents(self) -> int | None:
        """Return what it costs; None if the tariff has no row."""
        return None if any(each.cents is None for each in self.charges) else sum(each.cents for each in self.charges)

    @property
    def digest(self) -> str:
        """Return which members were found; `enrol` compares it."""
        return " ".join(str(hit.member.pk) for hit in self.hits)


def preview(club: Club, person: Person, kind: str, start: dt.date, member: Member | None = None) -> Preview:
    """Return whom the person may be, and what the affiliation from that day on costs. Seven queries at most."""
    hits = [] if member else _hits(club, person)
    end = enrolment_end(start)
    asked = Affiliation(member=member or Member(pk=0), club=club, kind=kind, start=start, end=end)
    return Preview(hits, start, end, _quoted(asked, person))


def _quoted(asked: Affiliation, person: Person) -> list[Charge]:
    if asked.member.pk:
        return quoted([asked])
    return quoted([asked], members={0: Member(pk=0, birth_date=person.birth_date)})


def _hits(club: Club, person: Person) -> list[Hit]:
    return duplicates.find(club, person.last_name, person.first_name, person.birth_date, person.fide_id)


@transaction.atomic
def enrol(
    club: Club, person: Person, kind: str, start: dt.date, *, seen: str, by: User | None, another_person: str = ""
) -> ClubAct:
    """Make a new member of the person, affiliated to the club from that day on, with the next free number.

    ``seen``: the digest of the matches that the page showed; ``another_person``: why it is none of them. Raise
    `EnrolmentError`.
    """
    hits = _hits(club, person)
    if " ".join(str(hit.member.pk) for hit in hits) != seen:
        raise EnrolmentError(CHANGED if seen else MAY_EXIST)
    if hits and len(another_person.strip()) < SENTENCE:
        raise EnrolmentError(SAY_WHY)
    member = _created(person, {hit.member.pk for hit in hits}, club)
    PersonalDetail.objects.bulk_create(
        PersonalDetail(member=member, what=what, value=value) for what, value in person.details.items() if value
    )
    doubt = another_person.strip() if hits else ""
    return _affiliate(club, member, kind, start, by=by, doubt=doubt, is_new=True)


@transaction.atomic
def enrol_again(club: Club, member: Member, kind: str, start: dt.date, by: User | None) -> ClubAct:
    """Affiliate a known person under their number: "it is this person". Raise `EnrolmentError`."""
    return _affiliate(club, member.merged_into or member, kind, start, by=by)


def _created(person: Person, known: set[int], club: Club) -> Member:
    """Store the member with the next free number.

    Another user may enrol the same person, or take the number, at the same moment: the number is read before the people
    are looked for, so that the second one finds it taken, tries again and finds the person.
    """
    if not person.number and not gives_numbers():
        raise EnrolmentError(NUMBER_MISSING)
    for _attempt in range(ATTEMPTS):
        try:
            number = person.number or next_number()
        except NoNumberLeft as error:
            raise EnrolmentError(NO_NUMBER_LEFT) from error
        if {hit.member.pk for hit in _hits(club, person)} != known:
            raise EnrolmentError(CHANGED)
        try:
            with transaction.atomic():
                return Member.objects.create(
                    number=number,
                    last_name=person.last_name,
                    first_name=person.first_name,
                    birth_date=person.birth_date,
                    sex=person.sex,
                    nationality=person.nationality,
                    fide_federation=person.fide_federation,
                    fide_id=person.fide_id,
                )
        except IntegrityError:
            if person.number:
                break
    raise EnrolmentError(NUMBER_TAKEN)


def _affiliate(
    club: Club, member: Member, kind: str, start: dt.date, *, by: User | None, doubt: str = "", is_new: bool = False
) -> ClubAct:
    if is_suspended(club):
        raise EnrolmentError(SUSPENDED)
    end = enrolment_end(start)
    lock([member.pk])
    try:
        require_goes_on(member, None)
        require_free(member, start, end)
    except AffiliationError as error:
        raise EnrolmentError(str(error)) from error  # a sentence already
    made = Affiliation.objects.create(member=member, club=club, kind=kind, start=start, end=end)
    charges = raise_for([made], by=by)
    facts = {
        "member": member.pk,
        "is_new": is_new,
        "affiliations": [made.pk],
        "cents": sum(charge.cents or 0 for charge in charges),
        "unpriced": sum(charge.cents is None for charge in charges),
    }
    return receipts.kept(club, ClubAct.Kind.ENROLMENT, by, facts, doubt)
