"""federation/imports/clubs.py"""

import datetime as dt

import pytest
from django.utils import timezone

from federation.imports.clubs import plan, read, take_over
from federation.models import Club, Unit
from federation.structure.memberships import codes_by_club
from tests import cast

pytestmark = pytest.mark.django_db
HEADER = "number,name,short_name,league,city,website,email,active\n"


def test_clubs_and_their_leagues_are_made():
    made = take_over(
        read((HEADER + "101,Tour,T,400,Gent,https://tour.example/,a@tour.example,1\n102,Pion,,400,,,,0\n").encode())
    )
    assert made.problems == []
    header = HEADER.strip().replace("league", "unit_memberships__unit__code").split(",")
    assert list(Club.objects.values_list(*header)) == [
        ("101", "Tour", "T", "400", "Gent", "https://tour.example/", "a@tour.example", True),
        ("102", "Pion", "", "400", "", "", "", False),
    ]
    assert [str(league) for league in Unit.objects.all()] == ["400"]


def test_the_web_site_of_a_club_needs_no_scheme():
    take_over(read(b"number,name,website\n101,Tour,www.tour.example\n102,Pion,http://pion.example/a\n"))
    assert list(Club.objects.values_list("website", flat=True)) == ["https://www.tour.example", "http://pion.example/a"]


def test_a_blank_cell_changes_nothing():
    cast.club(101)
    made = take_over(read(b"number,name,city,league\n101,,Brugge,\n"))
    assert [tuple(change) for change in made.rows[0].changes] == [("town", "Gent", "Brugge")]
    club = Club.objects.get()
    assert (club.name, club.city) == ("Tour Blanche", "Brugge")
    assert codes_by_club(timezone.localdate())[club.pk] == {"league": "400"}


def test_a_club_moves_today_into_a_league_that_the_list_makes():
    club, today = cast.club(101), timezone.localdate()
    made = take_over(read(b"number,league\n101,850\n"))
    assert [tuple(map(str, change)) for change in made.rows[0].changes] == [("league", "Oost-Vlaanderen", "850")]
    assert codes_by_club(today - dt.timedelta(days=1))[club.pk] == {"league": "400"}
    assert codes_by_club(today)[club.pk] == {"league": "850"}


def test_the_same_list_twice_changes_nothing_the_second_time():
    text = (HEADER + "101,Tour,T,400,Gent,https://tour.example/,a@tour.example,1\n").encode()
    take_over(read(text))
    again = take_over(read(text))
    assert (again.rows, again.unchanged) == ([], 1)


def test_errors_have_their_place_and_nothing_is_written():
    text = HEADER + "x,A,,,,ftp://x,nobody,\n101,,,,,,,\n102,B,,,,,,\n102,C,,,,,,\n,D,,,,,,\n"
    made = take_over(read(text.encode()))
    assert sorted(str(problem) for problem in made.problems) == [
        "Line 2, column email: “nobody” is not an e-mail address.",
        "Line 2, column number: “x” is not a club number: it must have one to six digits.",
        "Line 2, column website: “ftp://x” is not a web address.",
        "Line 3, column name: A new club needs a name.",
        "Line 5, column number: 102 is already on line 4.",
        "Line 6, column number: The number is missing.",
    ]
    assert not Club.objects.exists()


def test_a_list_without_numbers_says_so():
    assert [str(problem) for problem in read(b"name\nTour\n").problems] == [
        "Line 1: There is no column with club numbers: this line must name the columns."
    ]


@pytest.mark.parametrize("size", [1, 300])
def test_many_clubs_are_compared_in_as_many_statements_as_one(size, django_assert_num_queries):
    reading = read(("number,name\n" + "".join(f"{number},C\n" for number in range(1, size + 1))).encode())
    with django_assert_num_queries(3):
        assert len(plan(reading).new) == size
