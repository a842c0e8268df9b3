"""Two clubs of different leagues in a season, their secretaries, and people invented for the scenarios."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import User

from federation.identity.names import search_key
from federation.models import Affiliation, Club, Member, Office, Unit, UnitMembership
from federation.structure.memberships import ALWAYS
from tests.made_once import made_once

SEASON = (dt.date(2025, 9, 1), dt.date(2026, 8, 31))
ANNA = ("10001", "Aerts", "Anna", dt.date(1990, 5, 5))
PASSWORD = "correct horse battery"


def club(number: str) -> Club:
    """Return club 306 of league 300, or 601 of league 600."""
    found = Club.objects.filter(number=number).first()
    if found is None:
        found = Club.objects.create(number=number, name={"306": "Brugge", "601": "Liège"}[number])
        unit = Unit.objects.get_or_create(code=f"{number[0]}00", defaults={"name": f"League {number[0]}00"})[0]
        UnitMembership.objects.create(club=found, unit=unit, start=ALWAYS)
    return found


def secretary(number: str) -> User:
    """Return the secretary of the club, who gets mail."""
    user = User.objects.create_user(f"secretary{number}", f"{number}@example.org", PASSWORD)
    Office.objects.create(account=user, club=club(number), role=Office.Role.SECRETARY, start=SEASON[0])
    return user


def member(number: str, last: str, first: str, born: dt.date, of: Club | None) -> Member:
    """Return a member, affiliated to the club for the season 2025-2026, or to none."""
    made = Member.objects.create(number=number, last_name=last, first_name=first, birth_date=born)
    if of is not None:
        Affiliation.objects.create(member=made, club=of, start=SEASON[0], end=SEASON[1])
    return made


def anna() -> Member:
    return member(*ANNA, club("306"))


@made_once
def sixty() -> Club:
    """Return club 306 with 60 members, 4 of whom turn senior: 20 in 2025, 21 in 2026."""
    of = club("306")
    people = [
        Member(
            number=str(11000 + number),
            last_name=f"Lid{number:02d}",
            first_name="Jo",
            search_name=search_key(f"Lid{number:02d}", "Jo"),
            birth_date=dt.date(2005 if number < 4 else 2012 if number < 10 else 1980, 3, 3),
        )
        for number in range(60)
    ]
    made = Member.objects.bulk_create(people)
    Affiliation.objects.bulk_create(Affiliation(member=each, club=of, start=SEASON[0], end=SEASON[1]) for each in made)
    return of
