"""Find the member of each participant: by number, by a confirmed spelling, by birth date and name. Never by name alone.

A number whose member has another name gets a low certainty, and `problems` asks a person.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.contrib.auth.models import User
from django.utils import timezone

from federation.database import bulk
from federation.identity.member_numbers import key_of
from federation.identity.names import PersonName, matching_key, same_person, similarity
from federation.members.former_numbers import Holders, former_holders, holder_on
from federation.models import Licence, Member
from tournaments.models import ConfirmedSpelling, MatchedBy, Participant, Tournament

SURE = 100
FOUND_BY_BIRTH_DATE = 95
CONTRADICTED = 90  # the name agrees, but another number in the file belongs to someone else
ALIKE = 80  # the number is the member's, the names are similar: accepted with a warning
DOUBTFUL = 30  # the number is the member's, the name is not: a person has to confirm
BELIEVED_FROM = 50

ALIKE_FROM = 70  # names.similarity
DECIDED = ("member", "matched_by", "certainty", "outsider")


class Claim(NamedTuple):
    """What a file says about who a participant is: the ``file_*`` fields of these names."""

    last_name: str
    first_name: str
    matricule: str
    birth_date: dt.date | None
    birth_year: int | None
    fide_id: int | None
    licence: str
    pin: str


class Decision(NamedTuple):
    """The member of a participant and how they were found: the participant's fields of these names."""

    member_id: int | None
    matched_by: MatchedBy
    certainty: int
    outsider: bool


class Person(NamedTuple):
    """What matching needs of a member: the columns of these names."""

    id: int
    key: int
    last_name: str
    first_name: str
    birth_date: dt.date | None
    fide_id: int | None
    merged_into: int | None

    @property
    def name(self) -> PersonName:
        return PersonName(self.last_name, self.first_name)


