"""The cast of all tests: an invented federation of three clubs and a dozen people, with invented birth dates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.contrib.auth.models import Group, User
from django.db import transaction

from federation.identity.names import search_key
from federation.identity.seasons import enrolment_end
from federation.members.affiliations import lock, require_free
from federation.models import Affiliation, Club, Member, Office, Unit, UnitMembership
from federation.structure.memberships import ALWAYS
from tests.made_once import made_once

SEASON = (dt.date(2025, 9, 1), dt.date(2026, 8, 31))

# number: last name, first name, sex, born, club number, FIDE id
PEOPLE = {
    10001: ("Aerts", "Anna", "F", dt.date(1990, 1, 1), 101, 990001),
    10002: ("Baeten", "Bram", "M", dt.date(1985, 2, 2), 101, 990002),
    10003: ("Claes", "Chloé", "F", dt.date(2001, 3, 3), 101, None),
    10004: ("Dubois", "Didier", "M", dt.date(1970, 4, 4), 201, 990004),
    10005: ("Evrard", "Élodie", "F", dt.date(2008, 5, 5), 201, None),
    10006: ("Fontaine", "Félix", "M", dt.date(1999, 6, 6), 201, None),
    10007: ("Goossens", "Gust", "M", dt.date(1955, 7, 7), 201, None),
    10008: ("Hermans", "Hanne", "F", dt.date(1994, 8, 8), 301, 990008),
    10009: ("Iserbyt", "Ilse", "F", dt.date(2012, 9, 9), 301, None),
    10010: ("Janssens", "Jef", "M", dt.date(1948, 10, 10), 301, None),
}
CLUBS = {
    101: ("Tour Blanche", "Gent", "400"),
    201: ("Cavalier Noir", "Liège", "600"),
    301: ("Pion Passé", "Namur", "900"),
}
LEAGUES = {"400": "Oost-Vlaanderen", "600": "Liège", "900": "Namur"}


def league(code: str) -> Unit:
    """Return the league with that code."""
    return Unit.objects.get_or_create(code=code, defaults={"name": LEAGUES[code]})[0]


def club(number: int = 101) -> Club:
    """Return the club with that number: 101, 201 or 301, always a member of its league."""
    name, city, code = CLUBS[number]
    found = Club.objects.filter(key=number).first()
    if found is None:
        found = Club.objects.create(number=str(number), name=name, city=city)
        UnitMembership.objects.create(club=found, unit=league(code), start=ALWAYS)
    return found


def member(number: int, affiliated: bool = True) -> Member:
    """Return the member with that number, by default affiliated to their club for the season 2025-2026."""
    found = Member.objects.filter(key=number).first()
    return found or _made([number], affiliated)[0]


def members(numbers: Iterable[int]) -> dict[int, Member]:
    """Return the members with those numbers, creating missing ones in that order."""
    wanted = list(dict.fromkeys(numbers))
    there = Member.objects.in_bulk(wanted, field_name="key")
    return there | {made.key: made for made in _made([each for each in wanted if each not in there])}


@transaction.atomic
def affiliate(member: Member, club: Club, start: dt.date, end: dt.date | None = None) -> Affiliation:
    """Affiliate the member as an officer does in the admin, by default to the end of the season."""
    last_day = end or enrolment_end(start)
    lock([member.pk])
    require_free(member, start, last_day)
    return Affiliation.objects.create(member=member, club=club, start=start, end=last_day)


@made_once
def everybody() -> list[Member]:
    """Return all members of the cast, in order of number."""
    there = members(PEOPLE)
    return [there[number] for number in PEOPLE]


def _made(numbers: list[int], affiliated: bool = True) -> list[Member]:
    members = Member.objects.bulk_create([_person(number) for number in numbers])
    if affiliated:
        clubs = {number: club(number) for number in sorted({PEOPLE[number][-2] for number in numbers})}
        Affiliation.objects.bulk_create(
            [
                Affiliation(member=made, club=clubs[PEOPLE[made.key][-2]], start=SEASON[0], end=SEASON[1])
                for made in members
            ]
        )
    return members


def _person(number: int) -> Member:
    last, first, sex, born, _club, fide_id = PEOPLE[number]
    return Member(
        number=str(number),
        last_name=last,
        first_name=first,
        search_name=search_key(last, first),
        sex=sex,
        birth_date=born,
        nationality="BEL",
        fide_federation="BEL",
        fide_id=fide_id,
    )


def secretary(number: int = 101, username: str = "") -> User:
    """Return the secretary of a club, who may act for that club only."""
    user = User.objects.create_user(username or f"secretary{number}", password="correct horse battery")
    Office.objects.create(account=user, club=club(number), role=Office.Role.SECRETARY, start=SEASON[0])
    return user


def stranger() -> User:
    """Return a user without any role."""
    return User.objects.create_user("stranger", password="correct horse battery")


def rating_officer() -> User:
    """Return a user who accepts tournaments, rates and publishes."""
    return _staff("officer", "rating officer")


def membership_officer() -> User:
    """Return a user who manages members, clubs and affiliations."""
    return _staff("registrar", "membership officer")


def viewer() -> User:
    """Return a user who may look at everything and change nothing."""
    return _staff("viewer", "viewer")


def privacy_officer() -> User:
    """Return a user who reads the reading log."""
    return _staff("watcher", "privacy officer")


def administrator() -> User:
    """Return a user with all permissions."""
    return User.objects.create_superuser("admin", password="correct horse battery")


def _staff(username: str, group: str) -> User:
    user = User.objects.create_user(username, password="correct horse battery", is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user
