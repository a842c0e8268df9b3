"""Lists of clubs: own members only, contact data and new members, nothing deleted."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.files.spreadsheets import write_csv
from federation.imports import club_lists
from federation.imports.club_lists import ListError
from federation.models import Affiliation, Club, ClubColumns, Member, PersonalDetail
from tests.federation.enrolment import scene

pytestmark = pytest.mark.django_db

TODAY = dt.date(2026, 6, 1)
HEADER = ["Matricule", "Nom", "Prénom", "Date de naissance", "E-mail", "Gsm"]


@pytest.fixture
def club(on) -> Club:
    """Return club 306 with Anna and Bert, and Carla in 601."""
    on(TODAY)
    scene.anna()
    scene.member("10002", "Bos", "Bert", dt.date(1980, 2, 2), scene.club("306"))
    scene.member("10003", "Cools", "Carla", dt.date(1975, 4, 4), scene.club("601"))
    return scene.club("306")


def planned(club: Club, *rows: list[str], header: list[str] = HEADER) -> club_lists.Plan:
    sheet = club_lists.sheet_of(write_csv(header, rows))
    return club_lists.plan(club, sheet, club_lists.columns_of(club, sheet))


def test_each_row_is_new_changed_unchanged_or_refused_with_its_line(club):
    made = planned(
        club,
        ["10001", "Aerts", "Anna", "", "anna@example.org", ""],
        ["", "Bos", "Bert", "1980-02-02", "", ""],
        ["10003", "Cools", "Carla", "", "carla@example.org", ""],
        ["", "Zeno", "Zoë", "2001-02-03", "zoe@example.org", "0470 01 02 03"],
        ["10002", "Boss", "Albert", "", "x@example.org", ""],
        ["", "Cools", "Karla", "1975-04-04", "", ""],
        ["", "Nobody", "", "", "", ""],
        ["10001", "", "", "", "nowhere", ""],
        ["10002", "", "", "", "", "ask me"],
    )
    assert [(each.line, each.name, each.changes) for each in made.changed] == [
        (2, "Aerts, Anna", ["e-mail: anna@example.org"])
    ]
    assert [(each.line, each.name, sorted(each.details)) for each in made.new] == [
        (5, "Zeno, Zoë", ["email", "telephone"])
    ]
    assert made.unchanged == 1
    assert [(each.line, each.refused) for each in made.refused] == [
        (4, "Member number 10003 is not of a member of the club."),
        (6, "Name or birth date differs from that of member 10002: only an officer can change these."),
        (7, "The federation may know this person: enrol them on the page, which asks who it is."),
        (8, "A new member needs more data: birth date."),
        (9, "“nowhere” is not an e-mail address."),
        (10, "“ask me” is not a telephone number."),
    ]


def test_what_was_previewed_is_stored_and_an_empty_cell_changes_nothing(club):
    anna = Member.objects.get(number="10001")
    PersonalDetail.objects.create(member=anna, what="telephone", value="0470 11 22 33", visibility="club")
    rows = [["10001", "Aerts", "Anna", "", "anna@example.org", ""], ["", "Zeno", "Zoë", "2001-02-03", "", ""]]
    sheet = club_lists.sheet_of(write_csv(HEADER, rows))
    places = club_lists.columns_of(club, sheet)
    seen = club_lists.plan(club, sheet, places).digest
    act = club_lists.take_over(club, sheet, places, seen=seen, by=None)
    assert act.made == {"new": 1, "changed": 1, "refused": 0, "cents": 3000, "unpriced": 0}
    stored = anna.details.order_by("what").values_list("what", "value", "visibility")
    assert list(stored) == [("email", "anna@example.org", "officers"), ("telephone", "0470 11 22 33", "club")]
    assert Affiliation.objects.get(member__last_name="Zeno").club == club
    with pytest.raises(ListError, match="changed since the preview"):
        club_lists.take_over(club, sheet, places, seen=seen, by=None)


def test_the_columns_that_a_club_chose_are_remembered_for_that_club(club):
    sheet = club_lists.sheet_of(write_csv(["Wie", "Wanneer", "Waar"], [["10001", "", "anna@example.org"]]))
    assert club_lists.columns_of(club, sheet) == {}
    with pytest.raises(ListError, match="Say which columns"):
        club_lists.plan(club, sheet, {})
    club_lists.remember(club, sheet, {"number": 0, "email": 2})
    assert club_lists.columns_of(club, sheet) == {"number": 0, "email": 2}
    assert club_lists.columns_of(scene.club("601"), sheet) == {}
    assert ClubColumns.objects.count() == 1


@pytest.mark.parametrize("count", [1, 3])
def test_many_rows_take_as_many_queries_as_one(club, count, django_assert_num_queries):
    rows = [[number, "", "", "", f"{number}@example.org", ""] for number in ("10001", "10002", "10003")[:count]]
    sheet = club_lists.sheet_of(write_csv(HEADER, rows))
    places = club_lists.columns_of(club, sheet)
    with django_assert_num_queries(2):
        club_lists.plan(club, sheet, places)


def test_what_the_profile_requires_of_a_new_member_is_refused_when_it_is_empty(club, settings):
    settings.FEDERATION_PROFILE = "ie-icu"  # the name, the birth date, the sex and the FIDE federation
    header = ["Last name", "First name", "Birth date", "Sex", "FIDE federation"]
    rows = [
        ["Zeno", "Zoë", "2001-02-03", "F", "IRL"],
        ["Zeno", "", "2001-02-04", "F", ""],
        ["Yeats", "Ann", "2001-02-05"],
    ]
    made = planned(club, *rows, header=header)
    assert [(each.line, each.refused) for each in made.refused] == [
        (3, "A new member needs more data: first name, FIDE federation."),
        (4, "A new member needs more data: sex, FIDE federation."),
    ]
    assert [(each.person.sex, each.person.fide_federation) for each in made.new] == [("F", "IRL")]
