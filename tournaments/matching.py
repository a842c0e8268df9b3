"""Participants -> members: by number, by a confirmed spelling, by birth date and name. Never by name alone.

A number whose member bears another name is not believed silently: the certainty says so, and `problems` asks a person.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import QuerySet

from federation import bulk, matricules
from federation.models import Licence, Member
from federation.names import PersonName, matching_key, same_person, similarity
from tournaments.models import ConfirmedSpelling, MatchedBy, Participant, Tournament

SURE = 100
FOUND_BY_BIRTH_DATE = 95
CONTRADICTED = 90  # the name agrees, but another number of the file is somebody else's
ALIKE = 80  # the number is his, the names resemble each other: taken, with a warning
DOUBTFUL = 30  # the number is his, the name is not: a person must say so
BELIEVED_FROM = 50

ALIKE_FROM = 70  # names.similarity
VALUES_IN_A_QUERY = 10_000  # below SQLite's smallest limit


class Person(NamedTuple):
    """What matching knows of a member."""

    id: int
    matricule: int
    name: PersonName
    birth_date: dt.date | None
    merged_into: int | None


@dataclass
class KnownPeople:
    """The members whom a file's numbers, spellings and birth dates may mean."""

    people: dict[int, Person] = field(default_factory=dict)
    by_matricule: dict[int, int] = field(default_factory=dict)
    by_fide_id: dict[int, int] = field(default_factory=dict)
    by_licence: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_birth: dict[tuple[dt.date, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    by_spelling: dict[tuple[str, str], int] = field(default_factory=dict)

    def person(self, member_id: int | None) -> Person | None:
        """The member, or the one into whom he was merged."""
        found = self.people.get(member_id) if member_id else None
        while found is not None and found.merged_into is not None:
            found = self.people.get(found.merged_into)
        return found


def match(participants: Sequence[Participant], club_id: int | None) -> None:
    """Set member, matched_by, certainty and outsider of the participants; nothing is saved.

    ``club_id``: whose confirmed spellings count. A constant number of queries, whatever the number of participants.
    """
    known = _known_people(participants, club_id)
    for participant in participants:
        person, by, certainty = _decide(participant, known)
        participant.member_id = person.id if person else None
        participant.matched_by = by
        participant.certainty = certainty
        participant.outsider = person is None and _is_nobody(participant)


def rematch(tournament: Tournament) -> None:
    """Match again all participants for whom nobody decided by hand, and save them."""
    open_ones = list(
        tournament.participants.exclude(matched_by=MatchedBy.PERSON).filter(irregular=False, outsider=False)
    )
    match(open_ones, tournament.club_id)
    bulk.update(open_ones, ["member", "matched_by", "certainty", "outsider"])


def confirm(participant: Participant, member: Member, by: User | None) -> None:
    """This participant is this member: save it and remember the spelling for the club's next file."""
    participant.member = member
    participant.matched_by = MatchedBy.PERSON
    participant.certainty = SURE
    participant.outsider = False
    participant.save(update_fields=["member", "matched_by", "certainty", "outsider"])
    name_key, number_key = spelling(participant)
    if name_key or number_key:
        ConfirmedSpelling.objects.update_or_create(
            club_id=participant.tournament.club_id,
            name_key=name_key,
            number_key=number_key,
            defaults={"member": member, "confirmed_by": by},
        )


def forget(participant: Participant) -> None:
    """Take a decision by hand back: the spelling is not remembered, the file's numbers and dates decide again."""
    name_key, number_key = spelling(participant)
    ConfirmedSpelling.objects.filter(
        club_id=participant.tournament.club_id, name_key=name_key, number_key=number_key
    ).delete()
    match([participant], participant.tournament.club_id)
    participant.save(update_fields=["member", "matched_by", "certainty", "outsider"])


def spelling(participant: Participant) -> tuple[str, str]:
    """What is remembered of a participant: his name in one form, and the first number that the file gives him."""
    name_key = matching_key(participant.file_last_name, participant.file_first_name)
    numbers = {
        "matricule": participant.file_matricule,
        "fide": participant.file_fide_id,
        "licence": participant.file_licence or participant.file_pin,
        "born": participant.file_birth_date or participant.file_birth_year,
    }
    number_key = next((f"{kind} {value}" for kind, value in numbers.items() if value), "")
    return name_key[:200], number_key[:60]


def matricule_of(participant: Participant) -> int | None:
    """The matricule that the file gives; None where it gives none or something that is none."""
    try:
        return matricules.parse(participant.file_matricule) if participant.file_matricule else None
    except matricules.MatriculeError:
        return None


def licences_of(participant: Participant) -> list[str]:
    """The numbers of other bodies that the file gives: a licence, a European go player's PIN."""
    return [number for number in (participant.file_licence, participant.file_pin) if number]


def _is_nobody(participant: Participant) -> bool:
    """A games CSV gives an opponent who is no member as a rating (0: he has none) and nothing else."""
    return spelling(participant) == ("", "")


def _decide(participant: Participant, known: KnownPeople) -> tuple[Person | None, MatchedBy, int]:
    claims = list(_claims(participant, known))
    doubts = []
    for by, person in claims:
        certainty = _agreement(participant, person)
        if certainty == SURE:
            contradicted = any(other.id != person.id for _, other in claims)
            return person, by, CONTRADICTED if contradicted else SURE
        doubts.append((certainty, by, person))
    if remembered := known.person(known.by_spelling.get(spelling(participant))):
        return remembered, MatchedBy.REMEMBERED, SURE
    if born := _by_birth_date(participant, known):
        return born, MatchedBy.BIRTH_DATE, FOUND_BY_BIRTH_DATE
    if doubts:
        certainty, by, person = max(doubts, key=lambda doubt: doubt[0])
        return person, by, certainty
    return None, MatchedBy.NONE, 0


def _claims(participant: Participant, known: KnownPeople) -> Iterator[tuple[MatchedBy, Person]]:
    """The members whose numbers the file gives, the surest number first."""
    licensed = {
        person.id: person
        for number in licences_of(participant)
        for member in known.by_licence[number]
        if (person := known.person(member))
    }
    found = {
        MatchedBy.MATRICULE: known.person(known.by_matricule.get(matricule_of(participant) or 0)),
        MatchedBy.FIDE_ID: known.person(known.by_fide_id.get(participant.file_fide_id or 0)),
        MatchedBy.LICENCE: next(iter(licensed.values())) if len(licensed) == 1 else None,
    }
    for by, person in found.items():
        if person is not None:
            yield by, person


def _agreement(participant: Participant, person: Person) -> int:
    """How sure it is that the holder of the number is meant: name and, where known, the year of birth must agree."""
    name = PersonName(participant.file_last_name, participant.file_first_name)
    year = participant.file_birth_date.year if participant.file_birth_date else participant.file_birth_year
    other_year = year is not None and person.birth_date is not None and person.birth_date.year != year
    if not (name.last or name.first):
        return ALIKE if other_year else SURE
    if same_person(name, person.name):
        return ALIKE if other_year else SURE
    if similarity(name, person.name) >= ALIKE_FROM and not other_year:
        return ALIKE
    return DOUBTFUL


def _by_birth_date(participant: Participant, known: KnownPeople) -> Person | None:
    """Identity = name + birth date (B47), where exactly one member has both."""
    if participant.file_birth_date is None:
        return None
    key = matching_key(participant.file_last_name, participant.file_first_name)
    if not key:
        return None
    found = {
        person.id: person
        for number in known.by_birth[participant.file_birth_date, key]
        if (person := known.person(number))
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _known_people(participants: Iterable[Participant], club_id: int | None) -> KnownPeople:
    participants = list(participants)
    known = KnownPeople()
    matricule_values = {number for participant in participants if (number := matricule_of(participant))}
    fide_ids = {participant.file_fide_id for participant in participants if participant.file_fide_id}
    licences = {number for participant in participants for number in licences_of(participant)}
    birth_dates = {participant.file_birth_date for participant in participants if participant.file_birth_date}
    for member in _members("matricule__in", matricule_values):
        known.by_matricule[member.matricule] = _add(known, member)
    for member in _members("fide_id__in", fide_ids):
        known.by_fide_id[member.fide_id] = _add(known, member)
    for member in _members("birth_date__in", birth_dates):
        known.by_birth[member.birth_date, matching_key(member.last_name, member.first_name)].append(_add(known, member))
    further = set()
    for chunk in _chunks(licences):
        for licence in Licence.objects.filter(number__in=chunk):
            known.by_licence[licence.number].append(licence.member_id)
            further.add(licence.member_id)
    further |= _spellings(participants, club_id, known)
    _add_with_successors(known, further)
    return known


def _spellings(participants: Iterable[Participant], club_id: int | None, known: KnownPeople) -> set[int]:
    """Note what was confirmed for the club; the ids of the members meant."""
    names = {spelling(participant)[0] for participant in participants}
    for chunk in _chunks(names):
        for row in ConfirmedSpelling.objects.filter(club_id=club_id, name_key__in=chunk):
            known.by_spelling[row.name_key, row.number_key] = row.member_id
    return set(known.by_spelling.values())


def _add_with_successors(known: KnownPeople, ids: set[int]) -> None:
    """Add members by id, and those into whom members were merged, and so on."""
    wanted = ids
    while wanted := (wanted | {person.merged_into for person in known.people.values() if person.merged_into}) - set(
        known.people
    ):
        for member in _members("pk__in", wanted):
            _add(known, member)
        wanted = set()


def _add(known: KnownPeople, member: Member) -> int:
    known.people[member.pk] = Person(
        member.pk,
        member.matricule,
        PersonName(member.last_name, member.first_name),
        member.birth_date,
        member.merged_into_id,
    )
    return member.pk


def _members(condition: str, values: set) -> Iterator[Member]:
    columns = ("matricule", "last_name", "first_name", "birth_date", "fide_id", "merged_into")
    for chunk in _chunks(values):
        rows: QuerySet[Member] = Member.objects.filter(**{condition: chunk}).only(*columns).order_by()
        yield from rows


def _chunks(values: set) -> Iterator[list]:
    rest = iter(values)
    while chunk := list(islice(rest, VALUES_IN_A_QUERY)):
        yield chunk
