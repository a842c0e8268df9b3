"""Suggest members for a participant, the most similar first, for a person to choose from. Nothing is decided here."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from federation.database import bulk
from federation.identity.member_numbers import key_of
from federation.identity.name_errors import compare
from federation.identity.name_search import NameSearch
from federation.identity.names import PersonName, folded
from federation.models import Affiliation, Club, Member, UnitMembership
from federation.structure import memberships
from tournaments.intake.evidence import Fact, Suggestion, facts_of, sureness
from tournaments.models import Participant, Tournament

SHOWN = 5
LEAST = 60  # the lowest score of a suggestion
SEARCHED = 25
ROWS = 10_000  # names read at a time
MOST_WORDS = 10  # of a search; names have fewer, and each word is one more condition for the database


def suggestions(participants: Collection[Participant], tournament: Tournament) -> dict[int, list[Suggestion]]:
    """Return for each participant (by id) at most `SHOWN` members, the likeliest first. Three queries.

    Members of the organising club come first, then those of its league.
    """
    listed = list(participants)
    names = [PersonName(each.file_last_name, each.file_first_name) for each in listed]
    keys = Member.objects.current().order_by().values_list("pk", "search_name")
    alike = NameSearch(names).among(keys.iterator(chunk_size=ROWS))
    members = {each.pk: each for each in Member.objects.current().filter(_meant(listed, alike))}
    places = _places(members, tournament)
    found = {}
    for participant, pks in zip(listed, alike, strict=True):
        meant = {pk: members[pk] for pk in pks if pk in members} | _by_facts(participant, members)
        found[participant.pk] = _ranked(participant, meant.values(), places)
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


def _meant(participants: Sequence[Participant], alike: Sequence[Sequence[int]]) -> Q:
    """Return the condition for members whose name, number or birth date the file may mean."""
    wanted: dict[str, set] = {
        "pk": {pk for found in alike for pk in found},
        "key": {key_of(each.file_matricule) for each in participants} - {0},
        "fide_id": {each.file_fide_id for each in participants} - {None},
        "birth_date": {each.file_birth_date for each in participants} - {None},
    }
    condition = Q(pk=None)
    for column, values in wanted.items():
        if values:
            condition |= Q(**{f"{column}__in": bulk.in_values(values)})
    return condition


def _by_facts(participant: Participant, members: Mapping[int, Member]) -> dict[int, Member]:
    """Return the members who have a number or the birth date of the participant."""
    key = key_of(participant.file_matricule)
    return {
        pk: member
        for pk, member in members.items()
        if (key and key == member.key)
        or (participant.file_fide_id and participant.file_fide_id == member.fide_id)
        or (participant.file_birth_date and participant.file_birth_date == member.birth_date)
    }


class _Place(NamedTuple):
    """Where a member is affiliated on the day of the tournament: facts about the organiser, and the club's name."""

    facts: frozenset[Fact]
    club_name: str


def _places(members: Collection[int], tournament: Tournament) -> dict[int, _Place]:
    """Return where the members are affiliated when the tournament ends. One query."""
    day = tournament.end or tournament.start or timezone.localdate()
    club = tournament.club
    rows = (
        Affiliation.objects.on(day).filter(member__in=bulk.in_values(members))
        if members
        else Affiliation.objects.none()
    )
    found = {}
    near = memberships.neighbours_of(club, day) if club else UnitMembership.objects.none()
    rows = rows.annotate(near=Exists(near.filter(club=OuterRef("club")))).order_by()
    for member, own, is_near, name in rows.values_list("member", "club", "near", "club__name"):
        facts = {Fact.CLUB} if club and own == club.pk else {Fact.REGION} if is_near else set()
        found[member] = _Place(frozenset(facts), folded(name or ""))
    return found


def _ranked(participant: Participant, members: Iterable[Member], places: Mapping[int, _Place]) -> list[Suggestion]:
    """Return the likeliest members, the first with how sure it is."""
    name, file_club = PersonName(participant.file_last_name, participant.file_first_name), folded(participant.file_club)
    likely = []
    for member in members:
        place = places.get(member.pk, _Place(frozenset(), ""))
        facts = {*place.facts, *([Fact.FILE_CLUB] if file_club and file_club == place.club_name else [])}
        known = PersonName(member.last_name, member.first_name)
        likely.append(Suggestion(member, compare(name, known), facts_of(participant, member, facts)))
    likely = [each for each in likely if each.score >= LEAST]
    likely.sort(key=lambda each: (-each.score, each.member.key))
    if likely:
        following = likely[1].score if len(likely) > 1 else 0
        likely[0] = replace(likely[0], sureness=sureness(likely[0].score, following, likely[0].facts))
    return likely[:SHOWN]
