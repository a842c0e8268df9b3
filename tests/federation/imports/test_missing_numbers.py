"""federation/imports/missing_numbers.py, and since when members are affiliated"""

import datetime as dt

import pytest

from federation.imports import member_files
from federation.imports.members import MemberPlan, plan, take_over
from federation.models import Affiliation, Member
from tests import cast

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 3, 1)


def imported(text: str, since: dt.date | None = None) -> MemberPlan:
    reading, day = member_files.read("members.csv", text.encode(), DAY, may_lack_numbers=True)
    return take_over(reading, day, since)


def refused(text: str) -> list[str]:
    before = Member.objects.count()
    problems = [str(problem) for problem in imported(text).problems]
    assert Member.objects.count() == before
    return problems


def test_members_without_a_number_get_the_next_free_ones() -> None:
    text = "Nom;Prénom;Matricule;Né le\nPeeters;Élise;;2001-02-03\nMaes;Jan;23001;\nWouters;An;;1999-01-01\n"
    assert imported(text).problems == []
    assert [*Member.objects.order_by("key").values_list("key", "last_name")] == [
        (23001, "Maes"),
        (23002, "Peeters"),
        (23003, "Wouters"),
    ]


def test_a_list_without_a_column_of_numbers_is_imported_twice_without_doubles() -> None:
    text = "naam,voornaam,geboortedatum\nPeeters,Elise,2001-02-03\n"
    assert [len(imported(text).new) for _time in range(2)] == [1, 0]


def test_a_known_name_without_a_birth_date_is_not_made_twice() -> None:
    cast.member(10004)
    assert refused("last_name,first_name\nDubois,Didier\n") == [
        "Line 2, column number: 10004 Dubois, Didier has the same name: write the member number, or another birth date."
    ]
    assert refused("last_name,first_name\nMaes,Jan\nMaes,Jan\n") == [
        "Line 3, column number: The same person is already on line 2."
    ]


def test_a_row_needs_a_name_or_a_number() -> None:
    assert refused("last_name,birth_date\n,2001-02-03\n") == ["Line 2, column number: The member number is missing."]
    reading, _day = member_files.read("members.csv", b"last_name\nMaes\n", DAY)
    assert [problem.text for problem in reading.problems] == [
        "There is no column with member numbers: this line must name the columns."
    ]


def test_the_chosen_day_holds_for_members_without_one() -> None:
    cast.member(10003)
    text = (
        "number,last_name,club,affiliated_from,affiliated\n20001,A,101,,\n20002,B,,,\n20003,C,101,2025-10-01,\n"
        "20004,D,,,0\n10003,,,,\n"
    )
    reading, day = member_files.read("members.csv", text.encode(), DAY)
    assert plan(reading, day).undated == 2
    imported(text, since=dt.date(2024, 9, 1))
    rows = Affiliation.objects.filter(member__key__lt=30000, member__key__gt=20000).order_by("member__key")
    assert [*rows.values_list("member__key", "club__key", "start", "end")] == [
        (20001, 101, dt.date(2024, 9, 1), dt.date(2026, 8, 31)),
        (20002, None, dt.date(2024, 9, 1), dt.date(2026, 8, 31)),
        (20003, 101, dt.date(2025, 10, 1), None),
    ]
