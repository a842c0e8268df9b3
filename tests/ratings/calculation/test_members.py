from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from federation.members.merging import merge
from federation.models import Affiliation, Club, Member
from ratings.calculation.members import belonging, read_intervals
from ratings.games.players import read_people
from tests import cast

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 7, 1)
LATER = dt.date(2026, 3, 1)


def club_on(day: dt.date, member: Member) -> tuple[int, bool]:
    people = read_people()
    row = np.flatnonzero(people.ids == member.pk)
    found = belonging(read_intervals(people, day, day), people, row, day)
    return int(found.club_key[0]), bool(found.affiliated[0])


def two_records(start: dt.date, end: dt.date | None = None) -> tuple[Member, Member, Club]:
    """Return a record, and another of the same person that another club made, affiliated there from the day."""
    known, twin = cast.member(10001), cast.member(10008)
    other = Club.objects.create(number="190", name="Autre Tour")
    twin.affiliations.all().delete()
    Affiliation.objects.create(member=twin, club=other, start=start, end=end)
    return known, twin, other


def test_a_member_affiliated_twice_before_a_merge_stays_in_the_club_of_the_remaining_record():
    known, twin, _ = two_records(LATER)
    before = club_on(DAY, known)
    merge(twin, known)
    assert before == club_on(DAY, known) == (101, True)


def test_on_days_without_an_affiliation_of_his_own_that_of_the_merged_record_holds():
    known, twin, other = two_records(LATER)
    known.affiliations.update(end=LATER)
    merge(twin, known)
    assert twin.affiliations.count() == 1
    assert club_on(LATER, known) == (101, True)
    assert club_on(DAY, known) == (other.key, True)
