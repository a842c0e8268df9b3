"""Suggest members for a participant, the most similar first, for a person to choose from. Nothing is decided here."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from federation.identity.member_numbers import key_of
from federation.identity.names import Likeness, PersonName, folded, similarity
from federation.models import Affiliation, Club, Member
from tournaments.models import Participant

SHOWN = 5
LEAST = 60  # the lowest score of a suggestion
LETTERS = 3  # this many first letters of a name must match
SEARCHED = 25
MOST_WORDS = 10  # of a search; names have fewer, and each word is one more condition for the database


@dataclass(frozen=True)
class Suggestion:
    """A member who may be meant; ``score`` orders suggestions, the likeliest first."""

    member: Member
    score: int


def suggestions(participants: Sequence[Participant]) -> dict[int, list[Suggestion]]:
    """Return for each participant (by id) at most `SHOWN` members, the likeliest first. One query."""
    conditions = Q()
    for participant in participants:
        conditions |= _condition(participant)
    members = Member.objects.current().filter(conditions) if conditions else Member.objects.none()
    by_start: dict[str, dict[int, Member]] = defaultdict(dict)
    by_number: dict[int, Member] = {}
    for member in members:
        by_number[member.key] = member
        if member.fide_id:
            by_number[member.fide_id] = member
        for word in member.search_name.split():
            by_start[word[:LETTERS]][member.pk] = member
    found = {}
    for participant in participants:
        pool = {pk: member for start in _starts(participant) for pk, member in by_start[start].items()}
        for number in (key_of(participant.file_matricule), participant.file_fide_id):
            if number in by_number:
                pool[by_number[number].pk] = by_number[number]
        found[participant.pk] = _ranked(participant, pool.values())
    return found


def search(text: str, club: Club | None = None) -> list[Member]:
    """Search members by number or by words of the name, at most `SEARCHED`; those of the club first. One query."""
    if any(map(str.isdigit, text)) and (key := key_of(text)):
        return list(Member.objects.current().filter(key=key)[:SEARCHED])
    rows = Member.objects.current()
    if club:
        own = Affiliation.objects.on(timezone.localdate()).filter(club=club, member=OuterRef("pk"))
        rows = rows.order_by(Exists(own).desc(), *Member._meta.ordering)
    words = folded(text).split()[:MOST_WORDS]
    for word in words:
        rows = rows.filter(search_name__contains=word)
    return list(rows[:SEARCHED]) if words else []


def members_of(club: Club | None) -> list[Member]:
    """Return the members affiliated to the club today, by name. One query."""
    today = Affiliation.objects.on(timezone.localdate()).filter(club=club)
    rows = Member.objects.current().filter(deceased=False, pk__in=today.values("member"))
    return list(rows) if club else []


def _starts(participant: Participant) -> list[str]:
    """Return the first letters of the words of the name, without short particles ("de", "van")."""
    words = folded(f"{participant.file_last_name} {participant.file_first_name}").split()
    return list(dict.fromkeys(word[:LETTERS] for word in words if len(word) > LETTERS or len(words) <= 2))


def _condition(participant: Participant) -> Q:
    condition = Q()
    last = folded(participant.file_last_name).split() or folded(participant.file_first_name).split()
    for word in last:
        if len(word) > LETTERS or len(last) == 1:
            condition |= Q(search_name__contains=word[:LETTERS])
    if key := key_of(participant.file_matricule):
        condition |= Q(key=key)
    if participant.file_fide_id:
        condition |= Q(fide_id=participant.file_fide_id)
    return condition


def _ranked(participant: Participant, members: Iterable[Member]) -> list[Suggestion]:
    """Return the likeliest members. Thousands begin like the participant: hopeless names are skipped early."""
    name = PersonName(participant.file_last_name, participant.file_first_name)
    likeness = Likeness(name)
    likely = []
    for member in members:
        other, known = PersonName(member.last_name, member.first_name), _score_of_facts(participant, member)
        if known + likeness.at_most(other, member.search_name) >= LEAST:
            likely.append(Suggestion(member, known + similarity(name, other)))
    likely = [suggestion for suggestion in likely if suggestion.score >= LEAST]
    return sorted(likely, key=lambda suggestion: (-suggestion.score, suggestion.member.key))[:SHOWN]


def _score_of_facts(participant: Participant, member: Member) -> int:
    """Return the evidence for the member besides the name."""
    score = _score_of_birth(participant.file_birth_date, participant.file_birth_year, member.birth_date)
    if participant.file_fide_id and participant.file_fide_id == member.fide_id:
        score += 40
    if key_of(participant.file_matricule) == member.key:
        score += 40
    return score


def _score_of_birth(stated: dt.date | None, year: int | None, known: dt.date | None) -> int:
    """Return points for the birth: many for the same day, few for the same year without a day, less than 0 for another
    year.
    """
    if known is None or not (stated or year):
        return 0
    if stated == known:
        return 40
    if known.year != (stated.year if stated else year):
        return -20
    return 0 if stated else 15