@dataclass
class KnownPeople:
    """The members to whom the numbers, spellings and birth dates of the files may belong."""

    people: dict[int, Person] = field(default_factory=dict)
    by_key: dict[int, int] = field(default_factory=dict)
    former: Holders = field(default_factory=dict)
    by_fide_id: dict[int, int] = field(default_factory=dict)
    by_licence: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_birth: dict[tuple[dt.date, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    by_spelling: dict[tuple[str, str], int] = field(default_factory=dict)

    def holder(self, key: int, day: dt.date) -> Person | None:
        """Return the member who had the number on the day."""
        return self.person(holder_on(day, self.former.get(key, ())) or self.by_key.get(key))

    def person(self, member_id: int | None) -> Person | None:
        """Return the member, or the one into whom they were merged."""
        found = self.people.get(member_id) if member_id else None
        while found is not None and found.merged_into is not None:
            found = self.people.get(found.merged_into)
        return found


def decide(claims: Sequence[Claim], club_id: int | None, events: Sequence[Tournament]) -> list[Decision]:
    """Return a decision for each claim, in order. Numbers first; names and birth dates only for the rest.

    ``club_id``: the club whose confirmed spellings count. ``events``: the tournament of each claim: a number means the
    member who had it on its last day. The number of queries does not depend on the number of claims.
    """
    known = KnownPeople()
    keys = [key_of(claim.matricule) for claim in claims]
    _learn_numbers(known, keys, claims)
    days = [event.end or event.start or timezone.localdate() for event in events]
    found = [_by_numbers(key, day, claim, known) for key, day, claim in zip(keys, days, claims, strict=True)]
    unsure = [claim for claim, sure in zip(claims, found, strict=True) if not isinstance(sure, Decision)]
    _learn_names(known, unsure, club_id)
    decisions = [
        sure if isinstance(sure, Decision) else _otherwise(claim, sure, known)
        for claim, sure in zip(claims, found, strict=True)
    ]
    return _without_namesakes(decisions, [event.pk for event in events])


def _without_namesakes(decisions: Sequence[Decision], events: Sequence[int]) -> list[Decision]:
    """Drop decisions by spelling if two participants of one event have that spelling: neither is certain."""
    remembered = Counter(
        (event, each.member_id)
        for event, each in zip(events, decisions, strict=True)
        if each.matched_by is MatchedBy.REMEMBERED
    )
    return [
        Decision(None, MatchedBy.NONE, 0, outsider=False)
        if each.matched_by is MatchedBy.REMEMBERED and remembered[event, each.member_id] > 1
        else each
        for event, each in zip(events, decisions, strict=True)
    ]


def or_outsider(decision: Decision, outsider: bool) -> Decision:
    """Return the decision; where no member was found, "no member" if the file says so itself."""
    return decision._replace(outsider=True) if outsider and decision.member_id is None else decision


def match(participants: Sequence[Participant], club_id: int | None) -> None:
    """Set what `decide` finds for the participants; nothing is saved."""
    one_of_each = {participant.tournament_id: participant for participant in participants}
    events = {pk: participant.tournament for pk, participant in one_of_each.items()}
    of_each = [events[participant.tournament_id] for participant in participants]
    decisions = decide([_claim(participant) for participant in participants], club_id, of_each)
    for participant, decision in zip(participants, decisions, strict=True):
        for name, value in decision._asdict().items():
            setattr(participant, name, value)


def rematch(tournament: Tournament) -> None:
    """Match again all participants whom nobody chose by hand, and save them."""
    open_ones = list(
        tournament.participants.exclude(matched_by=MatchedBy.PERSON).filter(irregular=False, outsider=False)
    )
    match(open_ones, tournament.club_id)
    bulk.update(open_ones, DECIDED)


def confirm(participant: Participant, member: Member, by: User | None) -> None:
    """Save that this participant is this member, and remember the spelling for the club's next file."""
    confirm_all([(participant, member)], by)


def confirm_all(confirmed: Sequence[tuple[Participant, Member]], by: User | None) -> None:
    """Do the same for several participants of one tournament. Four queries at most."""
    for participant, member in confirmed:
        participant.member, participant.matched_by, participant.certainty = member, MatchedBy.PERSON, SURE
        participant.outsider = participant.irregular = False
    bulk.update([participant for participant, _ in confirmed], [*DECIDED, "irregular"])
    spelt = {_spelling(_claim(participant)): member for participant, member in confirmed}
    spelt.pop(("", ""), None)
    if not spelt:
        return
    event = confirmed[0][0].tournament
    if event.unit_id:  # only clubs have spellings of their own
        return
    club = event.club_id
    known = {(each.name_key, each.number_key): each for each in _spellings_of(club, spelt)}
    for key, spelling in known.items():
        spelling.member, spelling.confirmed_by = spelt[key], by
    bulk.update(list(known.values()), ["member", "confirmed_by", "confirmed_at"])
    facts = {"club_id": club, "confirmed_by": by, "confirmed_at": timezone.now()}
    new = {key: member for key, member in spelt.items() if key not in known}
    bulk.insert_new(
        [ConfirmedSpelling(name_key=name, number_key=number, member=new[name, number], **facts) for name, number in new]
    )


def forget(participant: Participant) -> None:
    """Undo a choice by hand: forget the spelling and match by the file's numbers and dates again."""
    forget_all([participant])


def forget_all(participants: Sequence[Participant]) -> None:
    """Do the same for several participants of one tournament. A constant number of queries."""
    if not participants:
        return
    event = participants[0].tournament
    club = event.club_id
    if event.unit_id is None:
        known = _spellings_of(club, {_spelling(_claim(participant)) for participant in participants})
        ConfirmedSpelling.objects.filter(pk__in=[spelling.pk for spelling in known]).delete()
    match(participants, club)
    bulk.update(participants, DECIDED)


def _spellings_of(club_id: int | None, keys: Collection[tuple[str, str]]) -> list[ConfirmedSpelling]:
    """Return what the club confirmed of these spellings. One query."""
    names = {name for name, _number in keys}
    rows = ConfirmedSpelling.objects.filter(club_id=club_id, name_key__in=bulk.in_values(names)).order_by()
    return [each for each in rows if (each.name_key, each.number_key) in keys]


def _claim(participant: Participant) -> Claim:
    return Claim(*(getattr(participant, f"file_{name}") for name in Claim._fields))


def _licences(claim: Claim) -> list[str]:
    """Return the licence and the European number (PIN) that the file gives."""
    return [number for number in (claim.licence, claim.pin) if number]


def _spelling(claim: Claim) -> tuple[str, str]:
    """Return the key of a spelling: the normalized name, and the first number that the file gives."""
    return matching_key(claim.last_name, claim.first_name)[:200], _number_key(claim)[:60]


def _number_key(claim: Claim) -> str:
    if claim.matricule:
        return f"matricule {claim.matricule}"
    if claim.fide_id:
        return f"fide {claim.fide_id}"
    if licence := claim.licence or claim.pin:
        return f"licence {licence}"
    born = claim.birth_date or claim.birth_year
    return f"born {born}" if born else ""


def _by_numbers(key: int, day: dt.date, claim: Claim, known: KnownPeople) -> Decision | list[Decision]:
    """Return the holder of a number if the name agrees; else all holders of its numbers, who are doubtful."""
    claimed = _claimed(key, day, claim, known)
    doubts = []
    for by, person in claimed:
        certainty = _agreement(claim, person)
        if certainty == SURE:
            contradicted = any(other.id != person.id for _, other in claimed)
            return Decision(person.id, by, CONTRADICTED if contradicted else SURE, outsider=False)
        doubts.append(Decision(person.id, by, certainty, outsider=False))
    return doubts


def _otherwise(claim: Claim, doubts: list[Decision], known: KnownPeople) -> Decision:
    """Find by spelling, then by birth date and name, then take the least doubtful holder of a number."""
    spelling = _spelling(claim)
    if remembered := known.person(known.by_spelling.get(spelling)):
        return Decision(remembered.id, MatchedBy.REMEMBERED, SURE, outsider=False)
    if born := _by_birth_date(claim, known):
        return Decision(born.id, MatchedBy.BIRTH_DATE, FOUND_BY_BIRTH_DATE, outsider=False)
    if doubts:
        return max(doubts, key=lambda doubt: doubt.certainty)
    # A games CSV gives an opponent who is not a member only as a rating (0: none).
    return Decision(None, MatchedBy.NONE, 0, outsider=spelling == ("", ""))


def _claimed(key: int, day: dt.date, claim: Claim, known: KnownPeople) -> list[tuple[MatchedBy, Person]]:
    """Return the members whose numbers the file gives, the surest number first."""
    found = []
    if key and (person := known.holder(key, day)):
        found.append((MatchedBy.MATRICULE, person))
    if claim.fide_id and (person := known.person(known.by_fide_id.get(claim.fide_id))):
        found.append((MatchedBy.FIDE_ID, person))
    if licences := _licences(claim):
        licensed = {
            person.id: person
            for number in licences
            for member in known.by_licence[number]
            if (person := known.person(member))
        }
        found += [(MatchedBy.LICENCE, person) for person in licensed.values() if len(licensed) == 1]
    return found


def _agreement(claim: Claim, person: Person) -> int:
    """Return how certain it is that the holder of the number is meant: name and year of birth must agree."""
    name = PersonName(claim.last_name, claim.first_name)
    year = claim.birth_date.year if claim.birth_date else claim.birth_year
    other_year = year is not None and person.birth_date is not None and person.birth_date.year != year
    if not (name.last or name.first) or _is_written_alike(name, person.name) or same_person(name, person.name):
        return ALIKE if other_year else SURE
    if similarity(name, person.name) >= ALIKE_FROM and not other_year:
        return ALIKE
    return DOUBTFUL


def _is_written_alike(name: PersonName, other: PersonName) -> bool:
    """Compare names quickly, which suffices for most; names without a known letter need `same_person`."""
    return name == other and name.last[:1].isascii() and name.last[:1].isalpha()


def _by_birth_date(claim: Claim, known: KnownPeople) -> Person | None:
    """Return the member of this birth date and name (B47), if there is exactly one."""
    if claim.birth_date is None or not (key := matching_key(claim.last_name, claim.first_name)):
        return None
    found = {person.id: person for number in known.by_birth[claim.birth_date, key] if (person := known.person(number))}
    return next(iter(found.values())) if len(found) == 1 else None


def _learn_numbers(known: KnownPeople, keys: Iterable[int], claims: Sequence[Claim]) -> None:
    """Read the holders of member numbers, FIDE ids and licences."""
    for member in _members("key", {key for key in keys if key}):
        known.by_key[member.key] = _add(known, member)
    known.former = former_holders({key for key in keys if key})
    for member in _members("fide_id", {claim.fide_id for claim in claims if claim.fide_id}):
        known.by_fide_id[member.fide_id] = _add(known, member)
    owners = {member for holders in known.former.values() for _end, member in holders}
    if licences := {number for claim in claims for number in _licences(claim)}:
        rows = Licence.objects.filter(number__in=bulk.in_values(licences)).order_by()
        for number, owner in rows.values_list("number", "member"):
            known.by_licence[number].append(owner)
            owners.add(owner)
    _add_with_successors(known, owners)


def _learn_names(known: KnownPeople, claims: Sequence[Claim], club_id: int | None) -> None:
    """Read who was born on these days, and which spellings the club confirmed."""
    for member in _members("birth_date", {claim.birth_date for claim in claims if claim.birth_date}):
        known.by_birth[member.birth_date, matching_key(*member.name)].append(_add(known, member))
    if names := {_spelling(claim)[0] for claim in claims}:
        rows = ConfirmedSpelling.objects.filter(club_id=club_id, name_key__in=bulk.in_values(names)).order_by()
        for name_key, number_key, member_id in rows.values_list("name_key", "number_key", "member"):
            known.by_spelling[name_key, number_key] = member_id
    _add_with_successors(known, set(known.by_spelling.values()))


def _add_with_successors(known: KnownPeople, ids: set[int]) -> None:
    """Add members by id, and those into whom they were merged, and so on."""
    wanted = ids
    while wanted := (wanted | {person.merged_into for person in known.people.values() if person.merged_into}) - set(
        known.people
    ):
        for member in _members("pk", wanted):
            _add(known, member)
        wanted = set()


def _add(known: KnownPeople, person: Person) -> int:
    known.people[person.id] = person
    return person.id


def _members(column: str, values: set) -> Iterator[Person]:
    if values:
        rows = Member.objects.filter(**{f"{column}__in": bulk.in_values(values)}).order_by()
        yield from map(Person._make, rows.values_list(*Person._fields))
